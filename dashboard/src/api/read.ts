// Reading through the cache. Keys are [environment, noun, …]: another environment is another cache, and an event
// names the nouns it touched.

import { keepPreviousData, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEnvironment } from './environment.ts'
import { get, type Problem, type Query } from './request.ts'

type Reading = { noun: string; path: string; query?: Query; enabled?: boolean; keepWhileLoading?: boolean }

export function useRead<T>({
  noun,
  path,
  query,
  enabled = true,
  keepWhileLoading,
}: Reading): UseQueryResult<T, Problem> {
  const environment = useEnvironment()
  return useQuery<T, Problem>({
    queryKey: [environment, noun, path, query ?? {}],
    queryFn: ({ signal }) => get<T>(path, query, signal),
    enabled,
    ...(keepWhileLoading && { placeholderData: keepPreviousData }),
  })
}

export type Page<T> = {
  data: T[]
  pagination: { page: number; per_page: number; total: number; total_capped?: boolean }
}

/** What `nouns` show is read anew when it has been done. */
export function useDo<Input, Result>(run: (input: Input) => Promise<Result>, nouns: string[]) {
  const refresh = useRefresh(nouns)
  return useMutation<Result, Problem, Input>({ mutationFn: run, onSuccess: refresh })
}

export function useRefresh(nouns: string[]): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => nouns.includes(queryKey[1] as string) })
}

// Reads through the cache. Keys are [environment, noun, …]: the environments do not share entries, and an event
// refetches queries by noun (live.ts).

import {
  keepPreviousData,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEnvironment } from './environment.ts'
import { get, type Problem, type Query } from './request.ts'

type Reading<T> = {
  noun: string
  path: string
  query?: Query
  enabled?: boolean
  keepWhileLoading?: boolean
  /** The polling interval, for data that no event reports. It may depend on the latest data. */
  everyMs?: number | ((latest: T | undefined) => number | undefined) | undefined
}

export function useRead<T>({
  noun,
  path,
  query,
  enabled = true,
  keepWhileLoading,
  everyMs,
}: Reading<T>): UseQueryResult<T, Problem> {
  const environment = useEnvironment()
  return useQuery<T, Problem>({
    queryKey: [environment, noun, path, query ?? {}],
    queryFn: ({ signal }) => get<T>(path, query, signal, environment),
    enabled,
    ...(everyMs !== undefined && {
      refetchInterval: ({ state }) => (typeof everyMs === 'function' ? everyMs(state.data) : everyMs) ?? false,
    }),
    ...(keepWhileLoading && { placeholderData: keepPreviousData }),
  })
}

/** Reads several objects of one kind, from the cache where possible. Undefined until all of them have loaded. */
export function useReadAll<T>(noun: string, paths: string[]): T[] | undefined {
  const environment = useEnvironment()
  return useQueries({
    queries: paths.map((path) => ({
      queryKey: [environment, noun, path, {}],
      queryFn: ({ signal }: { signal: AbortSignal }) => get<T>(path, undefined, signal, environment),
    })),
    combine: (all) => (all.some(({ data }) => data === undefined) ? undefined : all.map(({ data }) => data as T)),
  })
}

export type Page<T> = {
  data: T[]
  pagination: { page: number; per_page: number; total: number; total_capped?: boolean; next_cursor?: string | null }
}

type Callbacks<Result> = { onSuccess?: (result: Result) => void; onError?: (problem: Problem) => void }

/** Queries for `nouns` are refetched after success. The noun `me` is the signed-in person. */
export function useDo<Input, Result>(run: (input: Input) => Promise<Result>, nouns: string[]) {
  const refresh = useRefresh(nouns)
  const mutation = useMutation<Result, Problem, Input>({ mutationFn: run, onSuccess: refresh })
  // The library's own `mutate` drops the callbacks when the component is gone, and the refetch may well remove it: a
  // deleted row, or a form that restarts from the saved values.
  const mutate = (input: Input, { onSuccess, onError = () => {} }: Callbacks<Result> = {}) =>
    void mutation.mutateAsync(input).then(onSuccess, onError)
  return { ...mutation, mutate }
}

export function useRefresh(nouns: string[]): () => Promise<void> {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [first, noun] }) => nouns.includes((noun ?? first) as string),
    })
}

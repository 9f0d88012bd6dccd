import { useQueries } from '@tanstack/react-query'
import type { CardName, CardNames } from '../../../server/src/dashboard/shapes/cards.ts'
import { useEnvironment } from '../api/environment.ts'
import { namedById } from '../api/named-by-id.ts'

const load = namedById<CardNames, CardName>('/dashboard/cards/names', ({ data }, id) => data[id])

/** The label and last four digits of each card; undefined while they are loading, null for an unknown card. */
export function useCardNames(ids: string[]): (id: string) => CardName | null | undefined {
  const environment = useEnvironment()
  const read = useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: [environment, 'cards', 'name', id],
      queryFn: async () => ({ id, name: await load(environment, id) }),
    })),
  })
  const names = new Map(read.flatMap(({ data }) => (data ? [[data.id, data.name]] : [])))
  return (id) => names.get(id)
}

/** The end of an id, shown when the name is not known. */
export function shortId(id: string): string {
  return `…${id.slice(-6)}`
}

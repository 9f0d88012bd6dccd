// A person's display settings for a list: the columns and the number of rows. Both are in the address with the filters,
// so a saved view is an address with a name.

import type { Filters } from '../shell/filters.ts'
import { useFilters } from '../shell/filters.ts'
import type { Column } from '../ui/table.tsx'

export const pageSizes = [25, 50, 100] as const

/** Parameters for the position in the list or an open dialog. They are not part of a view. */
const notKept = ['page', 'after', 'create']

export type ListSettings = { perPage: number; isShown: (column: Pick<Column<never>, 'name'>) => boolean }

export function useListSettings(usualPerPage: number): ListSettings {
  const { filters } = useFilters()
  const asked = pageSizes.find((size) => String(size) === filters.per_page)
  const hidden = hiddenColumns(filters)
  return { perPage: asked ?? usualPerPage, isShown: ({ name }) => !hidden.includes(name) }
}

export function hiddenColumns({ hide }: Filters): string[] {
  return hide === undefined ? [] : hide.split(',')
}

/** The parameters of an address that a view saves. */
export function keptSearch(filters: Filters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined || value === '' || notKept.includes(name) ? [] : [[name, value]],
    ),
  )
}

export function isSameSearch(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}

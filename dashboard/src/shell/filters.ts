// The state of a list lives in the address, so that it can be reloaded, shared and gone back to.

import { useNavigate, useSearch } from '@tanstack/react-router'

export type Filters = Record<string, string | undefined>

export function useFilters(): { filters: Filters; set: (changes: Filters) => void; page: number } {
  const filters = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const set = (changes: Filters) =>
    void navigate({
      to: '.',
      // Another filter is another list: it begins at its first page.
      search: (previous: Filters) => ({ ...previous, page: undefined, after: undefined, ...changes }),
      replace: true,
    } as never)
  const page = Math.max(1, Math.floor(Number(filters.page)) || 1)
  return { filters, set, page }
}

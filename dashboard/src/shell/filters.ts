// The state of a list lives in the address, so that it can be reloaded, shared and gone back to.

import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

export type Filters = Record<string, string | undefined>

/** Past this no list has a page, and the service refuses the number. */
const MAX_PAGE = 1_000_000

/** How each list was last seen, by its address. */
const latest = new Map<string, Filters>()

/** For the way back from one of its rows: the list as it was, in the environment of the page. */
export function filtersOf(list: string, env: string | undefined): Filters {
  const { create: _create, event: _event, ...filters } = latest.get(list) ?? {}
  return filters.env === env ? filters : {}
}

type Set = (changes: Filters, entry?: 'new entry') => void

/** A change replaces the entry of the browser's history, unless Back should undo it, as with a sheet that opens. */
export function useFilters(): { filters: Filters; set: Set; page: number } {
  const filters = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    latest.set(pathname, filters)
  }, [pathname, filters])
  const set: Set = (changes, entry) =>
    void navigate({
      to: '.',
      // Another filter is another list: it begins at its first page.
      search: (previous: Filters) => ({ ...previous, page: undefined, after: undefined, ...changes }),
      replace: entry === undefined,
      resetScroll: entry === undefined,
    } as never)
  const page = Math.min(MAX_PAGE, Math.max(1, Math.floor(Number(filters.page)) || 1))
  return { filters, set, page }
}

// The state of a list is kept in the address, so a list can be reloaded, shared and returned to.

import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

export type Filters = Record<string, string | undefined>

/** No list has more pages than this, and the service refuses higher numbers. */
const MAX_PAGE = 1_000_000

/** The latest filters of each list, by its path. */
const latest = new Map<string, Filters>()

/** The filters for the link from a row back to its list, if they belong to the current environment. */
export function filtersOf(list: string, env: string | undefined): Filters {
  const { create: _create, event: _event, ...filters } = latest.get(list) ?? {}
  return filters.env === env ? filters : {}
}

type Set = (changes: Filters, entry?: 'new entry') => void

/** A change replaces the current history entry, unless Back should undo the change, such as opening a sheet. */
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
      // A changed filter starts again at the first page.
      search: (previous: Filters) => ({ ...previous, page: undefined, after: undefined, ...changes }),
      replace: entry === undefined,
      resetScroll: entry === undefined,
    } as never)
  const page = Math.min(MAX_PAGE, Math.max(1, Math.floor(Number(filters.page)) || 1))
  return { filters, set, page }
}

// Pages of a list. If the service returns a cursor, paging uses it: a late page then costs as much as the first one,
// and rows that are added or removed in the meantime do not shift the others. The address holds the page number as
// well.

import { useState } from 'react'
import type { Page } from '../api/read.ts'
import { Pager } from '../ui/table.tsx'
import { type Filters, useFilters } from './filters.ts'

type Query = { page?: number; cursor?: undefined } | { page?: undefined; cursor: string }

export type Paging = { page: number; perPage: number; query: Query & { per_page: number }; go: Go }
type Go = (page: number, nextCursor: string | null | undefined) => void

/** Maps the cursor of a page to the cursor of the previous page, or to null if that is the first page. */
const before = new Map<string, string | null>()
const MAX_KEPT = 1000

/** An uncounted list cannot open a page by its number. If the previous cursor is unknown, going back opens page 1. */
export function usePaging(perPage: number, { isCounted = true } = {}): Paging {
  const { filters, set, page: asked } = useFilters()
  const cursor = filters.after
  const page = isCounted || cursor !== undefined ? asked : 1
  const go: Go = (next, nextCursor) => {
    const after = next > page ? (nextCursor ?? undefined) : ((cursor && before.get(cursor)) ?? undefined)
    if (next > page && after !== undefined) remember(after, cursor ?? null)
    const isFirst = next === 1 || (after === undefined && !isCounted)
    set(isFirst ? {} : { page: String(next), after })
  }
  const place: Query = cursor !== undefined ? { cursor } : isCounted ? { page } : {}
  return { page, perPage, query: { ...place, per_page: perPage }, go }
}

/** Keeps the current page of the list when the address changes for another reason, such as opening a sheet. */
export function placeOf({ page, after }: Filters): Filters {
  return { page, after }
}

/** Paging for a list embedded in another page, which does not change the address. */
export function useOwnPaging(perPage: number): Paging {
  const [cursors, setCursors] = useState<(string | undefined)[]>([])
  const cursor = cursors.at(-1)
  const page = cursors.length + 1
  const go: Go = (next, nextCursor) =>
    setCursors(next > page ? [...cursors, nextCursor ?? undefined] : cursors.slice(0, next - 1))
  const place: Query = cursor === undefined ? { page } : { cursor }
  return { page, perPage, query: { ...place, per_page: perPage }, go }
}

/** The cursors are lost on reload. The previous page is then opened by its number. */
function remember(cursor: string, previous: string | null): void {
  if (before.size >= MAX_KEPT) before.clear()
  before.set(cursor, previous)
}

export type ReadPage = {
  data: unknown[]
  pagination: Pick<Page<unknown>['pagination'], 'total_capped' | 'next_cursor'> & { total?: number }
}
type Props = { paging: Paging; reading: ReadPage | undefined }

export function ListPager({ paging: { page, perPage, go }, reading }: Props) {
  if (!reading) return null
  const { total, total_capped, next_cursor } = reading.pagination
  return (
    <Pager
      page={page}
      perPage={perPage}
      total={total}
      capped={total_capped}
      count={reading.data.length}
      hasNext={next_cursor === undefined ? undefined : next_cursor !== null}
      onPage={(next) => go(next, next_cursor)}
    />
  )
}

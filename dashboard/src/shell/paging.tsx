// Pages of a list. Where the service gives a cursor, one moves by it: a page far from the beginning costs as much as the first,
// and rows that come or go meanwhile do not shift the others. The number of the page stays in the address beside it.

import { useState } from 'react'
import type { Page } from '../api/read.ts'
import { Pager } from '../ui/table.tsx'
import { type Filters, useFilters } from './filters.ts'

type Query = { page?: number; cursor?: undefined } | { page?: undefined; cursor: string }

export type Paging = { page: number; perPage: number; query: Query & { per_page: number }; go: Go }
type Go = (page: number, nextCursor: string | null | undefined) => void

/** The cursor of the page before, by the cursor of a page; null for the first page, which needs none. */
const before = new Map<string, string | null>()
const MAX_KEPT = 1000

/** A list that counts nothing has no page by number: where the page before is not remembered, back is the first one. */
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

/** For a change of the address that stays on the same page of the list, such as a sheet that opens. */
export function placeOf({ page, after }: Filters): Filters {
  return { page, after }
}

/** For a list that is part of another page, and leaves the address alone. */
export function useOwnPaging(perPage: number): Paging {
  const [cursors, setCursors] = useState<(string | undefined)[]>([])
  const cursor = cursors.at(-1)
  const page = cursors.length + 1
  const go: Go = (next, nextCursor) =>
    setCursors(next > page ? [...cursors, nextCursor ?? undefined] : cursors.slice(0, next - 1))
  const place: Query = cursor === undefined ? { page } : { cursor }
  return { page, perPage, query: { ...place, per_page: perPage }, go }
}

/** After a reload nothing is remembered: then the page before is found by its number. */
function remember(cursor: string, previous: string | null): void {
  if (before.size >= MAX_KEPT) before.clear()
  before.set(cursor, previous)
}

type Read = {
  data: unknown[]
  pagination: Pick<Page<unknown>['pagination'], 'total_capped' | 'next_cursor'> & { total?: number }
}
type Props = { paging: Paging; reading: Read | undefined }

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

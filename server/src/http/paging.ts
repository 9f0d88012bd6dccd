// Pages of a list, by number or by cursor. `total` is exact when a counter is kept. Otherwise rows are counted up to a
// cap, so that no filter makes the database count millions of rows.

import type { Fragment, Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { fingerprintOf, type PositionKind, readCursor, refusedCursor, writeCursor } from './cursor.ts'

export const MAX_COUNTED = 10_000

export type PageRequest = { page?: number; per_page?: number; cursor?: string }
export type Total = { total: number; capped: boolean }

/** A list that can be walked by cursor. `defaults` are the filter values that a client may leave out. */
export type PagedList<Position> = {
  name: string
  size: number
  position: PositionKind<Position>
  defaults?: Record<string, string>
}

/** Where a page begins: after a position, or after a number of rows. */
export type PageWindow<Position> = {
  page: number
  per_page: number
  offset: number
  after: Position | undefined
  /** How many rows to fetch: one more than the page shows, which tells whether there is a next page. */
  limit: number
  cursorAfter(position: Position): string
}

/** `of` is the id in the path when the list belongs to one object. */
export function pageWindowOf<Position>(list: PagedList<Position>, query: PageRequest, of = ''): PageWindow<Position> {
  const { page, per_page = list.size, cursor, ...filters } = query
  if (cursor !== undefined && page !== undefined)
    throw refusedCursor('"cursor" and "page" are two ways to say where a page begins; send one of them.')
  const fingerprint = fingerprintOf(`${list.name} ${of}`, { ...list.defaults, ...filters })
  const from = cursor === undefined ? undefined : readCursor(list.position, fingerprint, cursor)
  const number = from?.page ?? page ?? 1
  return {
    page: number,
    per_page,
    offset: from ? 0 : (number - 1) * per_page,
    after: from?.position,
    limit: per_page + 1,
    cursorAfter: (position) => writeCursor(list.position, fingerprint, number + 1, position),
  }
}

/** Whether the page is certainly empty, so that no query is needed. Throws for a page beyond the counted rows. */
export function isPastEnd(
  { after, offset }: Pick<PageWindow<unknown>, 'after' | 'offset'>,
  { total, capped }: Total,
): boolean {
  if (after !== undefined) return false
  if (capped && offset >= MAX_COUNTED)
    throw new ApiError(
      'invalid_request',
      `With these filters pages end at the ${MAX_COUNTED.toLocaleString('en')}th item; go on by "cursor".`,
      { param: 'page' },
    )
  return !capped && offset >= total
}

/** The rows that the page shows out of the fetched ones, and the cursor to the next page. */
export function cutPage<Position, Row extends Position>(
  place: PageWindow<Position>,
  rows: readonly Row[],
): { rows: readonly Row[]; next: string | null } {
  if (rows.length <= place.per_page) return { rows, next: null }
  const shown = rows.slice(0, place.per_page)
  return { rows: shown, next: place.cursorAfter(shown.at(-1)!) }
}

/** `next` is undefined when a list cannot be walked by cursor. */
export function pageInfo(
  { page, per_page }: { page: number; per_page: number },
  { total, capped }: Total,
  next: string | null | undefined,
) {
  return {
    page,
    per_page,
    total,
    ...(capped && { total_capped: true }),
    ...(next !== undefined && { next_cursor: next }),
  }
}

export function exact(total: number | bigint): Total {
  return { total: Number(total), capped: false }
}

/** Counts the rows of `from … where …`, at most one more than the cap. */
export async function countCapped(sql: Sql, fromWhere: Fragment): Promise<Total> {
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::integer as count from (select 1 ${fromWhere} limit ${MAX_COUNTED + 1}) as counted`
  const count = row!.count
  return count > MAX_COUNTED ? { total: MAX_COUNTED, capped: true } : { total: count, capped: false }
}

/** For `ilike`: the text is literal, so the two wildcards and the escape itself are escaped. */
export function likeLiteral(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}

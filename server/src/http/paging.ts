// Pages of a list. `total` is exact where a counter is kept; elsewhere it is counted up to a cap, so that
// no filter makes the database count millions of rows.

import type { Fragment, Sql } from '../database/database.ts'

export const MOST_COUNTED = 10_000

export type PageRequest = { page?: number; per_page?: number }
export type Total = { total: number; capped: boolean }

export function window(
  { page, per_page }: PageRequest,
  defaultSize: number,
): { page: number; per_page: number; offset: number } {
  const size = per_page ?? defaultSize
  const number = page ?? 1
  return { page: number, per_page: size, offset: (number - 1) * size }
}

export function exact(total: number | bigint): Total {
  return { total: Number(total), capped: false }
}

/** Counts the rows of `from … where …`, at most one more than the cap. */
export async function countCapped(sql: Sql, fromWhere: Fragment): Promise<Total> {
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::integer as count from (select 1 ${fromWhere} limit ${MOST_COUNTED + 1}) as counted`
  const count = row!.count
  return count > MOST_COUNTED ? { total: MOST_COUNTED, capped: true } : { total: count, capped: false }
}

export function pageInfo(page: { page: number; per_page: number }, { total, capped }: Total) {
  return { page: page.page, per_page: page.per_page, total, ...(capped && { total_capped: true }) }
}

/** For `ilike`: the text is literal, so the two wildcards and the escape itself are escaped. */
export function likeLiteral(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}

// Totals by the days of a time zone. The stored totals are by UTC day and cannot be converted to the days of another
// zone, so these are counted from the transactions, up to a maximum number of them.

import type { Sql } from '../database/database.ts'
import type { WorkspaceKey } from '../ids.ts'
import type { Cents } from '../money.ts'
import { addDays, startOfDay } from '../zoned-days.ts'
import type { Totals } from './totals.ts'

/** 19,000 transactions took 110 ms to group by day on a busy machine of two cores (PostgreSQL alone, all in memory). */
export const MAX_COUNTED = 20_000

type GroupRow = {
  day: number
  type: number
  mcc: string
  decline_reason: number
  count: bigint
  spent_cents: Cents
}

/** Undefined when there are more transactions than MAX_COUNTED. */
export async function readZonedTotals(
  sql: Sql,
  workspace: WorkspaceKey,
  zone: string,
  dates: readonly string[],
): Promise<Totals | undefined> {
  const starts = [...dates, addDays(dates.at(-1)!, 1)].map((date) => startOfDay(zone, date))
  // The stored totals give an upper bound: the UTC days around the range hold at least as many transactions as the
  // range.
  const [around] = await countAround(sql, workspace, starts[0]!, starts.at(-1)!)
  if (around!.count > BigInt(MAX_COUNTED)) return undefined
  const groups = await selectGroups(sql, workspace, starts)
  return { totals: daysOf(dates, groups), mccs: mccsOf(groups), reasons: reasonsOf(groups) }
}

function sumOf<Key>(groups: readonly GroupRow[], keyOf: (group: GroupRow) => Key) {
  return [...Map.groupBy(groups, keyOf)].map(([key, own]) => ({
    key,
    own,
    spent_cents: own.reduce((sum, group) => sum + group.spent_cents, 0n),
  }))
}

function countOf(groups: readonly GroupRow[], type: number): bigint {
  return groups.reduce((sum, group) => (group.type === type ? sum + group.count : sum), 0n)
}

function daysOf(dates: readonly string[], groups: readonly GroupRow[]): Totals['totals'] {
  return sumOf(groups, ({ day }) => day).map(({ key, own, spent_cents }) => ({
    date: dates[key - 1]!,
    approved: countOf(own, 1),
    declined: countOf(own, 4),
    spent_cents,
  }))
}

function mccsOf(groups: readonly GroupRow[]): Totals['mccs'] {
  const moved = groups.filter(({ type }) => type === 2 || type === 3)
  return sumOf(moved, ({ mcc }) => mcc).map(({ key, own, spent_cents }) => ({
    mcc: key,
    count: countOf(own, 2),
    spent_cents,
  }))
}

function reasonsOf(groups: readonly GroupRow[]): Totals['reasons'] {
  const declined = groups.filter(({ type }) => type === 4)
  return sumOf(declined, ({ decline_reason }) => decline_reason)
    .map(({ key, own }) => ({ decline_reason: key, count: countOf(own, 4) }))
    .sort((a, b) => Number(b.count - a.count) || a.decline_reason - b.decline_reason)
}

function countAround(sql: Sql, { bucket, id }: WorkspaceKey, first: Date, end: Date) {
  return sql<{ count: bigint }[]>`
    select coalesce(sum(count), 0)::bigint as count from daily_totals
    where bucket = ${bucket} and workspace_id = ${id}
      and day between (${first}::timestamptz at time zone 'utc')::date and (${end}::timestamptz at time zone 'utc')::date`
}

/**
 * `starts` are the starts of the days, followed by the end of the last day. They are parsed once instead of for every
 * row.
 */
function selectGroups(sql: Sql, { bucket, id }: WorkspaceKey, starts: readonly Date[]) {
  const times = starts.map((start) => start.toISOString())
  const borders = `{${times.join(',')}}`
  return sql<GroupRow[]>`
    with days as materialized (select ${borders}::text::timestamptz[] as starts)
    select width_bucket(t.created_at, days.starts) as day, t.type,
      case when t.type in (2, 3) then m.mcc else '' end as mcc, coalesce(t.decline_reason, 0) as decline_reason,
      count(*)::bigint as count, coalesce(sum(-t.amount_cents) filter (where t.type in (2, 3)), 0)::bigint as spent_cents
    from transactions t cross join days
    left join merchants m on m.bucket = ${bucket} and m.id = case when t.type in (2, 3) then t.merchant_id end
    where t.bucket = ${bucket} and t.workspace_id = ${id} and t.type in (1, 2, 3, 4)
      and t.created_at >= ${times[0]!}::timestamptz and t.created_at < ${times.at(-1)!}::timestamptz
    group by 1, 2, 3, 4`
}

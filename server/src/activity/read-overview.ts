// The figures of the dashboard's first page, computed from the daily totals and never from the transactions themselves.

import type { WorkspacePlace } from '../accounts/workspace.ts'
import { declineReasonOf } from '../authorizations/decline-reasons.ts'
import { categoryOfMcc } from '../categories/categories.ts'
import { workspaceTime } from '../clock.ts'
import type { Sql } from '../database/database.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { type Cents, dollars } from '../money.ts'

const DAY_MS = 86_400_000

type DayRow = { date: string; approved: bigint; declined: bigint; spent_cents: Cents }
type MccRow = { mcc: string; count: bigint; spent_cents: Cents }
type ReasonRow = { decline_reason: number; count: bigint }

/** Of the last `days` UTC days of workspace time, today included. */
export async function readOverview(sql: Sql, workspace: WorkspacePlace, days: number, wall: Date) {
  const dates = await lastDates(sql, workspace, days, wall)
  const first = dates[0]!
  const [totals, mccs, reasons] = await Promise.all([
    selectDays(sql, workspace, first),
    selectMccs(sql, workspace, first),
    selectReasons(sql, workspace, first),
  ])
  const approved = sum(totals, (row) => row.approved)
  const declined = sum(totals, (row) => row.declined)
  return {
    currency: 'USD' as const,
    days: daysOf(dates, totals),
    categories: categoriesOf(mccs),
    declines: reasons.map((row) => ({ reason: declineReasonOf(row.decline_reason)!, count: Number(row.count) })),
    approved: Number(approved),
    declined: Number(declined),
    approval_rate: approved + declined === 0n ? null : Number(approved) / Number(approved + declined),
    spent: dollars(sum(totals, (row) => row.spent_cents)),
  }
}

async function lastDates(sql: Sql, { bucket, id }: WorkspacePlace, days: number, wall: Date): Promise<string[]> {
  const [workspace] = await sql<{ clock_offset_ms: bigint }[]>`
    select clock_offset_ms from workspaces where bucket = ${bucket} and id = ${id}`
  if (!workspace) throw new WorkspaceReplaced()
  const today = workspaceTime(wall, workspace.clock_offset_ms).getTime()
  return Array.from({ length: days }, (_, index) => dateOf(new Date(today - (days - 1 - index) * DAY_MS)))
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => bigint): bigint {
  return rows.reduce((total, row) => total + of(row), 0n)
}

function daysOf(dates: readonly string[], rows: readonly DayRow[]) {
  const byDate = new Map(rows.map((row) => [row.date, row]))
  return dates.map((date) => {
    const { spent_cents = 0n, approved = 0n, declined = 0n } = byDate.get(date) ?? {}
    return { date, spent: dollars(spent_cents), approved: Number(approved), declined: Number(declined) }
  })
}

/** Largest first. `count` counts purchases, so a refund lowers the amount and not the count. */
function categoriesOf(rows: readonly MccRow[]) {
  const found = new Map<string, { cents: Cents; count: number }>()
  for (const { mcc, count, spent_cents } of rows) {
    const name = categoryOfMcc(mcc)
    const known = found.get(name) ?? { cents: 0n, count: 0 }
    found.set(name, { cents: known.cents + spent_cents, count: known.count + Number(count) })
  }
  return [...found]
    .sort(([a, one], [b, other]) => Number(other.cents - one.cents) || (a < b ? -1 : 1))
    .map(([category, { cents, count }]) => ({ category, spent: dollars(cents), count }))
}

function selectDays(sql: Sql, { bucket, id }: WorkspacePlace, first: string) {
  return sql<DayRow[]>`
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(sum(count) filter (where type = 1), 0)::bigint as approved,
      coalesce(sum(count) filter (where type = 4), 0)::bigint as declined, sum(spent_cents)::bigint as spent_cents
    from daily_totals where bucket = ${bucket} and workspace_id = ${id} and day >= ${first}::date group by day`
}

function selectMccs(sql: Sql, { bucket, id }: WorkspacePlace, first: string) {
  return sql<MccRow[]>`
    select mcc, coalesce(sum(count) filter (where type = 2), 0)::bigint as count, sum(spent_cents)::bigint as spent_cents
    from daily_totals where bucket = ${bucket} and workspace_id = ${id} and day >= ${first}::date and type in (2, 3) group by mcc`
}

function selectReasons(sql: Sql, { bucket, id }: WorkspacePlace, first: string) {
  return sql<ReasonRow[]>`
    select decline_reason, sum(count)::bigint as count
    from daily_totals where bucket = ${bucket} and workspace_id = ${id} and day >= ${first}::date and type = 4
    group by decline_reason order by count desc, decline_reason`
}

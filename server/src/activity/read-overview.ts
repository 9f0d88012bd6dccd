// The figures of the dashboard's first page, from the totals of each day: never from the transactions themselves.

import type { WorkspacePlace } from '../accounts/workspace.ts'
import { declineReasonOf } from '../authorizations/decline-reasons.ts'
import { categoryOfMcc } from '../categories/categories.ts'
import { workspaceTime } from '../clock.ts'
import type { Sql } from '../database/database.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { type Cents, dollars } from '../money.ts'
import { forecastOf } from './forecast.ts'

const DAY_MS = 86_400_000

type DayRow = { date: string; approved: bigint; declined: bigint; spent_cents: Cents }
type MccRow = { mcc: string; count: bigint; spent_cents: Cents }
type ReasonRow = { decline_reason: number; count: bigint }

/** Of the last `days` UTC days of workspace time, today included. */
export async function readOverview(sql: Sql, workspace: WorkspacePlace, days: number, wall: Date) {
  const { dates, walletCents } = await readDates(sql, workspace, days, wall)
  const first = dates[0]!
  const [totals, [before], mccs, reasons] = await Promise.all([
    selectDays(sql, workspace, first),
    selectBefore(sql, workspace, dateOf(new Date(Date.parse(first) - days * DAY_MS)), first),
    selectMccs(sql, workspace, first),
    selectReasons(sql, workspace, first),
  ])
  const approved = sum(totals, (row) => row.approved)
  const declined = sum(totals, (row) => row.declined)
  const shownDays = daysOf(dates, totals)
  return {
    currency: 'USD' as const,
    days: shownDays,
    categories: categoriesOf(mccs),
    declines: reasons.map((row) => ({ reason: declineReasonOf(row.decline_reason)!, count: Number(row.count) })),
    approved: Number(approved),
    declined: Number(declined),
    approval_rate: approvalRate(approved, declined),
    spent: dollars(sum(totals, (row) => row.spent_cents)),
    previous: {
      spent: dollars(before!.spent_cents),
      approved: Number(before!.approved),
      declined: Number(before!.declined),
      approval_rate: approvalRate(before!.approved, before!.declined),
    },
    forecast: forecastOf(walletCents, shownDays),
  }
}

function approvalRate(approved: bigint, declined: bigint): number | null {
  return approved + declined === 0n ? null : Number(approved) / Number(approved + declined)
}

async function readDates(sql: Sql, { bucket, id }: WorkspacePlace, days: number, wall: Date) {
  const [workspace] = await sql<{ clock_offset_ms: bigint; wallet_cents: Cents }[]>`
    select clock_offset_ms, wallet_cents from workspaces where bucket = ${bucket} and id = ${id}`
  if (!workspace) throw new WorkspaceReplaced()
  const today = workspaceTime(wall, workspace.clock_offset_ms).getTime()
  const dates = Array.from({ length: days }, (_, index) => dateOf(new Date(today - (days - 1 - index) * DAY_MS)))
  return { dates, walletCents: workspace.wallet_cents }
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

/** The biggest first; `count` is of purchases, so a refund lowers what was spent and not how often. */
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

/** One row, of zeros where there was nothing. */
function selectBefore(sql: Sql, { bucket, id }: WorkspacePlace, from: string, before: string) {
  return sql<Omit<DayRow, 'date'>[]>`
    select coalesce(sum(count) filter (where type = 1), 0)::bigint as approved,
      coalesce(sum(count) filter (where type = 4), 0)::bigint as declined, coalesce(sum(spent_cents), 0)::bigint as spent_cents
    from daily_totals where bucket = ${bucket} and workspace_id = ${id} and day >= ${from}::date and day < ${before}::date`
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

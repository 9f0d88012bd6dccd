// The figures of the dashboard's first page, computed from the totals of each UTC day. For another zone they are counted from
// a bounded number of transactions (zoned-totals.ts).

import { categoryOfMcc } from '../categories/categories.ts'
import { workspaceTime } from '../clock.ts'
import type { Sql } from '../database/database.ts'
import type { WorkspaceKey } from '../ids.ts'
import { declineReasonOf } from '../ledger/decline-reasons.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { type Cents, dollars } from '../money.ts'
import { addDays, dateIn, datesThrough } from '../zoned-days.ts'
import { forecastOf, PACE_DAYS } from './forecast.ts'
import type { DayRow, MccRow, ReasonRow, Totals } from './totals.ts'
import { readZonedTotals } from './zoned-totals.ts'

/** Either the last days including today, or a range of dates. Dates are those of `zone`. */
export type Period = { zone: string } & ({ days: number } | { from: string; to: string })

/**
 * In workspace time. When there are too many transactions to count by the zone's days, UTC days are used, and the
 * answer says so.
 */
export async function readOverview(sql: Sql, workspace: WorkspaceKey, period: Period, wall: Date) {
  // Read before the totals, so that what it calls counted is among them.
  const { now, walletCents, isCounted } = await readNow(sql, workspace, wall)
  const [{ zone, dates, present, before }, pace] = await Promise.all([
    readPeriod(sql, workspace, period, now),
    readPace(sql, workspace, now),
  ])
  return {
    currency: 'USD' as const,
    time_zone: zone,
    up_to_date: isCounted,
    days: daysOf(dates, present.totals),
    categories: categoriesOf(present.mccs),
    declines: present.reasons.map((row) => ({
      reason: declineReasonOf(row.decline_reason)!,
      count: Number(row.count),
    })),
    ...figuresOf(present.totals),
    previous: figuresOf(before),
    forecast: forecastOf(walletCents, pace),
  }
}

/** The period and the same number of days before it, both in days of one zone. */
async function readPeriod(sql: Sql, workspace: WorkspaceKey, period: Period, now: number) {
  const { zone } = period
  if (zone !== 'UTC') {
    const dates = datesOf(period, now)
    const [present, before] = await Promise.all([
      readZonedTotals(sql, workspace, zone, dates),
      readZonedTotals(sql, workspace, zone, datesBefore(dates)),
    ])
    if (present && before) return { zone, dates, present, before: before.totals }
  }
  const dates = datesOf({ ...period, zone: 'UTC' }, now)
  const [present, before] = await Promise.all([
    readTotals(sql, workspace, dates),
    selectDays(sql, workspace, ...endsOf(datesBefore(dates))),
  ])
  return { zone: 'UTC', dates, present, before }
}

async function readTotals(sql: Sql, workspace: WorkspaceKey, dates: readonly string[]): Promise<Totals> {
  const [first, last] = endsOf(dates)
  const [totals, mccs, reasons] = await Promise.all([
    selectDays(sql, workspace, first, last),
    selectMccs(sql, workspace, first, last),
    selectReasons(sql, workspace, first, last),
  ])
  return { totals, mccs, reasons }
}

/** The spending on each of the last UTC days, independent of the period. */
async function readPace(sql: Sql, workspace: WorkspaceKey, now: number) {
  const dates = datesOf({ zone: 'UTC', days: PACE_DAYS }, now)
  return daysOf(dates, await selectDays(sql, workspace, ...endsOf(dates)))
}

async function readNow(sql: Sql, { bucket, id }: WorkspaceKey, wall: Date) {
  const [workspace] = await sql<{ clock_offset_ms: bigint; wallet_cents: Cents; is_counted: boolean }[]>`
    select w.clock_offset_ms, w.wallet_cents, c.sequence >= w.event_sequence as is_counted
    from workspaces w join activity_cursors c on c.bucket = w.bucket and c.workspace_id = w.id
    where w.bucket = ${bucket} and w.id = ${id}`
  if (!workspace) throw new WorkspaceReplaced()
  return {
    now: workspaceTime(wall, workspace.clock_offset_ms).getTime(),
    walletCents: workspace.wallet_cents,
    isCounted: workspace.is_counted,
  }
}

function figuresOf(rows: readonly DayRow[]) {
  const approved = sum(rows, (row) => row.approved)
  const declined = sum(rows, (row) => row.declined)
  return {
    approved: Number(approved),
    declined: Number(declined),
    approval_rate: approved + declined === 0n ? null : Number(approved) / Number(approved + declined),
    spent: dollars(sum(rows, (row) => row.spent_cents)),
  }
}

function endsOf(dates: readonly string[]): [first: string, last: string] {
  return [dates[0]!, dates.at(-1)!]
}

function datesBefore(dates: readonly string[]): string[] {
  return datesThrough(addDays(dates[0]!, -dates.length), addDays(dates[0]!, -1))
}

function datesOf(period: Period, now: number): string[] {
  if ('from' in period) return datesThrough(period.from, period.to)
  const today = dateIn(period.zone, now)
  return datesThrough(addDays(today, 1 - period.days), today)
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

function selectDays(sql: Sql, { bucket, id }: WorkspaceKey, first: string, last: string) {
  return sql<DayRow[]>`
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(sum(count) filter (where type = 1), 0)::bigint as approved,
      coalesce(sum(count) filter (where type = 4), 0)::bigint as declined, sum(spent_cents)::bigint as spent_cents
    from daily_totals where bucket = ${bucket} and workspace_id = ${id} and day between ${first}::date and ${last}::date group by day`
}

function selectMccs(sql: Sql, { bucket, id }: WorkspaceKey, first: string, last: string) {
  return sql<MccRow[]>`
    select mcc, coalesce(sum(count) filter (where type = 2), 0)::bigint as count, sum(spent_cents)::bigint as spent_cents
    from daily_totals where bucket = ${bucket} and workspace_id = ${id} and day between ${first}::date and ${last}::date and type in (2, 3) group by mcc`
}

function selectReasons(sql: Sql, { bucket, id }: WorkspaceKey, first: string, last: string) {
  return sql<ReasonRow[]>`
    select decline_reason, sum(count)::bigint as count
    from daily_totals where bucket = ${bucket} and workspace_id = ${id} and day between ${first}::date and ${last}::date and type = 4
    group by decline_reason order by count desc, decline_reason`
}

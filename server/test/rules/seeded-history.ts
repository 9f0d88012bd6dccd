// A long history of a workspace, written by SQL, and a simple replay of a velocity rule over it.

import type postgres from 'postgres'
import type { Uuid } from '../../src/ids.ts'
import { condition } from './scene.ts'

export const ROWS = Number(process.env.ROWS ?? 50_000)
const CARDS = 100
const STEP_MS = 3_000
const START = Date.UTC(2026, 0, 5)
export const END = START + (ROWS / 2) * STEP_MS
export const FROM = START + (END - START) / 10
/** The rule that is replayed. */
export const velocity = [condition('card_count_1h', 'at_least', 20), condition('card_declines_24h', 'above', 30)]

type Owner = { bucket: number; id: Uuid }

/**
 * A tenth of the rows belong to the first card and the others to random cards. Every second row has the time of the row
 * before. Some rows are declines, some increments.
 */
export async function seedHistory(sql: postgres.Sql, { bucket, id }: Owner, firstCard: Uuid): Promise<void> {
  const time = (i: string) => `to_timestamp((${START} + (${i} / 2) * ${STEP_MS}::bigint) / 1000.0)`
  const idOf = (i: string) =>
    `(lpad(to_hex(${START} + (${i} / 2) * ${STEP_MS}::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(${i}), 15, '0'))::uuid`
  const card = (i: string) =>
    `case when ${i} % 10 = 0 then '${firstCard}'::uuid else md5('card' || abs(hashint8(${i})) % ${CARDS})::uuid end`
  await sql.unsafe(`
    set lock_timeout = 0; set statement_timeout = 0; set session_replication_role = replica;
    insert into merchants (bucket, workspace_id, id, name, mcc, country)
      select ${bucket}, '${id}', md5('shop' || i)::uuid, 'Shop ' || i, '7311', 'US' from generate_series(0, 9) i;
    insert into cards (bucket, workspace_id, id, spending_limit_cents, month, status, created_at, expires_at, bin_id, network, last4,
        label, allowed_categories, metadata)
      select ${bucket}, '${id}', md5('card' || i)::uuid, 100000, 202601, 1, to_timestamp(${START - 1000 * 3600} / 1000.0), now(),
        'bin_visa_us_prepaid_1', 'visa', '0000', 'Card', '{}', '{}' from generate_series(0, ${CARDS - 1}) i;
    insert into transactions (bucket, workspace_id, id, card_id, merchant_id, authorization_id, amount_cents, balance_after_cents,
        created_at, type, decline_reason, three_ds_status)
      select ${bucket}, '${id}', ${idOf('i')}, ${card('i')}, md5('shop' || i % 10)::uuid,
        case when i % 13 = 5 then md5('hold' || i)::uuid end, -(100 + i % 900), 0, ${time('i')},
        case when hashint8(i + 7) % 17 = 0 then 4 else 1 end, case when hashint8(i + 7) % 17 = 0 then 12 end, 1
      from generate_series(1, ${ROWS}::bigint) i;
    update cards c set authorization_count = s.authorizations, decline_count = s.declines
      from (select card_id, count(*) filter (where type = 1) as authorizations, count(*) filter (where type = 4) as declines
            from transactions where bucket = ${bucket} and workspace_id = '${id}' group by 1) s
      where c.bucket = ${bucket} and c.id = s.card_id;
    update workspaces set authorization_count = ${ROWS} where bucket = ${bucket} and id = '${id}';
    analyze transactions;`)
}

type Row = { id: Uuid; at: number; type: number; cents: number; more: boolean }
export type Expected = {
  judged: number
  stopped: number
  false: number
  days: Map<string, Day>
  newest: [number, Uuid][]
}
type Day = { date: string; would_stop: number; false: number; amount: number }

/** Follows the text of the guide, row by row, without any code of the service. */
function replay(rows: readonly Row[], expected: Expected): void {
  const purchases: number[] = []
  const declines: number[] = []
  for (const row of rows) {
    if (row.at >= FROM && row.at <= END && !row.more) {
      expected.judged += 1
      const inHour = countSince(purchases, Math.floor(row.at / 60_000) - 60, 60_000)
      const inDay = countSince(declines, Math.floor(row.at / 900_000) - 96, 900_000)
      if (inHour >= 20 && inDay > 30) {
        expected.stopped += 1
        if (row.type === 1) expected.false += 1
        expected.newest.push([row.at, row.id])
        addToDay(expected.days, row)
      }
    }
    if (row.type === 4) declines.push(row.at)
    else if (!row.more) purchases.push(row.at)
  }
}

function addToDay(days: Map<string, Day>, { at, type, cents }: Row): void {
  const date = new Date(at).toISOString().slice(0, 10)
  const day = days.get(date) ?? { date, would_stop: 0, false: 0, amount: 0 }
  days.set(date, {
    date,
    would_stop: day.would_stop + 1,
    false: day.false + (type === 1 ? 1 : 0),
    amount: Math.round(day.amount * 100 + cents) / 100,
  })
}

function countSince(times: readonly number[], firstUnit: number, unitMs: number): number {
  let count = 0
  for (let at = times.length - 1; at >= 0 && Math.floor(times[at]! / unitMs) >= firstUnit; at--) count += 1
  return count
}

export async function replayAll(sql: postgres.Sql, { bucket, id }: Owner): Promise<Expected> {
  const expected: Expected = { judged: 0, stopped: 0, false: 0, days: new Map(), newest: [] }
  const cards = await sql<{ id: Uuid }[]>`select id from cards where bucket = ${bucket} and workspace_id = ${id}`
  for (const card of cards) {
    const rows = await sql<Row[]>`
      select id, (extract(epoch from created_at) * 1000)::float8 as at, type, (-amount_cents)::float8 as cents, authorization_id is not null as more
      from transactions where bucket = ${bucket} and card_id = ${card.id} and type in (1, 4) order by created_at, id`
    replay(rows, expected)
  }
  expected.newest.sort(([a, x], [b, y]) => b - a || (x < y ? 1 : -1))
  return expected
}

// A backtest of a velocity rule over many transactions, against a plain replay of the same history. `ROWS=1000000` seeds a
// million of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type postgres from 'postgres'
import { parseId, publicId, type Uuid } from '../../src/ids.ts'
import { startTestService } from '../harness.ts'
import { asOwner, done, type Json, openScene, workspaceOf } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { condition, newRule } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' }, { worker: true })

const ROWS = Number(process.env.ROWS ?? 50_000)
const CARDS = 100
const STEP_MS = 3_000
const START = Date.UTC(2026, 0, 5)
const END = START + (ROWS / 2) * STEP_MS
const FROM = START + (END - START) / 10
/** Far more than a few chunks take, far less than the history would. */
const MAX_HEAP_MB = 200

type Owner = { bucket: number; id: Uuid }

/**
 * A tenth of the rows lie on the first card, the others anywhere; every second row bears the time of the one
 * before; some are declines, some increments.
 */
async function seed(sql: postgres.Sql, { bucket, id }: Owner, firstCard: Uuid): Promise<void> {
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
type Expected = { judged: number; stopped: number; false: number; days: Map<string, Day>; newest: [number, Uuid][] }
type Day = { date: string; would_stop: number; false: number; amount: number }

/** By the words of the guide, row by row, without any of the service's code. */
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

async function replayAll(sql: postgres.Sql, { bucket, id }: Owner): Promise<Expected> {
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

test('a backtest equals a replay, in bounded memory, and tells how far it is', async () => {
  const scene = await openScene(service)
  const { api } = scene
  const owner = await workspaceOf(service, api)
  const expected = await asOwner(service, async (sql) => {
    await seed(sql, owner, parseId('card', scene.card)!.uuid)
    return replayAll(sql, owner)
  })
  assert.ok(expected.stopped > 1_000 && expected.stopped < expected.judged)
  const rule = await newRule(
    api,
    [condition('card_count_1h', 'at_least', 20), condition('card_declines_24h', 'above', 30)],
    { state: 'off' },
  )
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const range = { from: new Date(FROM).toISOString(), to: new Date(END).toISOString() }
  const asked = done(await api.post(`/rules/${rule.id}/backtests`, range), 202)
  assert.deepEqual([asked.judged, asked.progress], [0, 0])
  const seen = new Set<number>()
  let heap = 0
  const ended: Json = await until(
    'the backtest is done',
    async () => {
      const now = done(await api.get(`/rules/${rule.id}/backtests/${asked.id}`), 200)
      heap = Math.max(heap, process.memoryUsage().heapUsed - before)
      seen.add(now.progress)
      return (now.status === 'completed' || now.status === 'failed') && now
    },
    180_000,
  )
  assert.deepEqual(
    [ended.status, ended.progress, ended.judged, ended.would_decline, ended.would_challenge, ended.false],
    ['completed', 100, expected.judged, expected.stopped, 0, expected.false],
  )
  const days = [...expected.days.values()].sort((one, other) => (one.date < other.date ? -1 : 1))
  assert.deepEqual(ended.days, days)
  assert.deepEqual(
    ended.examples.map((example: Json) => example.transaction_id),
    expected.newest.slice(0, 20).map(([, id]) => publicId('transaction', owner.bucket, id)),
  )
  assert.match(
    ended.examples[0].explanation,
    /^card_count_1h \d+ is at least 20 and card_declines_24h \d+ is above 30$/,
  )
  // A short one may end between two looks.
  if (ROWS >= 1_000_000) assert.ok(seen.size > 2, `progress: ${[...seen].join(', ')}`)
  assert.ok(heap < MAX_HEAP_MB * 2 ** 20, `${Math.round(heap / 2 ** 20)} MB`)
})

test('a backtest whose worker died goes on from where it was stored', async () => {
  const scene = await openScene(service)
  const { api } = scene
  for (let n = 0; n < 4; n++) await scene.hold(1)
  const rule = await newRule(api, [condition('card_count_1h', 'at_least', 2)], { action: 'challenge', state: 'off' })
  const now = await scene.now()
  const range = {
    from: new Date(now.getTime() - 3_600_000).toISOString(),
    to: new Date(now.getTime() + 60_000).toISOString(),
  }
  const asked = done(await api.post(`/rules/${rule.id}/backtests`, range), 202)
  const { bucket } = await workspaceOf(service, api)
  const { uuid } = parseId('backtest', asked.id)!
  const read = async () => done(await api.get(`/rules/${rule.id}/backtests/${asked.id}`), 200)
  const isDone = async () => {
    const found = await read()
    return found.status === 'completed' && found
  }
  await until('it is done', isDone)
  // As a worker leaves it that is killed on its way: claimed by somebody who is gone, and nothing stored.
  await asOwner(
    service,
    (sql) => sql`
      update rule_backtests set status = 2, lease_owner = ${uuid}, lease_until = now() - interval '1 second', progress = 0,
        found = '{"judged":0,"declined":0,"challenged":0,"false":0,"days":{},"examples":[]}', completed_at = null
      where bucket = ${bucket} and id = ${uuid}`,
  )
  const again: Json = await until('it is done again', isDone)
  assert.deepEqual([again.judged, again.would_decline, again.would_challenge, again.false], [4, 0, 2, 2])
  assert.equal(again.examples.length, 2)
  assert.deepEqual(done(await api.get(`/rules/${rule.id}/backtests`), 200).data, [again])
})

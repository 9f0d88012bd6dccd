// The audit verifies limits too. Each test alters one column that decides how much may still be spent, and the audit must name
// the row. Before the change and after its reversal the audit reports nothing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../test/harness.ts'
import { asOwner } from '../../test/operator/operator-fixture.ts'
import { anotherKey, done, hotel, newCard, openScene, sceneOf } from '../../test/sandbox/scene.ts'
import type { NewRights } from '../accounts/stored-rights.ts'
import { type IdKind, parseId } from '../ids.ts'
import { runAudit } from './run-audit.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const owner = asOwner(service.connection)
const audit = () => runAudit(service.services.database, service.services.vault)
const uuidOf = (kind: IdKind, id: string): string => parseId(kind, id)!.uuid

// A card with every kind of limit, an open hold, and a hold that was partly settled.
const limits = ['day', 'week', 'month', 'year', 'all_time'].map((window) => ({ window, amount: 500, count: 50 }))
const software = { window: 'day', amount: 400, categories: ['software'] }
const controls = { limits: [...limits, software], uses: 9, merchant_lock: 'first' }
const scene = await openScene(service, { amount: 200, controls })
const hold = await scene.hold(30)
const partly = await scene.hold(20)
done(await scene.on(partly, 'settle', { amount: 25, final: false }), 201)
await scene.force(4)
// A card without controls, and the card that replaced one.
const plain = sceneOf(scene.api, (await newCard(scene.api, { amount: 50 })).id)
const plainHold = await plain.hold(7)
const lost = sceneOf(scene.api, (await newCard(scene.api, { amount: 60, controls: { limits, uses: 9 } })).id)
const lostHold = await lost.hold(12)
const replaced = done(await scene.api.post(`/cards/${lost.card}/replace`, { reason: 'lost' }), 201)
await sceneOf(scene.api, replaced.id).hold(3)
done(await lost.on(lostHold, 'reverse'), 200)
// A card that was terminated by its last use, and a later increment.
const ended = sceneOf(scene.api, (await newCard(scene.api, { amount: 20, controls: { uses: 1 } })).id)
const last = await ended.hold(15, { merchant: hotel })
done(await ended.on(last, 'increment', { amount: 2 }), 201)
// A key with a budget and a policy, which has moved money in every possible way.
const rights: NewRights = {
  kind: 'agent',
  budget: { amountCents: 50_000n, window: 'month' },
  spendPolicy: { auto_approve: { per_request: 3_000, per_day: 10_000 }, merchants: [], confirm_above: null },
}
const agent = await anotherKey(service, scene.api, { rights })
const own = await newCard(agent, { amount: 10 })
done(await agent.post(`/cards/${own.id}/fund`, { amount: 5 }), 200)
const body = { amount: 25, merchant: { name: 'Acme Ads' }, reason: 'Advertisements for the shop in March.' }
const automatic = done(await agent.post('/spend-requests', body), 201)
assert.equal(automatic.status, 'approved')
const asked = done(await agent.post('/spend-requests', { ...body, amount: 40 }), 201)
const approved = done(await scene.api.post(`/spend-requests/${asked.id}/approve`), 200)
await sceneOf(scene.api, approved.card_id).hold(35)
const { id: keyId } = done(await agent.get('/keys/self'), 200)

test('the audit finds no fault in correct books', async () => {
  const { checks } = await audit()
  assert.deepEqual(
    checks.filter(({ faults }) => faults.length > 0),
    [],
  )
})

const cardRow = (id: string): Altered => ({ table: 'cards', id: uuidOf('card', id) })
const holdRow = (id: string): Altered => ({ table: 'holds', id: uuidOf('transaction', id) })
const keyRow: Altered = { table: 'key_budgets', id: uuidOf('key', keyId), key: 'key_id' }
const requestRow = (id: string): Altered => ({ table: 'spend_requests', id: uuidOf('spend_request', id) })

type Altered = { table: string; id: string; key?: string }
const json = (path: string, value: string) => `jsonb_set(usage, '{${path}}', '${value}')`

/** The row, the column, its new value in SQL, and what the fault must mention besides the row. */
const alterations: [Altered, string, string, RegExp][] = [
  [cardRow(scene.card), 'month_used_cents', 'month_used_cents - 1', /month_used_cents/],
  [cardRow(scene.card), 'month_used_cents', '0', /month_used_cents/],
  [cardRow(scene.card), 'month', 'month - 1', /month_used_cents 0/],
  [cardRow(scene.card), 'month', 'month + 100', /month/],
  [cardRow(plain.card), 'month_used_cents', 'month_used_cents + 1', /month_used_cents/],
  [cardRow(replaced.id), 'month_used_cents', 'month_used_cents - 1200', /month_used_cents/],
  ...[0, 1, 2, 3, 4, 5].map((n): (typeof alterations)[number] => [
    cardRow(scene.card),
    'usage',
    json(`limits,${n},0`, '1'),
    /usage of limit/,
  ]),
  [cardRow(scene.card), 'usage', json('limits,0,1', '0'), /purchases/],
  [cardRow(replaced.id), 'usage', json('limits,4,0', '300'), /usage of limit/],
  [cardRow(scene.card), 'usage', json('at,0', '1'), /usage of limit 1/],
  [cardRow(scene.card), 'usage', json('at,0', '999999'), /usage of limit 1/],
  [cardRow(scene.card), 'usage', json('uses', '0'), /uses/],
  [cardRow(scene.card), 'usage', json('verifications', '3'), /verifications/],
  [cardRow(scene.card), 'usage', json('locked_to', '{"id": null, "name": "Elsewhere"}'), /locked to/],
  [cardRow(scene.card), 'usage', json('locked_to', 'null'), /locked to/],
  [cardRow(scene.card), 'usage', 'null', /usage is missing/],
  [cardRow(scene.card), 'usage', json('isUsedUp', 'true'), /isUsedUp/],
  [cardRow(ended.card), 'usage', `usage - 'isUsedUp'`, /isUsedUp/],
  [cardRow(ended.card), 'taken_after_end_cents', '0', /taken_after_end_cents/],
  [cardRow(ended.card), 'refunded_cents', 'refunded_cents + 100000', /refunded_cents/],
  [cardRow(scene.card), 'refunded_cents', '1', /refunded_cents/],
  [holdRow(hold.id), 'counted_cents', 'counted_cents + 1', /counted_cents/],
  [holdRow(hold.id), 'month', 'month + 1', /month/],
  [holdRow(plainHold.id), 'counted_cents', '0', /counted_cents/],
  [holdRow(partly.id), 'counted_cents', 'counted_cents + 500', /counted_cents/],
  [holdRow(hold.id), 'usage', json('counted,0,1', '9000'), /usage of the day/],
  [holdRow(hold.id), 'usage', json('counted,4,1', '9000'), /usage of the all_time/],
  [holdRow(hold.id), 'usage', json('purchase', 'null'), /usage of the day/],
  [holdRow(hold.id), 'usage', json('isUse', 'false'), /isUse/],
  [holdRow(hold.id), 'usage', json('unheld', '50'), /unheld/],
  [holdRow(hold.id), 'usage', 'null', /usage is missing/],
  [keyRow, 'used_cents', 'used_cents - 1', /used_cents/],
  [keyRow, 'used_cents', 'used_cents + 1', /used_cents/],
  [keyRow, 'period', 'period - 1', /used_cents 0/],
  [keyRow, 'time_window', '1', /used_cents 0/],
  [keyRow, 'counted_since', `counted_since + interval '1 day'`, /used_cents/],
  [keyRow, 'automatic_cents', '0', /automatic_cents/],
  [keyRow, 'automatic_day', 'automatic_day - 1', /automatic_cents 0/],
  [requestRow(automatic.id), 'amount_cents', 'amount_cents + 1', /amount_cents/],
  [requestRow(automatic.id), 'card_id', 'null', /spend request/],
  [requestRow(automatic.id), 'status', '1', /status 1/],
  [requestRow(approved.id), 'status', '5', /status 5/],
]

for (const [{ table, id, key = 'id' }, column, value, named] of alterations)
  test(`${table}.${column} altered to ${value} (${named.source}) is a fault that names the row`, async () => {
    const where = `where ${key} = '${id}'`
    await owner
      .unsafe(`create table kept as select * from ${table} ${where}; update ${table} set ${column} = ${value} ${where}`)
      .simple()
    const { checks } = await audit()
    await owner
      .unsafe(`update ${table} set ${column} = (select ${column} from kept) ${where}; drop table kept`)
      .simple()
    const faults = checks.flatMap((check) => check.faults)
    assert.ok(
      faults.some((fault) => (fault.includes(id) || table === 'spend_requests' ? named.test(fault) : false)),
      JSON.stringify(faults),
    )
  })

test('the audit finds no fault after every change was undone', async () => {
  assert.equal((await audit()).faults, 0)
})

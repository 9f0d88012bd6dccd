// GET /transactions/{txn_id}: the full object and the timeline of every transaction type.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { ads, assertError, DAY, done, type Json, openScene, unknownId } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const entry = (event: string, amount: number, created_at: string, reason: string | null = null) => ({
  event,
  amount,
  reason,
  processor_word: null,
  created_at,
})

test('a transaction id that is malformed or belongs to another workspace returns 404 transaction_not_found', async () => {
  const { api } = await openScene(service)
  const theirs = await (await openScene(service)).hold(1)
  for (const id of [
    'txn_x',
    'card_x',
    await unknownId(service, api, 'transaction'),
    theirs.id,
    theirs.id.toUpperCase(),
  ]) {
    assertError(await api.get(`/transactions/${id}`), 404, 'transaction_not_found')
  }
})

test('a query parameter on a single transaction returns 400 invalid_request', async () => {
  const { api, hold } = await openScene(service)
  assertError(await api.get(`/transactions/${(await hold(1)).id}?expand=card`), 400, 'invalid_request', 'expand')
})

test('a full authorization shows the fields of the list, its 3-D Secure status, its hold and its timeline', async () => {
  const { hold, full } = await openScene(service)
  const item = await hold(60)
  assert.deepEqual(await full(item), {
    ...item,
    '3ds_status': 'not_required',
    authorization_id: item.id,
    authorization_status: 'pending',
    held_amount: 60,
    rule_results: [],
    decline_reason: null,
    authorization_timeline: [entry('authorized', 60, item.created_at)],
  })
})

test('a full decline shows its reason, also in its timeline', async () => {
  const { ask, full } = await openScene(service)
  const { transaction: item } = await ask(101)
  assert.deepEqual(await full(item), {
    ...item,
    '3ds_status': 'not_required',
    authorization_id: null,
    authorization_status: 'declined',
    held_amount: 0,
    rule_results: [],
    decline_reason: 'insufficient_funds',
    authorization_timeline: [entry('declined', 101, item.created_at, 'insufficient_funds')],
  })
})

test('a settlement and a refund show the complete timeline of their authorization, oldest event first', async () => {
  const scene = await openScene(service)
  const { hold, on, advance, full, call } = scene
  const authorization = await hold(30)
  const at = async (act: () => Promise<Json>) => {
    await advance(60)
    return act()
  }
  const incremented = await at(async () => done(await on(authorization, 'increment', { amount: 20 }), 201).transaction)
  const declined = await at(async () => done(await on(authorization, 'increment', { amount: 500 }), 201).transaction)
  const reversed = await at(async () => done(await on(authorization, 'reverse', { amount: 5 }), 200))
  const captured = await at(async () => done(await on(authorization, 'settle', { amount: 10, final: false }), 201))
  const expired = await at(async () => done(await on(authorization, 'expire'), 200))
  const settled = await at(async () => done(await on(authorization, 'settle', { amount: 40 }), 201))
  const refunded = await at(async () => done(await call('refunds', { transaction_id: settled.id, amount: 15 }), 201))
  const last = ({ authorization_timeline }: Json) => authorization_timeline.at(-1).created_at
  const timeline = [
    entry('authorized', 30, authorization.created_at),
    entry('incremented', 20, incremented.created_at),
    entry('declined', 500, declined.created_at, 'insufficient_funds'),
    entry('reversed', 5, last(reversed)),
    entry('settled', 10, captured.created_at),
    entry('expired', 35, last(expired)),
    entry('settled', 40, settled.created_at),
    entry('refunded', 15, refunded.created_at),
  ]
  const times = timeline.map(({ created_at }) => created_at)
  assert.deepEqual([...times].sort(), times)
  for (const each of [authorization, incremented, declined, captured, settled, refunded]) {
    const seen = await full(each)
    assert.deepEqual(seen, {
      ...each,
      '3ds_status': 'not_required',
      authorization_id: authorization.id,
      authorization_status: 'settled',
      held_amount: 0,
      rule_results: [],
      decline_reason: each === declined ? 'insufficient_funds' : null,
      authorization_timeline: timeline,
    })
  }
})

test('timeline events with the same timestamp are listed in the order in which they happened', async () => {
  const { hold, on, full } = await openScene(service)
  const authorization = await hold(50)
  const happened = ['authorized']
  for (let n = 0; n < 4; n++) {
    done(await on(authorization, 'increment', { amount: 1 }), 201)
    done(await on(authorization, 'reverse', { amount: 1 }), 200)
    done(await on(authorization, 'settle', { amount: 1, final: false }), 201)
    happened.push('incremented', 'reversed', 'settled')
  }
  assert.deepEqual(
    (await full(authorization)).authorization_timeline.map(({ event }: Json) => event),
    happened,
  )
})

const ends: [string, string, number][] = [
  ['settle', 'settled', 201],
  ['reverse', 'reversed', 200],
  ['expire', 'expired', 200],
]
for (const [verb, status, code] of ends) {
  test(`after ${verb} the authorization_status is ${status}`, async () => {
    const { hold, on, full } = await openScene(service)
    const item = await hold(60)
    done(await on(item, verb), code)
    const { authorization_status, held_amount } = await full(item)
    assert.deepEqual([authorization_status, held_amount], [status, 0])
  })
}

test('an authorization that settles after its expiry has the status settled', async () => {
  const { hold, on, full, advance } = await openScene(service)
  const item = await hold(60)
  await advance(8 * DAY)
  assert.equal((await full(item)).authorization_status, 'expired')
  done(await on(item, 'settle', { amount: 60 }), 201)
  assert.equal((await full(item)).authorization_status, 'settled')
})

test('the transactions of a terminated card remain readable', async () => {
  const { api, card, hold, force, full } = await openScene(service)
  const [authorization, settlement] = [await hold(10), await force(5, { merchant: ads })]
  done(await api.delete(`/cards/${card}`), 200)
  assert.equal((await full(authorization)).held_amount, 10)
  assert.deepEqual(done(await api.get(`/transactions?card_id=${card}`), 200).data, [settlement, authorization])
})

test('the books balance', () => service.audit())

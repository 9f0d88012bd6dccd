// POST /sandbox/refunds: refunds of a settlement, and refunds without one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { play } from './ledger-table.ts'
import {
  ads,
  assertError,
  changesNothing,
  DAY,
  done,
  hotel,
  type Json,
  noDetails,
  openScene,
  unknownId,
} from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

async function settled(amount = 60) {
  const scene = await openScene(service)
  const authorization = await scene.hold(amount)
  const settlement = done(await scene.on(authorization, 'settle'), 201)
  const refund = (body: object = {}) => scene.call('refunds', { transaction_id: settlement.id, ...body })
  return { ...scene, authorization, settlement, refund }
}

test('a refund returns 201 with a positive transaction for the merchant of the settlement', async () => {
  const { refund, settlement, authorization, card, full, summary } = await settled()
  const body = done(await refund({ amount: 20.5 }), 201)
  const { id, created_at } = body
  assert.deepEqual(body, {
    id,
    card_id: card,
    type: 'refund',
    amount: 20.5,
    currency: 'USD',
    merchant: settlement.merchant,
    balance_after: 60.5,
    created_at,
    ...noDetails,
  })
  const { balance, total_spent, transaction_count, last_used_at } = await summary()
  assert.deepEqual([balance, total_spent, transaction_count], [60.5, 39.5, 3])
  assert.equal(last_used_at, settlement.created_at, 'a refund does not change last_used_at')
  const seen = await full(body)
  assert.deepEqual([seen.authorization_id, seen.authorization_status], [authorization.id, 'settled'])
  assert.deepEqual(
    seen.authorization_timeline.map(({ event, amount }: Json) => [event, amount]),
    [
      ['authorized', 60],
      ['settled', 60],
      ['refunded', 20.5],
    ],
  )
})

test('a refund without an amount refunds the rest of the settlement', async () => {
  const { refund } = await settled()
  assert.equal(done(await refund({ amount: 20.01 }), 201).amount, 20.01)
  assert.equal(done(await refund(), 201).amount, 39.99)
})

test('a refund of one cent more than the settlement returns invalid_amount and changes nothing', async () => {
  const { api, refund } = await settled()
  assertError(await changesNothing(service, api, () => refund({ amount: 60.01 })), 400, 'invalid_amount', 'amount')
  done(await refund({ amount: 50 }), 201)
  assertError(await changesNothing(service, api, () => refund({ amount: 10.01 })), 400, 'invalid_amount', 'amount')
  done(await refund({ amount: 10 }), 201)
})

test('a fully refunded settlement cannot be refunded again', async () => {
  const { api, refund, summary } = await settled()
  done(await refund(), 201)
  for (const body of [{}, { amount: 0.01 }]) {
    const answer = await changesNothing(service, api, () => refund(body))
    assertError(answer, 400, ['invalid_state', 'invalid_amount'])
  }
  assert.deepEqual([(await summary()).balance, (await summary()).total_spent], [100, 0])
})

test('only one of two concurrent full refunds is posted', async () => {
  const { refund, summary } = await settled()
  const answers = await Promise.all([refund(), refund(), refund()])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400])
  assert.equal((await summary()).balance, 100)
})

test('a refund of an authorization, a refund or a decline returns invalid_state', async () => {
  const { api, authorization, refund, ask, call } = await settled()
  const others = [authorization, done(await refund({ amount: 1 }), 201), (await ask(5000)).transaction]
  for (const { id } of others) {
    const answer = await changesNothing(service, api, () => call('refunds', { transaction_id: id }))
    assertError(answer, 400, 'invalid_state')
  }
})

test('each capture of an authorization is refunded separately', async () => {
  const { hold, on, call, summary } = await openScene(service)
  const authorization = await hold(60)
  const first = done(await on(authorization, 'settle', { amount: 10, final: false }), 201)
  const second = done(await on(authorization, 'settle', { amount: 30 }), 201)
  assert.equal(done(await call('refunds', { transaction_id: second.id }), 201).amount, 30)
  assert.equal(done(await call('refunds', { transaction_id: first.id }), 201).amount, 10)
  assert.equal((await summary()).balance, 100)
})

test('a refund without a settlement requires card_id, merchant and amount', async () => {
  const { call, card, full, summary } = await openScene(service)
  const body = done(await call('refunds', { card_id: card, merchant: hotel, amount: 25 }), 201)
  assert.deepEqual([body.type, body.amount, body.balance_after, body.merchant.category], ['refund', 25, 125, 'lodging'])
  const { authorization_id, authorization_status, authorization_timeline } = await full(body)
  assert.deepEqual([authorization_id, authorization_status], [null, null])
  assert.deepEqual(authorization_timeline, [
    { event: 'refunded', amount: 25, reason: null, processor_word: null, created_at: body.created_at },
  ])
  const { total_spent, last_used_at } = await summary()
  assert.deepEqual([total_spent, last_used_at], [-25, null])
})

test('a refund of a forced settlement shows no authorization', async () => {
  const { force, call, full } = await openScene(service)
  const refund = done(await call('refunds', { transaction_id: (await force(30)).id }), 201)
  const { authorization_id, held_amount } = await full(refund)
  assert.deepEqual([authorization_id, held_amount], [null, 0])
})

test('a refund reaches a frozen card and an expired card, and a refund to a terminated card goes to the wallet', async () => {
  await play(
    await openScene(service),
    `
    hold      h1  60 | balance  40  held 60  wallet 1000
    settle    h1   - | balance  40  held  0  spent 60
    freeze     -   - | balance  40
    refund settlement 10 | balance  50  spent 50
    days       - 1461 | balance 50
    refund settlement 10 | balance  60  spent 40
    terminate  -   - | balance   0  wallet 1060
    refund settlement 15 | balance  0  wallet 1075  spent 25
    credit     -   5 | balance   0  wallet 1080  spent 20
    `,
  )
})

test('a refund repays an overdraft first', async () => {
  await play(
    await openScene(service),
    `
    force  f1 130 | balance -30  spent 130
    refund f1  20 | balance -10  spent 110
    refund f1   - | balance 100  spent   0
    `,
  )
})

test('a settlement can be refunded a year later', async () => {
  const { refund, advance } = await settled()
  await advance(366 * DAY)
  assert.equal(done(await refund(), 201).balance_after, 100)
})

test('an unknown transaction_id returns 404 transaction_not_found and an unknown card_id returns 404 card_not_found', async () => {
  const { api, call } = await openScene(service)
  const other = await settled()
  await changesNothing(service, other.api, async () => {
    for (const transaction_id of ['txn_x', await unknownId(service, api, 'transaction'), other.settlement.id]) {
      assertError(await call('refunds', { transaction_id }), 404, 'transaction_not_found')
    }
    for (const card_id of ['card_x', await unknownId(service, api, 'card'), other.card]) {
      assertError(await call('refunds', { card_id, merchant: ads, amount: 1 }), 404, 'card_not_found')
    }
  })
})

test('the books balance', () => service.audit())

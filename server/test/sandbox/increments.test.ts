// POST /sandbox/authorizations/{txn_id}/increment.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { play } from './ledger-table.ts'
import { ads, assertError, changesNothing, done, type Json, openScene, type Scene, unknownId } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

async function declined({ on }: Scene, transaction: Json, amount: number): Promise<Json> {
  const body = done(await on(transaction, 'increment', { amount }), 201)
  assert.equal(body.approved, false)
  return body
}

test('an approved increment returns 201 with a further authorization of the same hold', async () => {
  const { hold, on, card, full } = await openScene(service)
  const first = await hold(60)
  const body = done(await on(first, 'increment', { amount: 15.5 }), 201)
  const { id, created_at } = body.transaction
  assert.notEqual(id, first.id)
  assert.deepEqual(body, {
    approved: true,
    decline_reason: null,
    transaction: { ...first, id, card_id: card, amount: -15.5, balance_after: 24.5, created_at },
  })
  const seen = await full(first)
  assert.deepEqual([seen.amount, seen.balance_after, seen.held_amount], [-60, 40, 75.5])
  assert.deepEqual(
    seen.authorization_timeline.map(({ event, amount }: Json) => [event, amount]),
    [
      ['authorized', 60],
      ['incremented', 15.5],
    ],
  )
})

test('the increments of a hold settle, reverse and expire together with it', async () => {
  await play(
    await openScene(service),
    `
    hold      h1  30  | balance 70  held 30
    increment h1  20  | balance 50  held 50
    increment h1  10  | balance 40  held 60
    capture   h1  25  | balance 40  held 35  spent 25
    increment h1   5  | balance 35  held 40
    settle    h1   -  | balance 35  held  0  spent 65
    hold      h2  10  | balance 25  held 10
    increment h2   5  | balance 20  held 15
    reverse   h2   -  | balance 35  held  0
    hold      h3  10  | balance 25  held 10
    increment h3   5  | balance 20  held 15
    expire    h3   -  | balance 35  held  0  spent 65
    `,
  )
})

test('the id of an increment can be used in place of the id of its authorization', async () => {
  const { hold, on, summary, full } = await openScene(service)
  const first = await hold(60)
  const { transaction: second } = done(await on(first, 'increment', { amount: 10 }), 201)
  const { transaction: third } = done(await on(second, 'increment', { amount: 5 }), 201)
  for (const each of [second, third]) {
    const { authorization_id, held_amount, authorization_timeline } = await full(each)
    assert.deepEqual([authorization_id, held_amount, authorization_timeline.length], [first.id, 75, 3])
  }
  const reversed = done(await on(second, 'reverse', { amount: 25 }), 200)
  assert.deepEqual([reversed.id, reversed.held_amount], [second.id, 50])
  assert.equal(done(await on(third, 'settle'), 201).amount, -50)
  assert.deepEqual([(await summary()).balance, (await summary()).held], [50, 0])
})

test('a declined increment creates a decline with authorization_id and leaves the hold unchanged', async () => {
  const scene = await openScene(service)
  const first = await scene.hold(60)
  const { decline_reason, transaction } = await declined(scene, first, 40.01)
  assert.equal(decline_reason, 'insufficient_funds')
  assert.deepEqual([transaction.type, transaction.amount, transaction.balance_after], ['decline', -40.01, 40])
  const seen = await scene.full(transaction)
  assert.deepEqual(
    [seen.authorization_id, seen.authorization_status, seen.held_amount, seen.decline_reason],
    [first.id, 'pending', 60, 'insufficient_funds'],
  )
  assert.deepEqual(
    seen.authorization_timeline.map(({ event, amount, reason }: Json) => [event, amount, reason]),
    [
      ['authorized', 60, null],
      ['declined', 40.01, 'insufficient_funds'],
    ],
  )
  assert.equal((await scene.summary()).held, 60)
})

test('an increment passes the same checks as an authorization: card, BIN, category, month and funds', async () => {
  const scene = await openScene(service, { wallet: 3000, amount: 5000 })
  const { api, card } = scene
  done(await api.post(`/cards/${card}/fund`, { amount: 1000 }), 200)
  const first = await scene.hold(4000)
  const reason = async (amount: number) => (await declined(scene, first, amount)).decline_reason
  assert.equal(
    await reason(1000.01),
    'transaction_limit_exceeded',
    'the held amount and the requested amount are checked together',
  )
  await api.patch(`/cards/${card}`, { spending_limit: 4500 })
  assert.equal(await reason(500.01), 'spending_limit_exceeded')
  await api.patch(`/cards/${card}`, { allowed_categories: ['software'] })
  assert.equal(await reason(500.01), 'category_not_allowed')
  await api.post(`/cards/${card}/freeze`)
  assert.equal(await reason(500.01), 'card_frozen')
  await api.delete(`/cards/${card}`)
  assert.equal(await reason(500.01), 'card_terminated')
  assert.equal((await scene.full(first)).held_amount, 4000)
})

test('increments can raise a hold to exactly the BIN maximum', async () => {
  const { hold, on } = await openScene(service, { amount: 5000 })
  assert.equal(done(await on(await hold(4000), 'increment', { amount: 1000 }), 201).approved, true)
})

test('an increment of an authenticated authorization is also authenticated', async () => {
  const scene = await openScene(service)
  const challenge = await scene.challenge(50)
  done(await scene.verify(challenge), 200)
  const first = await scene.hold(50, { three_ds_challenge_id: challenge.id })
  const { transaction } = done(await scene.on(first, 'increment', { amount: 10 }), 201)
  assert.equal((await scene.full(transaction))['3ds_status'], 'authenticated')
})

for (const end of ['settle', 'reverse', 'expire']) {
  test(`an increment after ${end} returns invalid_state and changes nothing`, async () => {
    const { api, hold, on } = await openScene(service)
    const first = await hold(60)
    assert.ok((await on(first, end)).status < 300)
    assertError(await changesNothing(service, api, () => on(first, 'increment', { amount: 1 })), 400, 'invalid_state')
  })
}

for (const verb of ['increment', 'settle', 'reverse', 'expire']) {
  test(`${verb} of a decline, a settlement or a refund returns invalid_state and changes nothing`, async () => {
    const { api, ask, force, call, on } = await openScene(service)
    const refund = done(await call('refunds', { card_id: (await force(1)).card_id, amount: 1, merchant: ads }), 201)
    const body = verb === 'expire' ? undefined : { amount: 1 }
    for (const transaction of [(await ask(1000)).transaction, await force(1), refund]) {
      assertError(await changesNothing(service, api, () => on(transaction, verb, body)), 400, 'invalid_state')
    }
  })

  test(`${verb} of a transaction that is unknown or belongs to another workspace returns 404 transaction_not_found`, async () => {
    const { api, on } = await openScene(service)
    const other = await openScene(service)
    const theirs = await other.hold(10)
    const body = verb === 'expire' ? undefined : { amount: 1 }
    for (const id of ['txn_x', 'card_x', await unknownId(service, api, 'transaction'), theirs.id]) {
      assertError(await changesNothing(service, other.api, () => on({ id }, verb, body)), 404, 'transaction_not_found')
    }
  })
}

test('the books balance', () => service.audit())

// The stored events of transactions and challenges: their type, subject or body, time and order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { ads, DAY, done, eventsDuring, eventsOf, type Json, openScene, type Scene, wrongOtp } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

/**
 * Asserts that the object that `act` creates is the subject of exactly one event of this type, with the same date and
 * with a body that is rendered from its row.
 */
async function assertEvent(scene: Scene, type: string, act: () => Promise<Json>): Promise<Json> {
  let made: Json
  const [types, events] = await eventsDuring(service, scene.api, async () => {
    made = await act()
  })
  assert.deepEqual(types, [type])
  const { subject, data, createdAt } = events[0]!
  assert.deepEqual({ subject, data, createdAt }, { subject: made.id, data: null, createdAt: made.created_at })
  return made
}

const silent = async ({ api }: Scene, act: () => Promise<unknown>) =>
  assert.deepEqual((await eventsDuring(service, api, act))[0], [])

test('an approved authorization and an approved increment each send transaction.authorized', async () => {
  const scene = await openScene(service)
  const item = await assertEvent(scene, 'transaction.authorized', () => scene.hold(10))
  await assertEvent(
    scene,
    'transaction.authorized',
    async () => done(await scene.on(item, 'increment', { amount: 5 }), 201).transaction,
  )
  await assertEvent(scene, 'transaction.authorized', async () => (await scene.ask(500, { partial: true })).transaction)
})

test('a declined authorization and a declined increment each send transaction.declined', async () => {
  const scene = await openScene(service)
  await assertEvent(scene, 'transaction.declined', async () => (await scene.ask(101)).transaction)
  const item = await scene.hold(10)
  await assertEvent(
    scene,
    'transaction.declined',
    async () => done(await scene.on(item, 'increment', { amount: 500 }), 201).transaction,
  )
})

test('a partial capture, a final capture and a forced settlement each send transaction.settled', async () => {
  const scene = await openScene(service)
  const item = await scene.hold(50)
  await assertEvent(scene, 'transaction.settled', async () =>
    done(await scene.on(item, 'settle', { amount: 5, final: false }), 201),
  )
  await assertEvent(scene, 'transaction.settled', async () => done(await scene.on(item, 'settle', { amount: 20 }), 201))
  await assertEvent(scene, 'transaction.settled', () => scene.force(5))
})

test('every refund sends transaction.refunded', async () => {
  const scene = await openScene(service)
  const { id } = await scene.force(5)
  await assertEvent(scene, 'transaction.refunded', async () =>
    done(await scene.call('refunds', { transaction_id: id }), 201),
  )
  const unlinked = { card_id: scene.card, merchant: ads, amount: 1 }
  await assertEvent(scene, 'transaction.refunded', async () => done(await scene.call('refunds', unlinked), 201))
})

test('a challenge sends 3ds.challenge without storing the passcode in the event row, and entering a code sends no event', async () => {
  const scene = await openScene(service)
  const made = await assertEvent(scene, '3ds.challenge', () => scene.challenge(5))
  await silent(scene, () => scene.verify(made, wrongOtp(made)))
  await silent(scene, () => scene.verify(made))
  await silent(scene, () => scene.advance(600))
})

/** Returns the body of the only event of this type that `act` causes. */
async function bodyOf(scene: Scene, type: string, act: () => Promise<unknown>): Promise<Json> {
  const [types, events] = await eventsDuring(service, scene.api, act)
  assert.deepEqual(types, [type])
  assert.equal(events[0]!.subject, null)
  return events[0]!.data
}

const asEvent = (item: Json, more: object) => ({
  ...item,
  authorization_id: item.id,
  decline_reason: null,
  '3ds_status': 'not_required',
  ...more,
})

test('a reversal sends transaction.reversed with the current status and held amount of the authorization', async () => {
  const scene = await openScene(service)
  const item = await scene.hold(60)
  const part = await bodyOf(scene, 'transaction.reversed', () => scene.on(item, 'reverse', { amount: 20 }))
  assert.deepEqual(part, asEvent(item, { authorization_status: 'pending', held_amount: 40 }))
  const rest = await bodyOf(scene, 'transaction.reversed', () => scene.on(item, 'reverse'))
  assert.deepEqual(rest, asEvent(item, { authorization_status: 'reversed', held_amount: 0 }))
})

test('a reversal that names an increment sends the event for its authorization', async () => {
  const scene = await openScene(service)
  const item = await scene.hold(60)
  const { transaction } = done(await scene.on(item, 'increment', { amount: 10 }), 201)
  const data = await bodyOf(scene, 'transaction.reversed', () => scene.on(transaction, 'reverse'))
  assert.deepEqual(data, asEvent(item, { authorization_status: 'reversed', held_amount: 0 }))
})

test('an expiry sends transaction.expired once, whether it is requested or happens by time', async () => {
  const scene = await openScene(service)
  const [item, other] = [await scene.hold(60), await scene.hold(5)]
  const data = await bodyOf(scene, 'transaction.expired', () => scene.on(item, 'expire'))
  assert.deepEqual(data, asEvent(item, { authorization_status: 'expired', held_amount: 0 }))
  await silent(scene, () => scene.on(item, 'expire'))
  const byTime = await bodyOf(scene, 'transaction.expired', () => scene.advance(8 * DAY))
  assert.deepEqual(byTime, asEvent(other, { authorization_status: 'expired', held_amount: 0 }))
})

test('an authorization that passed 3-D Secure is shown as authenticated in its events', async () => {
  const scene = await openScene(service)
  const challenge = await scene.challenge(50)
  done(await scene.verify(challenge), 200)
  const item = await scene.hold(50, { three_ds_challenge_id: challenge.id })
  const data = await bodyOf(scene, 'transaction.reversed', () => scene.on(item, 'reverse'))
  assert.equal(data['3ds_status'], 'authenticated')
})

test('a rejected request sends no event', async () => {
  const scene = await openScene(service)
  const item = await scene.hold(10)
  done(await scene.on(item, 'settle'), 201)
  await silent(scene, () => scene.ask(5, { pan: '4242424242424242' }))
  for (const verb of ['increment', 'settle', 'reverse']) await silent(scene, () => scene.on(item, verb, { amount: 1 }))
  await silent(scene, () => scene.on(item, 'expire'))
  await silent(scene, () => scene.call('authorizations', { card_id: scene.card, amount: 0, merchant: ads }))
})

test('a replayed request sends no second event', async () => {
  const { api, card } = await openScene(service)
  const send = () =>
    api.post('/sandbox/settlements', { card_id: card, amount: 1, merchant: ads }, { 'x-idempotency-key': 'e' })
  const [types] = await eventsDuring(service, api, async () => {
    for (let n = 0; n < 3; n++) done(await send(), 201)
  })
  assert.deepEqual(types, ['transaction.settled'])
})

test('the sequence number increases by one per event, without gaps, in the order in which the events happened', async () => {
  const scene = await openScene(service)
  const item = await scene.hold(60)
  await scene.ask(500)
  await Promise.all(Array.from({ length: 10 }, () => scene.ask(1)))
  done(await scene.on(item, 'settle'), 201)
  await scene.challenge(1)
  await scene.advance(8 * DAY)
  const events = await eventsOf(service, scene.api)
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  )
  const expected = [
    'deposit.pending',
    'deposit.confirmed',
    'card.created',
    'transaction.authorized',
    'transaction.declined',
  ]
  expected.push(
    ...Array(10).fill('transaction.authorized'),
    'transaction.settled',
    '3ds.challenge',
    ...Array(10).fill('transaction.expired'),
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    expected,
  )
})

test('no event contains a card number', async () => {
  const scene = await openScene(service, { auto_freeze_at: 50 })
  const { pan, cvv } = done(await scene.api.get(`/cards/${scene.card}/details`), 200)
  await scene.hold(10, { pan, cvv })
  await scene.hold(60, { pan })
  for (const { data } of await eventsOf(service, scene.api))
    assert.ok(!JSON.stringify(data).includes(pan), `the event contains the card number: ${JSON.stringify(data)}`)
})

test('the books balance', () => service.audit())

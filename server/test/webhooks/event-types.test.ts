// Every event type, caused through the API and the sandbox, as an endpoint receives it: `data` is the object as GET
// shows it at that moment, plus the additional fields of the event.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ads, DAY, done, type Json, openScene, type Scene } from '../sandbox/scene.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { eventOf, everyType, handedOut, isOfType, register, settled, startWebhookService } from './scene.ts'

const service = await startWebhookService()

type Stage = Scene & { receiver: Receiver; webhook: Json }

async function stage(card: Record<string, unknown> = {}): Promise<Stage> {
  const scene = await openScene(service, card)
  const receiver = await startReceiver()
  return { ...scene, receiver, webhook: await register(scene.api, receiver) }
}

/** Returns the nth event of this type that was received. */
async function heard({ receiver }: Stage, type: string, nth = 1): Promise<Json> {
  const all = (await receiver.waitFor(nth, isOfType(type))).map(eventOf)
  return all.sort((a, b) => a.sequence - b.sequence)[nth - 1]
}

/** The fields of a transaction that a client can read, in the form of an event. */
async function asEvent({ api, full }: Stage, transaction: Json, more: object = {}): Promise<Json> {
  const { data } = done(await api.get('/transactions?per_page=100'), 200)
  const item = data.find((each: Json) => each.id === transaction.id)
  const { authorization_id, decline_reason, '3ds_status': status, rule_results } = await full(transaction)
  return { ...item, authorization_id, decline_reason, '3ds_status': status, rule_results, ...more }
}

/** Rules do not check what happens to a hold after its authorization. */
function withoutRules({ rule_results: _, ...event }: Json): Json {
  return event
}

test('the event envelope has exactly id, type, created_at, environment, sequence and data, in this order', async () => {
  const on = await stage()
  done(await on.api.post(`/cards/${on.card}/freeze`), 200)
  const event = await heard(on, 'card.frozen')
  assert.deepEqual(Object.keys(event), ['id', 'type', 'created_at', 'environment', 'sequence', 'data'])
  assert.match(event.id, /^evt_[0-9a-z]+$/)
  assert.equal(new Date(event.created_at).toISOString(), event.created_at)
  assert.deepEqual([event.environment, Number.isInteger(event.sequence)], ['sandbox', true])
  assert.deepEqual(
    done(await on.api.get(`/events/${event.id}`), 200),
    event,
    'GET /events/{id} returns the event that was sent',
  )
})

test('card.created, card.frozen, card.unfrozen, card.funded and card.terminated contain the summary of the card', async () => {
  const on = await stage()
  const { api } = on
  const { id } = done(await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10, label: 'été' }), 201)
  const steps: [type: string, act: () => Promise<unknown>, extra: object][] = [
    ['card.created', async () => {}, {}],
    ['card.frozen', () => api.post(`/cards/${id}/freeze`), { reason: 'api' }],
    ['card.unfrozen', () => api.post(`/cards/${id}/unfreeze`), {}],
    ['card.funded', () => api.post(`/cards/${id}/fund`, { amount: 12.34 }), { funded_amount: 12.34 }],
    ['card.terminated', () => api.delete(`/cards/${id}`), {}],
  ]
  for (const [type, act, extra] of steps) {
    await act()
    const { data } = await heard(on, type)
    assert.deepEqual(data, { ...(await on.summary(id)), ...extra }, type)
  }
})

test('card.frozen by the balance threshold has the reason auto_freeze and follows the event that caused it', async () => {
  const on = await stage({ auto_freeze_at: 50 })
  await on.hold(60)
  const frozen = await heard(on, 'card.frozen')
  assert.deepEqual(frozen.data, { ...(await on.summary()), reason: 'auto_freeze' })
  assert.equal(frozen.sequence, (await heard(on, 'transaction.authorized')).sequence + 1)
})

test('transaction.authorized contains the list item with authorization_id, decline_reason and 3ds_status, also for an increment', async () => {
  const on = await stage()
  const item = await on.hold(20)
  const first = await heard(on, 'transaction.authorized')
  assert.deepEqual(first.data, await asEvent(on, item))
  assert.deepEqual(first.data, {
    ...item,
    authorization_id: item.id,
    decline_reason: null,
    '3ds_status': 'not_required',
    rule_results: [],
  })
  const { transaction } = done(await on.on(item, 'increment', { amount: 5 }), 201)
  const second = await heard(on, 'transaction.authorized', 2)
  assert.deepEqual(second.data, await asEvent(on, transaction))
  assert.equal(second.data.authorization_id, item.id)
})

test('transaction.authorized after 3-D Secure shows authenticated', async () => {
  const on = await stage()
  const challenge = await on.challenge(20)
  done(await on.verify(challenge), 200)
  const item = await on.hold(20, { three_ds_challenge_id: challenge.id })
  const { data } = await heard(on, 'transaction.authorized')
  assert.deepEqual(data, await asEvent(on, item))
  assert.equal(data['3ds_status'], 'authenticated')
})

test('transaction.declined contains the decline reason', async () => {
  const on = await stage()
  const { transaction } = await on.ask(5_000)
  const { data } = await heard(on, 'transaction.declined')
  assert.deepEqual(data, await asEvent(on, transaction))
  assert.equal(data.decline_reason, 'insufficient_funds')
})

test('transaction.settled is sent for the settlement of an authorization and for a forced settlement', async () => {
  const on = await stage()
  const item = await on.hold(20)
  const settlement = done(await on.on(item, 'settle', { amount: 15 }), 201)
  const { data } = await heard(on, 'transaction.settled')
  assert.deepEqual(data, await asEvent(on, settlement))
  assert.equal(data.authorization_id, item.id)
  const forced = await on.force(3)
  assert.deepEqual((await heard(on, 'transaction.settled', 2)).data, await asEvent(on, forced))
})

test('transaction.refunded is sent for a refund of a settlement and for a refund without one', async () => {
  const on = await stage()
  const settlement = await on.force(10)
  const refund = done(await on.call('refunds', { transaction_id: settlement.id, amount: 4 }), 201)
  assert.deepEqual((await heard(on, 'transaction.refunded')).data, await asEvent(on, refund))
  const free = done(await on.call('refunds', { card_id: on.card, merchant: ads, amount: 1 }), 201)
  assert.deepEqual((await heard(on, 'transaction.refunded', 2)).data, await asEvent(on, free))
})

test('transaction.reversed also contains authorization_status and held_amount', async () => {
  const on = await stage()
  const item = await on.hold(60)
  done(await on.on(item, 'reverse', { amount: 20 }), 200)
  const { authorization_status, held_amount } = await on.full(item)
  assert.deepEqual([authorization_status, held_amount], ['pending', 40])
  const { data } = await heard(on, 'transaction.reversed')
  assert.deepEqual(data, withoutRules(await asEvent(on, item, { authorization_status, held_amount })))
})

test('transaction.expired is sent by time and dated at the due time', async () => {
  const on = await stage()
  const item = await on.hold(60)
  await on.advance(8 * DAY)
  const event = await heard(on, 'transaction.expired')
  const expired = await asEvent(on, item, { authorization_status: 'expired', held_amount: 0 })
  assert.deepEqual(event.data, withoutRules(expired))
  assert.equal(Date.parse(event.created_at), Date.parse(item.created_at) + 7 * DAY * 1_000)
})

test('3ds.challenge contains the challenge with its passcode as it was created, also if it is sent later', async () => {
  const on = await stage()
  on.receiver.answer = () => ({ status: 500 })
  const made = await on.challenge(12)
  const shown = done(await on.api.get(`/3ds/${made.id}`), 200)
  const event = await heard(on, '3ds.challenge')
  assert.deepEqual(event.data, shown)
  assert.match(event.data.otp, /^\d{6}$/)
  done(await on.verify(made), 200)
  await on.receiver.waitFor(1, isOfType('3ds.challenge'))
  const { id } = event
  const replayed = done(await on.api.get(`/events/${id}`), 200)
  assert.deepEqual(replayed.data, shown, 'the status is still pending in the event')
})

test('deposit.pending, deposit.confirmed and deposit.expired contain the deposit as the sandbox returns it', async () => {
  const on = await stage()
  const make = async () => done(await on.call('deposits', { currency: 'btc', amount_crypto: '0.01' }), 201)
  const first = await make()
  assert.deepEqual((await heard(on, 'deposit.pending')).data, first)
  const confirmed = done(await on.call(`deposits/${first.id}/confirm`), 200)
  assert.deepEqual((await heard(on, 'deposit.confirmed')).data, confirmed)
  const second = await make()
  assert.deepEqual((await heard(on, 'deposit.pending', 2)).data, second)
  const expired = done(await on.call(`deposits/${second.id}/expire`), 200)
  assert.deepEqual((await heard(on, 'deposit.expired')).data, expired)
})

test('a subscription to `*` receives all 15 types, each event once, and no event contains a card number or CVV', async () => {
  const on = await stage({ auto_freeze_at: 5 })
  const { api } = on
  const { id } = done(await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 }), 201)
  const secrets = await Promise.all(
    [on.card, id].map(async (card) => done(await api.get(`/cards/${card}/details`), 200)),
  )
  const { pan, cvv, exp_month, exp_year } = secrets[0]
  const item = await on.hold(10, { pan, cvv, exp_month, exp_year })
  done(await on.on(item, 'reverse', { amount: 1 }), 200)
  done(await on.on(item, 'settle'), 201)
  await on.hold(10)
  await on.ask(4_000, { pan })
  done(await on.call('refunds', { card_id: on.card, merchant: ads, amount: 1 }), 201)
  await on.challenge(5)
  const [one] = [
    done(await on.call('deposits', { currency: 'usdt', amount_crypto: '50' }), 201),
    done(await on.call('deposits', { currency: 'usdt', amount_crypto: '60' }), 201),
  ]
  done(await on.call(`deposits/${one.id}/confirm`), 200)
  for (const verb of ['freeze', 'unfreeze']) done(await api.post(`/cards/${id}/${verb}`), 200)
  done(await api.post(`/cards/${id}/fund`, { amount: 5 }), 200)
  done(await api.delete(`/cards/${id}`), 200)
  await on.advance(8 * DAY)
  await handedOut(service, api)
  await settled(api, on.webhook)
  const events = on.receiver.received.map(eventOf)
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(everyType))
  const { data } = done(await api.get('/events?per_page=100'), 200)
  const registeredAfter = Math.min(...events.map(({ sequence }) => sequence))
  assert.deepEqual(
    events.toSorted((a, b) => b.sequence - a.sequence),
    data.filter(({ sequence }: Json) => sequence >= registeredAfter),
    'every event of the feed arrived once',
  )
  for (const { body } of on.receiver.received)
    for (const secret of secrets) {
      assert.ok(!body.includes(secret.pan), `the event contains the card number: ${body}`)
      assert.doesNotMatch(body, /"(pan|cvv|number)"/)
    }
})

// Which endpoint receives which event: subscriptions, registration, turning off and on.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../harness.ts'
import { done, type Json, newCard } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import {
  deliveriesOf,
  eventOf,
  everyType,
  handedOut,
  isOf,
  isOfType,
  register,
  sendTest,
  settled,
  startWebhookService,
} from './scene.ts'

const service = await startWebhookService()
const funded = () => service.fundedWorkspace(1_000)
const typesAt = (receiver: Receiver) => receiver.received.map((received) => eventOf(received).type)

/** Creates, freezes, unfreezes, funds and terminates a card, and returns its id. */
async function liveACard(api: Api): Promise<string> {
  const { id } = await newCard(api, { amount: 10 })
  for (const verb of ['freeze', 'unfreeze']) done(await api.post(`/cards/${id}/${verb}`), 200)
  done(await api.post(`/cards/${id}/fund`, { amount: 5 }), 200)
  done(await api.delete(`/cards/${id}`), 200)
  return id
}
const cardEvents = ['card.created', 'card.frozen', 'card.unfrozen', 'card.funded', 'card.terminated']

const queuedTypes = async (api: Api, webhook: Json): Promise<string[]> =>
  (await deliveriesOf(api, webhook)).map(({ event_type }) => event_type).reverse()

test('an endpoint receives only the types that it subscribes to, and `*` receives all', async () => {
  const api = await funded()
  const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()])
  const lists = [['card.frozen', 'card.terminated'], ['*'], ['deposit.pending']]
  const webhooks: Json[] = []
  for (const [index, receiver] of receivers.entries()) webhooks.push(await register(api, receiver, lists[index]))
  await liveACard(api)
  await handedOut(service, api)
  assert.deepEqual(await queuedTypes(api, webhooks[0]), ['card.frozen', 'card.terminated'])
  assert.deepEqual(await queuedTypes(api, webhooks[1]), cardEvents)
  assert.deepEqual(await queuedTypes(api, webhooks[2]), [])
  await Promise.all([receivers[0]!.waitFor(2), receivers[1]!.waitFor(5)])
  await Promise.all(webhooks.map((webhook) => settled(api, webhook)))
  assert.deepEqual(typesAt(receivers[0]!).sort(), ['card.frozen', 'card.terminated'])
  assert.deepEqual(typesAt(receivers[1]!).sort(), cardEvents.toSorted())
  assert.equal(receivers[2]!.received.length, 0)
})

test('an endpoint with a single type receives only events of that type', async () => {
  const api = await funded()
  const receiver = await startReceiver()
  const chosen = everyType.slice(0, 8)
  const webhooks: Json[] = []
  for (const type of chosen) webhooks.push(await register(api, receiver, [type]))
  await liveACard(api)
  await handedOut(service, api)
  for (const [index, webhook] of webhooks.entries())
    assert.deepEqual(
      await queuedTypes(api, webhook),
      cardEvents.filter((type) => type === chosen[index]),
    )
})

test('an endpoint receives no event from before its registration', async () => {
  const api = await funded()
  const [early, late] = [await startReceiver(), await startReceiver()]
  const first = await register(api, early)
  await newCard(api, { label: 'before', amount: 1 })
  const second = await register(api, late)
  const after = await newCard(api, { label: 'after', amount: 1 })
  await handedOut(service, api)
  assert.deepEqual([(await queuedTypes(api, first)).length, (await queuedTypes(api, second)).length], [2, 1])
  const [received] = await late.waitFor(1)
  assert.equal(eventOf(received!).data.id, after.id)
})

test('an inactive endpoint receives no event, and turning it on does not send the events that happened in between', async () => {
  const api = await funded()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  await api.patch(`/webhooks/${webhook.id}`, { active: false })
  const meanwhile = await newCard(api, { amount: 1 })
  await handedOut(service, api)
  await api.patch(`/webhooks/${webhook.id}`, { active: true })
  const after = await newCard(api, { amount: 1 })
  const [received] = await receiver.waitFor(1)
  assert.equal(eventOf(received!).data.id, after.id)
  await handedOut(service, api)
  assert.equal((await deliveriesOf(api, webhook)).length, 1)
  assert.ok(!receiver.received.some(({ body }) => body.includes(meanwhile.id)), `${meanwhile.id} was sent`)
})

test('events while an endpoint was off are not sent even if the worker first sees them after it is turned on', async () => {
  const api = await funded()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  for (let n = 0; n < 5; n++) {
    await api.patch(`/webhooks/${webhook.id}`, { active: false })
    await newCard(api, { amount: 1 })
    await api.patch(`/webhooks/${webhook.id}`, { active: true })
  }
  await handedOut(service, api)
  assert.deepEqual(await deliveriesOf(api, webhook), [])
})

test('an event from before the endpoint was turned off is sent, even if it is turned off right after the event', async () => {
  const api = await funded()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  const ROUNDS = 10
  for (let n = 0; n < ROUNDS; n++) {
    await newCard(api, { amount: 1 })
    await api.patch(`/webhooks/${webhook.id}`, { active: false })
    await api.patch(`/webhooks/${webhook.id}`, { active: true })
  }
  await handedOut(service, api)
  assert.equal(
    (await deliveriesOf(api, webhook)).length,
    ROUNDS,
    'events that happened while the endpoint was active were lost',
  )
})

test('a changed subscription applies from the moment of the change, even right after an event', async () => {
  const api = await funded()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver, ['card.created'])
  const ROUNDS = 10
  for (let n = 0; n < ROUNDS; n++) {
    await newCard(api, { amount: 1 })
    await api.patch(`/webhooks/${webhook.id}`, { events: ['card.frozen'] })
    await api.patch(`/webhooks/${webhook.id}`, { events: ['card.created'] })
  }
  await handedOut(service, api)
  assert.equal(
    (await deliveriesOf(api, webhook)).length,
    ROUNDS,
    'events that the endpoint had subscribed to were lost',
  )
})

test('an endpoint that was turned off by 410 before any event happened can be turned on again', async () => {
  const api = await funded()
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 410 })
  const webhook = await register(api, receiver)
  const [event] = done(await api.get('/events'), 200).data
  done(await api.post(`/events/${event.id}/resend`), 200) // This creates a delivery and no event.
  await receiver.waitFor(1)
  await until('the endpoint is inactive', async () => !done(await api.get(`/webhooks/${webhook.id}`), 200).active)
  receiver.answer = () => ({})
  assert.equal(done(await api.patch(`/webhooks/${webhook.id}`, { active: true }), 200).active, true)
  const { id } = await newCard(api, { amount: 1 })
  const [received] = await receiver.waitFor(1, isOfType('card.created'))
  assert.equal(eventOf(received!).data.id, id)
})

test('an endpoint that is changed many times receives exactly the events that it was subscribed to when they happened', async () => {
  const api = await funded()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver, ['card.created'])
  const expected: string[] = []
  // The sequence of random numbers is fixed, so that a failure can be repeated.
  let seed = 7
  const chance = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  let [active, events] = [true, ['card.created']]
  for (let n = 0; n < 40; n++) {
    if (chance() < 0.5) {
      const { id } = await newCard(api, { amount: 1 })
      if (active && events[0] !== 'card.frozen') expected.push(id)
    } else {
      if (chance() < 0.5) active = chance() < 0.5
      else events = [['card.created'], ['card.frozen'], ['*']][Math.floor(chance() * 3)]!
      done(await api.patch(`/webhooks/${webhook.id}`, { active, events }), 200)
    }
  }
  done(await api.patch(`/webhooks/${webhook.id}`, { active: true }), 200)
  await handedOut(service, api)
  await settled(api, webhook)
  assert.deepEqual(receiver.received.map((received) => eventOf(received).data.id).sort(), expected.sort())
})

test('a changed subscription and URL apply to the next events', async () => {
  const api = await funded()
  const [old, fresh] = [await startReceiver(), await startReceiver()]
  const webhook = await register(api, old, ['card.created'])
  const { id } = await newCard(api, { amount: 1 })
  await old.waitFor(1)
  done(await api.patch(`/webhooks/${webhook.id}`, { url: fresh.url, events: ['card.frozen'] }), 200)
  await newCard(api, { amount: 1 })
  await api.post(`/cards/${id}/freeze`)
  const [received] = await fresh.waitFor(1)
  assert.equal(eventOf(received!).type, 'card.frozen')
  await handedOut(service, api)
  assert.deepEqual(await queuedTypes(api, webhook), ['card.created', 'card.frozen'])
  assert.equal(old.received.length, 1)
})

test('an endpoint receives no event of another workspace', async () => {
  const [api, stranger] = [await funded(), await funded()]
  const [mine, theirs] = [await startReceiver(), await startReceiver()]
  await register(api, mine)
  const webhook = await register(stranger, theirs)
  await newCard(api, { amount: 1 })
  await mine.waitFor(1)
  const { event_id } = await sendTest(stranger, webhook)
  await theirs.waitFor(1, isOf(event_id))
  await handedOut(service, stranger)
  assert.equal((await deliveriesOf(stranger, webhook)).length, 1)
})

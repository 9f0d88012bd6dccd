// Deliveries from end to end, with a service, its worker, and a receiver on loopback.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { asOwner, inParallel, newCard, workspaceOf } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { startReceiver } from './receiver.ts'
import {
  attempted,
  deliveriesOf,
  eventOf,
  fillEvents,
  handedOut,
  register,
  sendTest,
  settled,
  startWebhookService,
} from './scene.ts'

const service = await startWebhookService()

/** Counts how often each event was received. */
function counts(received: { headers: Record<string, unknown> }[]): Map<unknown, number> {
  const counted = new Map<unknown, number>()
  for (const { headers } of received)
    counted.set(headers['x-webhook-id'], (counted.get(headers['x-webhook-id']) ?? 0) + 1)
  return counted
}

test('an event is sent once, with the signature of the specification', async () => {
  const api = await service.fundedWorkspace(1_000)
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  const card = await newCard(api, { amount: 10 })
  const [received] = await receiver.waitFor(1)
  assert.equal(
    received!.headers['x-webhook-signature'],
    createHmac('sha256', webhook.secret).update(received!.body).digest('hex'),
  )
  const event = eventOf(received!)
  assert.deepEqual([event.type, event.data.id], ['card.created', card.id])
  const [delivery, ...more] = await settled(api, webhook)
  assert.deepEqual([delivery.event_id, delivery.attempt, delivery.status], [event.id, 1, 'succeeded'])
  assert.equal(more.length, 0)
})

test('many events during concurrent writes are each sent once and counted once', async () => {
  const api = await service.fundedWorkspace(1_000)
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  const cards = await Promise.all(Array.from({ length: 4 }, () => newCard(api, { amount: 1 })))
  const ROUNDS = 100
  await inParallel(ROUNDS, 4, (index) =>
    api.post(`/cards/${cards[index % 4]!.id}/${index % 8 < 4 ? 'freeze' : 'unfreeze'}`),
  )
  await handedOut(service, api)
  const { pagination } = (await api.get(`/webhooks/${webhook.id}/deliveries`)).body
  // The two events of the deposit came before the registration.
  assert.equal(pagination.total, (await api.get('/events')).body.pagination.total - 2)
  await receiver.waitFor(pagination.total)
  await until('no delivery is pending', async () => (await deliveriesOf(api, webhook, '?status=pending')).length === 0)
  const twice = [...counts(receiver.received)].filter(([, count]) => count > 1)
  assert.deepEqual(twice, [], 'events that were sent more than once')
  assert.equal(receiver.received.length, pagination.total)
})

test('a backlog larger than the memory of a worker is sent completely, each event once', async () => {
  const api = await service.workspace()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  const COUNT = 700
  await fillEvents(service, api, COUNT, 10)
  await receiver.waitFor(COUNT)
  await handedOut(service, api)
  await until('no delivery is pending', async () => (await deliveriesOf(api, webhook, '?status=pending')).length === 0)
  assert.equal((await api.get(`/webhooks/${webhook.id}/deliveries`)).body.pagination.total, COUNT)
  const counted = counts(receiver.received)
  assert.equal(counted.size, COUNT)
  assert.deepEqual([...counted].filter(([, count]) => count > 1).length, 0, 'events that were sent more than once')
})

test('the URL is checked again at every attempt, so production never reaches loopback', async () => {
  const live = await service.workspace('production')
  const receiver = await startReceiver()
  const webhook = await register(live, { url: 'https://8.8.8.8/hook' })
  const url = `${receiver.url}/${webhook.id}`
  const { bucket, id } = await workspaceOf(service, live)
  await asOwner(
    service,
    (sql) => sql`update webhooks set url = ${url} where bucket = ${bucket} and workspace_id = ${id}`,
  )
  const delivery = await attempted(live, webhook, (await sendTest(live, webhook)).id, 1)
  assert.deepEqual([delivery.status, delivery.response_status], ['pending', null])
  assert.match(delivery.response_body, /refused/)
  assert.equal(receiver.received.length, 0)
})

test('twenty hanging endpoints of one workspace do not delay the deliveries of another workspace', async () => {
  const [busy, quiet] = [await service.fundedWorkspace(1_000), await service.fundedWorkspace(1_000)]
  const [noise, receiver] = [await startReceiver(), await startReceiver()]
  noise.answer = () => 'hang'
  for (let n = 0; n < 20; n++) await register(busy, noise)
  await register(quiet, receiver)
  await newCard(busy, { amount: 1 })
  await noise.waitFor(20)
  const startedAt = performance.now()
  await newCard(quiet, { amount: 1 })
  await receiver.waitFor(1)
  // A hanging endpoint is given up after 15 s.
  const waitedMs = performance.now() - startedAt
  assert.ok(waitedMs < 12_000, `hanging endpoints of one workspace delayed another for ${waitedMs} ms`)
  await noise.close() // This ends the hanging requests, so that the suite does not wait for their time-outs.
})

// Manual resends: POST retry for a delivery and POST resend for an event. The test event is tested here too.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../harness.ts'
import { asOwner, assertError, done, type Json, newCard, unknownId, workspaceOf } from '../sandbox/scene.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import {
  advance,
  attempted,
  deliveriesOf,
  eventOf,
  handedOut,
  isOf,
  register,
  sendTest,
  settled,
  startWebhookService,
} from './scene.ts'

const service = await startWebhookService()
const retry = (api: Api, webhook: Json, { id }: Json) => api.post(`/webhooks/${webhook.id}/deliveries/${id}/retry`)
const resend = async (api: Api, eventId: string, body?: object): Promise<Json[]> =>
  done(await api.post(`/events/${eventId}/resend`, body), 200).deliveries

/** Creates one endpoint for each list of events, each with a receiver of its own. */
async function endpoints(api: Api, ...lists: string[][]): Promise<{ receiver: Receiver; webhook: Json }[]> {
  const made: { receiver: Receiver; webhook: Json }[] = []
  for (const events of lists) {
    const receiver = await startReceiver()
    made.push({ receiver, webhook: await register(api, receiver, events) })
  }
  return made
}

test('a retry of a pending delivery is attempted immediately and returns the delivery as pending and due now', async () => {
  const api = await service.workspace()
  const [on] = (await endpoints(api, ['*'])) as [{ receiver: Receiver; webhook: Json }]
  on.receiver.answer = () => ({ status: 500, body: 'busy' })
  const first = await attempted(api, on.webhook, (await sendTest(api, on.webhook)).id, 1)
  on.receiver.answer = () => ({})
  const answer = done(await retry(api, on.webhook, first), 200)
  const { now } = done(await api.get('/sandbox/clock'), 200)
  assert.deepEqual({ ...answer, next_attempt_at: null }, { ...first, next_attempt_at: null })
  assert.ok(Date.parse(answer.next_attempt_at) <= Date.parse(now), `${answer.next_attempt_at} is later than ${now}`)
  const ended = await attempted(api, on.webhook, first.id, 2)
  assert.deepEqual([ended.status, ended.response_status, ended.attempt], ['succeeded', 200, 2])
  assert.equal(on.receiver.received[0]!.body, on.receiver.received[1]!.body)
})

test('a retry of a succeeded delivery sends it again', async () => {
  const api = await service.workspace()
  const [on] = (await endpoints(api, ['*'])) as [{ receiver: Receiver; webhook: Json }]
  const { id, event_id } = await sendTest(api, on.webhook)
  const done1 = await attempted(api, on.webhook, id, 1)
  assert.equal(done1.status, 'succeeded')
  assert.equal(done(await retry(api, on.webhook, done1), 200).status, 'pending')
  await on.receiver.waitFor(2, isOf(event_id))
  const again = await attempted(api, on.webhook, id, 2)
  assert.deepEqual([again.status, again.attempt], ['succeeded', 2])
  assert.equal((await deliveriesOf(api, on.webhook)).length, 1)
})

test('a retry of a failed delivery makes one more attempt, and another failure leaves it failed', async () => {
  const api = await service.workspace()
  const [on] = (await endpoints(api, ['*'])) as [{ receiver: Receiver; webhook: Json }]
  on.receiver.answer = () => ({ status: 500 })
  const { id } = await sendTest(api, on.webhook)
  await attempted(api, on.webhook, id, 1)
  const { bucket, id: owner } = await workspaceOf(service, api)
  // attempts.test.ts covers the attempts before. This test starts at the last attempt of the schedule.
  await asOwner(
    service,
    (sql) => sql`update webhook_deliveries set attempt = 9 where bucket = ${bucket} and workspace_id = ${owner}`,
  )
  await advance(api, 5)
  const failed = await attempted(api, on.webhook, id, 10)
  assert.equal(failed.status, 'failed')
  done(await retry(api, on.webhook, failed), 200)
  const still = await attempted(api, on.webhook, id, 11)
  assert.deepEqual([still.status, still.next_attempt_at], ['failed', null])
  on.receiver.answer = () => ({})
  done(await retry(api, on.webhook, failed), 200)
  assert.equal((await attempted(api, on.webhook, id, 12)).status, 'succeeded')
})

test('resend to one endpoint creates a separate delivery of the same event, whatever the endpoint subscribes to', async () => {
  const api = await service.fundedWorkspace(100)
  const [all, none] = (await endpoints(api, ['*'], ['deposit.pending'])) as [Json, Json]
  await newCard(api, { amount: 1 })
  const [first] = await all.receiver.waitFor(1)
  await settled(api, all.webhook)
  const { id } = eventOf(first)
  const deliveries = await resend(api, id, { webhook_id: none.webhook.id })
  assert.equal(deliveries.length, 1)
  const [{ event_id, event_type, status, attempt }] = deliveries as [Json]
  assert.deepEqual([event_id, event_type, status, attempt], [id, 'card.created', 'pending', 0])
  const [received] = await none.receiver.waitFor(1)
  assert.equal(received.body, first.body)
  await settled(api, none.webhook)
  assert.equal((await deliveriesOf(api, none.webhook))[0].id, deliveries[0].id)
  assert.equal((await deliveriesOf(api, all.webhook)).length, 1)
})

test('resend without webhook_id sends the event to every active endpoint that subscribes to its type', async () => {
  const api = await service.fundedWorkspace(100)
  const [all, created, frozen, off] = (await endpoints(api, ['*'], ['card.created'], ['card.frozen'], ['*'])) as Json[]
  await newCard(api, { amount: 1 })
  const [first] = await all.receiver.waitFor(1)
  for (const each of [all, created, off]) await settled(api, each.webhook)
  await handedOut(service, api)
  done(await api.patch(`/webhooks/${off.webhook.id}`, { active: false }), 200)
  const { id } = eventOf(first)
  const deliveries = await resend(api, id)
  assert.equal(deliveries.length, 2)
  assert.equal(new Set(deliveries.map((each) => each.id)).size, 2)
  await Promise.all([all.receiver.waitFor(2, isOf(id)), created.receiver.waitFor(2, isOf(id))])
  for (const each of [all, created]) assert.equal((await settled(api, each.webhook)).length, 2)
  assert.deepEqual([frozen.receiver.received.length, off.receiver.received.length], [0, 1])
})

test('resend of an event from before the registration sends it, and without a subscriber returns an empty list of deliveries', async () => {
  const api = await service.fundedWorkspace(100)
  const { data } = done(await api.get('/events?type=deposit.confirmed'), 200)
  assert.deepEqual(await resend(api, data[0].id), [])
  const [on] = (await endpoints(api, ['deposit.confirmed'])) as [Json]
  assert.equal((await resend(api, data[0].id, {})).length, 1)
  const [received] = await on.receiver.waitFor(1)
  assert.deepEqual(eventOf(received), data[0])
})

test('resend of an unknown event returns 404 event_not_found, and to an unknown endpoint 404 webhook_not_found, also across workspaces', async () => {
  const [api, stranger] = [await service.fundedWorkspace(100), await service.fundedWorkspace(100)]
  const [on] = (await endpoints(stranger, ['*'])) as [Json]
  const { data } = done(await api.get('/events'), 200)
  const foreign = done(await stranger.get('/events'), 200).data[0].id
  for (const id of [foreign, await unknownId(service, api, 'event'), 'evt_1', 'x'])
    assertError(await api.post(`/events/${id}/resend`), 404, 'event_not_found')
  for (const webhook_id of [on.webhook.id, await unknownId(service, api, 'webhook'), 'wh_1'])
    assertError(await api.post(`/events/${data[0].id}/resend`, { webhook_id }), 404, 'webhook_not_found')
  assert.equal((await deliveriesOf(stranger, on.webhook)).length, 0)
})

test('a test event goes only to its endpoint, whatever the endpoint subscribes to', async () => {
  const api = await service.workspace()
  const [tested, other] = (await endpoints(api, ['card.frozen'], ['*'])) as [Json, Json]
  const { event_id } = await sendTest(api, tested.webhook)
  const [received] = await tested.receiver.waitFor(1)
  const event = eventOf(received)
  assert.deepEqual([event.id, event.type, event.data.webhook_id], [event_id, 'webhook.test', tested.webhook.id])
  await handedOut(service, api)
  assert.deepEqual(await deliveriesOf(api, other.webhook), [])
  assert.equal((await settled(api, tested.webhook)).length, 1)
})

test('a test event that is resent goes only to its endpoint', async () => {
  const api = await service.workspace()
  const [tested, other] = (await endpoints(api, ['card.frozen'], ['*'])) as [Json, Json]
  const { event_id } = await sendTest(api, tested.webhook)
  await tested.receiver.waitFor(1)
  await resend(api, event_id)
  await handedOut(service, api)
  assert.deepEqual(
    await deliveriesOf(api, other.webhook),
    [],
    'an endpoint received the test event of another endpoint',
  )
})

// What happens to queued deliveries when their endpoint is turned off, deleted or reset.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeDeadWorkspaces } from '../../src/worker.ts'
import { asOwner, assertError, done, type Json, newCard, workspaceOf } from '../sandbox/scene.ts'
import { startReceiver } from './receiver.ts'
import {
  advance,
  attempted,
  deliveriesOf,
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

test('queued retries wait while the endpoint is inactive and continue when it is active again', async () => {
  const api = await funded()
  const [receiver, witness] = [await startReceiver(), await startReceiver()]
  receiver.answer = () => ({ status: 500 })
  witness.answer = () => ({ status: 500 })
  const [webhook, other] = [await register(api, receiver), await register(api, witness)]
  await newCard(api, { amount: 1 })
  await Promise.all([receiver.waitFor(1), witness.waitFor(1)])
  const [{ id }] = (await deliveriesOf(api, webhook)) as [Json]
  await attempted(api, webhook, id, 1)
  await attempted(api, other, ((await deliveriesOf(api, other)) as [Json])[0].id, 1)
  await api.patch(`/webhooks/${webhook.id}`, { active: false })
  await advance(api, 5)
  await witness.waitFor(2) // Both were due, and the worker looks at all endpoints of a workspace in one turn.
  assert.equal(receiver.received.length, 1)
  const [waiting] = (await deliveriesOf(api, webhook)) as [Json]
  assert.deepEqual([waiting.status, waiting.attempt], ['pending', 1])
  receiver.answer = () => ({})
  await api.patch(`/webhooks/${webhook.id}`, { active: true })
  await receiver.waitFor(2)
  const [ended] = (await settled(api, webhook)) as [Json]
  assert.deepEqual([ended.status, ended.attempt], ['succeeded', 2])
})

test('a deleted endpoint receives no further delivery, not even a queued one', async () => {
  const api = await funded()
  const [receiver, witness] = [await startReceiver(), await startReceiver()]
  for (const each of [receiver, witness]) each.answer = () => ({ status: 500 })
  const [webhook, other] = [await register(api, receiver), await register(api, witness)]
  await newCard(api, { amount: 1 })
  await Promise.all([receiver.waitFor(1), witness.waitFor(1)])
  for (const each of [webhook, other]) await attempted(api, each, ((await deliveriesOf(api, each)) as [Json])[0].id, 1)
  done(await api.delete(`/webhooks/${webhook.id}`), 200)
  await advance(api, 5)
  await newCard(api, { amount: 1 })
  await witness.waitFor(3)
  await handedOut(service, api)
  assert.equal(receiver.received.length, 1)
})

test('deleting an endpoint with many queued deliveries cancels every delivery that is not in progress', async () => {
  const api = await funded()
  const receiver = await startReceiver()
  const gate = Promise.withResolvers<object>()
  receiver.answer = () => gate.promise
  const webhook = await register(api, receiver)
  await Promise.all(Array.from({ length: 20 }, () => sendTest(api, webhook)))
  await receiver.waitFor(1)
  done(await api.delete(`/webhooks/${webhook.id}`), 200)
  const witness = await startReceiver()
  await sendTest(api, await register(api, witness)) // The worker has looked at this workspace again.
  await witness.waitFor(1)
  const before = receiver.received.length
  gate.resolve({})
  const more = await register(api, receiver)
  const { event_id } = await sendTest(api, more)
  await receiver.waitFor(1, isOf(event_id))
  assert.equal(receiver.received.length, before + 1, 'a delivery that was queued for a deleted endpoint was sent')
  assert.ok(before <= 4, `${before} attempts in progress at an endpoint that has not responded yet`)
})

test('a reset deletes the endpoints and their queued deliveries, and a new endpoint receives only new events', async () => {
  const api = await funded()
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 500 })
  const webhook = await register(api, receiver)
  const { id } = await sendTest(api, webhook)
  await attempted(api, webhook, id, 1)
  done(await api.post('/sandbox/reset'), 200)
  assert.deepEqual(done(await api.get('/webhooks'), 200), { data: [] })
  assertError(await api.get(`/webhooks/${webhook.id}`), 404, 'webhook_not_found')
  const again = await register(api, receiver, ['deposit.pending'])
  await advance(api, 600)
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)
  await receiver.waitFor(1, isOfType('deposit.pending'))
  await handedOut(service, api)
  assert.equal((await deliveriesOf(api, again)).length, 1)
  assert.equal(receiver.received.length, 2)
})

test('the purge after a reset deletes endpoints, deliveries and events, also of endpoints that were deleted earlier', async () => {
  const api = await funded()
  const receiver = await startReceiver()
  const [kept, deleted] = [await register(api, receiver), await register(api, receiver)]
  await newCard(api, { amount: 1 })
  for (const webhook of [kept, deleted]) await settled(api, webhook)
  await handedOut(service, api)
  for (const webhook of [kept, deleted]) await settled(api, webhook)
  done(await api.delete(`/webhooks/${deleted.id}`), 200)
  const { bucket, id } = await workspaceOf(service, api)
  done(await api.post('/sandbox/reset'), 200)
  await purgeDeadWorkspaces(service.services)
  const left = await asOwner(service, async (sql) => {
    const found: string[] = []
    for (const table of ['webhooks', 'webhook_cursors', 'webhook_deliveries', 'events']) {
      const [row] = await sql`select 1 from ${sql(table)} where bucket = ${bucket} and workspace_id = ${id} limit 1`
      if (row) found.push(table)
    }
    return found
  })
  assert.deepEqual(left, [])
})

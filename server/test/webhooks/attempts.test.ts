// When a delivery is tried again, what counts as success, and when an endpoint is switched off. The sandbox clock
// drives the tests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../harness.ts'
import { DAY, done, type Json, newCard } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import {
  advance,
  attempted,
  deliveriesOf,
  HOUR,
  handedOut,
  isOf,
  MINUTE,
  register,
  SECOND,
  sendTest,
  settled,
  startWebhookService,
} from './scene.ts'

const service = await startWebhookService()
const delays = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

type Stage = { api: Api; receiver: Receiver; webhook: Json }

async function stage(answer: (received: Received) => object | 'hang'): Promise<Stage> {
  const [api, receiver] = [await service.workspace(), await startReceiver()]
  receiver.answer = answer
  return { api, receiver, webhook: await register(api, receiver) }
}

const now = async (api: Api) => Date.parse(done(await api.get('/sandbox/clock'), 200).now)
const webhookNow = async ({ api, webhook }: Stage): Promise<Json> => done(await api.get(`/webhooks/${webhook.id}`), 200)

/** The delivery of a new test event after its first attempt. */
async function tried({ api, webhook }: Stage): Promise<Json> {
  const { id } = await sendTest(api, webhook)
  return attempted(api, webhook, id, 1)
}

// It hangs while the others run: so none of them waits for it, and the suite waits for it only once.
const hanging = await stage(() => 'hang')
const hung = await sendTest(hanging.api, hanging.webhook)
await hanging.receiver.waitFor(1)

test('ten attempts: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, each up to 10 % earlier; then failed', async () => {
  const on = await stage(() => ({ status: 500, body: 'no' }))
  const { api, receiver, webhook } = on
  let earliest = await now(api)
  const { id, event_id } = await sendTest(api, webhook)
  for (const [index, delay] of delays.entries()) {
    const delivery = await attempted(api, webhook, id, index + 1)
    const latest = await now(api)
    const next = Date.parse(delivery.next_attempt_at)
    assert.deepEqual([delivery.status, delivery.attempt, delivery.response_status], ['pending', index + 1, 500])
    assert.ok(next >= earliest + 0.9 * delay, `attempt ${index + 2} is due after 90 % of its delay`)
    assert.ok(next <= latest + delay, `attempt ${index + 2} is due within its delay`)
    assert.equal(receiver.received.filter(isOf(event_id)).length, index + 1)
    earliest = (await advance(api, delay / SECOND)).getTime()
    await receiver.waitFor(index + 2, isOf(event_id))
  }
  const last = await attempted(api, webhook, id, 10)
  assert.deepEqual([last.status, last.attempt, last.next_attempt_at], ['failed', 10, null])
  await advance(api, 2 * DAY)
  const { id: sentinel } = await sendTest(api, webhook)
  await attempted(api, webhook, sentinel, 1)
  assert.equal(receiver.received.filter(isOf(event_id)).length, 10, 'there is no eleventh')
})

test('before its time nothing is tried', async () => {
  const on = await stage(() => ({ status: 500 }))
  const { api, receiver, webhook } = on
  const { id } = await tried(on)
  await advance(api, 5)
  await attempted(api, webhook, id, 2)
  await advance(api, 180) // 90 % of five minutes are 270 s, so that real time may go on by more than a minute
  await tried(on) // the worker has looked
  assert.equal((await attempted(api, webhook, id, 2)).attempt, 2)
  assert.equal(receiver.received.length, 3)
})

test('a long step of the clock makes one attempt of each delivery, and the next counts from it', async () => {
  const on = await stage(() => ({ status: 500 }))
  const { id } = await tried(on)
  await advance(on.api, 3 * DAY)
  const { next_attempt_at } = await attempted(on.api, on.webhook, id, 2)
  const wait = Date.parse(next_attempt_at) - (await now(on.api))
  assert.ok(wait > 0 && wait <= 5 * MINUTE, `${wait} ms`)
})

const successes = [200, 201, 202, 204, 206, 226, 299]
const failures = [300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 408, 409, 429, 500, 502, 503, 599]
test(`any 2xx is success, everything else is not: ${[...successes, ...failures].join(', ')}`, async () => {
  const status = new Map<unknown, number>()
  const on = await stage(({ headers }) => ({ status: status.get(headers['x-webhook-id']) ?? 500, body: '' }))
  const { api, receiver, webhook } = on
  const gate = Promise.withResolvers<void>()
  receiver.answer = async ({ headers }) => {
    await gate.promise
    return { status: status.get(headers['x-webhook-id'])!, headers: { location: receiver.url }, body: '' }
  }
  for (const each of [...successes, ...failures]) status.set((await sendTest(api, webhook)).event_id, each)
  gate.resolve()
  const all = await until('every first attempt', async () => {
    const deliveries = await deliveriesOf(api, webhook)
    return deliveries.every(({ attempt }) => attempt > 0) && deliveries
  })
  for (const { event_id, response_status, status: outcome, next_attempt_at } of all) {
    const expected = status.get(event_id)!
    const isSuccess = expected < 300
    assert.equal(response_status, expected)
    assert.deepEqual([outcome, next_attempt_at === null], isSuccess ? ['succeeded', true] : ['pending', false])
  }
  assert.equal(receiver.received.length, all.length, 'no redirect was followed')
})

test('a redirect to another receiver is not followed', async () => {
  const elsewhere = await startReceiver()
  const on = await stage(() => ({ status: 307, headers: { location: elsewhere.url } }))
  const delivery = await tried(on)
  assert.deepEqual([delivery.status, delivery.response_status], ['pending', 307])
  on.receiver.answer = () => ({})
  await advance(on.api, 5)
  await settled(on.api, on.webhook)
  assert.equal(elsewhere.received.length, 0)
})

test('the answer is kept: status, first KiB of the body, duration; then of the last attempt', async () => {
  const on = await stage(() => ({ status: 500, body: `${'é'.repeat(700)}` }))
  const first = await tried(on)
  assert.equal(first.response_body, 'é'.repeat(512), '1 KiB, cut between characters')
  assert.ok(Number.isInteger(first.duration_ms) && first.duration_ms >= 0 && first.duration_ms < 60_000)
  on.receiver.answer = () => ({ status: 202, body: 'thanks\0' })
  await advance(on.api, 5)
  const second = await attempted(on.api, on.webhook, first.id, 2)
  assert.deepEqual(
    [second.status, second.response_status, second.response_body, second.next_attempt_at],
    ['succeeded', 202, 'thanks\ufffd', null],
  )
})

test('a receiver that is not there, or closes: no status, and why in response_body', async () => {
  const on = await stage(() => ({}))
  await on.receiver.close()
  const delivery = await tried(on)
  assert.deepEqual(
    [delivery.status, delivery.response_status, delivery.response_body],
    ['pending', null, 'connection refused'],
  )
})

test('410 sets active: false and ends the delivery; what else is queued waits; the owner switches it on again', async () => {
  const on = await stage(() => ({ status: 500 }))
  const { api, receiver, webhook } = on
  const waiting = await tried(on)
  receiver.answer = () => ({ status: 410 })
  const gone = await tried(on)
  assert.deepEqual([gone.status, gone.response_status, gone.next_attempt_at], ['failed', 410, null])
  await until('inactive', async () => !(await webhookNow(on)).active)
  const before = receiver.received.length
  await advance(api, 600)
  const [witness, other] = [await startReceiver(), await service.workspace()]
  await sendTest(other, await register(other, witness))
  await witness.waitFor(1)
  assert.equal(receiver.received.length, before)
  receiver.answer = () => ({})
  done(await api.patch(`/webhooks/${webhook.id}`, { active: true }), 200)
  const ended = await attempted(api, webhook, waiting.id, 2)
  assert.equal(ended.status, 'succeeded')
})

test('switched on again after 410, it is told at once, though an older attempt still hangs', async () => {
  const gate = Promise.withResolvers<object>()
  const on = await stage(() => ({ status: 500 }))
  const { api, receiver, webhook } = on
  receiver.answer = () => gate.promise
  await sendTest(api, webhook)
  await receiver.waitFor(1)
  receiver.answer = () => ({ status: 410 })
  await tried(on)
  await until('inactive', async () => !(await webhookNow(on)).active)
  receiver.answer = () => ({})
  done(await api.patch(`/webhooks/${webhook.id}`, { active: true }), 200)
  const { event_id } = await sendTest(api, webhook)
  const startedAt = performance.now()
  const [received] = await receiver.waitFor(1, isOf(event_id))
  const waitedMs = performance.now() - startedAt
  gate.resolve({})
  // The older attempt is given up after 15 s.
  assert.ok(waitedMs < 12_000, `it waited ${waitedMs} ms`)
  assert.ok(received)
})

/** Its retries are due by then, and fail. */
async function givenUp(on: Stage, days: number): Promise<void> {
  await advance(on.api, days * DAY)
  await until('inactive', async () => !(await webhookNow(on)).active)
}

test('five days of failure set active: false; four and a half do not', async () => {
  const on = await stage(() => ({ status: 500 }))
  const { id } = await tried(on)
  await advance(on.api, 4.5 * DAY)
  await attempted(on.api, on.webhook, id, 2)
  assert.equal((await webhookNow(on)).active, true)
  await givenUp(on, 0.5)
  const before = (await deliveriesOf(on.api, on.webhook)).length
  done(await on.api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)
  await handedOut(service, on.api)
  assert.equal((await deliveriesOf(on.api, on.webhook)).length, before, 'nothing is queued for it any more')
})

test('a success in between begins the five days anew', async () => {
  const on = await stage(() => ({ status: 500 }))
  await tried(on)
  on.receiver.answer = () => ({})
  await advance(on.api, 3 * DAY)
  await settled(on.api, on.webhook)
  on.receiver.answer = () => ({ status: 500 })
  const { id } = await tried(on)
  await advance(on.api, 3 * DAY)
  await attempted(on.api, on.webhook, id, 2)
  assert.equal((await webhookNow(on)).active, true, 'it succeeded on the third day')
  await givenUp(on, 2)
})

test('switched on again after five days of failure, it has five days again', async () => {
  const on = await stage(() => ({ status: 500 }))
  await tried(on)
  await givenUp(on, 5)
  done(await on.api.patch(`/webhooks/${on.webhook.id}`, { active: true }), 200)
  const { id } = await tried(on)
  await advance(on.api, 4 * DAY)
  await attempted(on.api, on.webhook, id, 2)
  assert.equal((await webhookNow(on)).active, true)
  await givenUp(on, 1)
})

const waits: [what: string, header: () => string, ms: [least: number, most: number]][] = [
  ['in seconds', () => '120', [120 * SECOND, 120 * SECOND]],
  ['as a date of real time', () => new Date(Date.now() + HOUR).toUTCString(), [HOUR - 2 * SECOND, HOUR]],
  ['longer than a day', () => '864000', [24 * HOUR, 24 * HOUR]],
  ['a date longer than a day', () => new Date(Date.now() + 240 * HOUR).toUTCString(), [24 * HOUR, 24 * HOUR]],
  ['shorter than the schedule', () => '1', [4.5 * SECOND, 5 * SECOND]],
  ['a date in the past', () => 'Wed, 21 Oct 2015 07:28:00 GMT', [4.5 * SECOND, 5 * SECOND]],
  ['nonsense', () => 'soon', [4.5 * SECOND, 5 * SECOND]],
]
for (const [what, header, [least, most]] of waits) {
  test(`Retry-After ${what} is honoured up to 24 h, also when the sandbox clock has moved`, async () => {
    const on = await stage(() => ({ status: 429, headers: { 'retry-after': header() } }))
    await advance(on.api, 40 * DAY)
    const before = await now(on.api)
    const { next_attempt_at } = await tried(on)
    const after = await now(on.api)
    const next = Date.parse(next_attempt_at)
    assert.ok(next >= before + least && next <= after + most, `${next - before} ms`)
  })
}

test('events of an endpoint that fails are all tried, one after the other', async () => {
  const api = await service.fundedWorkspace(100)
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 500 })
  const webhook = await register(api, receiver)
  await Promise.all(Array.from({ length: 12 }, () => newCard(api, { amount: 1 })))
  await receiver.waitFor(12)
  await until('every first attempt', async () => {
    const deliveries = await deliveriesOf(api, webhook)
    return deliveries.length === 12 && deliveries.every(({ attempt }) => attempt === 1)
  })
  receiver.answer = () => ({})
  await advance(api, 5)
  const ended = await settled(api, webhook)
  assert.ok(ended.every(({ status, attempt }) => status === 'succeeded' && attempt === 2))
})

test('an answer that never comes is given up after 15 s', async () => {
  const delivery = await attempted(hanging.api, hanging.webhook, hung.id, 1)
  assert.deepEqual([delivery.status, delivery.response_status], ['pending', null])
  assert.match(delivery.response_body, /15 s/)
  // A timer of Node may end a millisecond early, and a busy machine ends it late.
  assert.ok(delivery.duration_ms >= 14_990 && delivery.duration_ms < 40_000, `${delivery.duration_ms} ms`)
})

// When a delivery is retried, which responses count as success, and when an endpoint is turned off. The sandbox clock
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

/** Returns the delivery of a new test event after its first attempt. */
async function tried({ api, webhook }: Stage): Promise<Json> {
  const { id } = await sendTest(api, webhook)
  return attempted(api, webhook, id, 1)
}

// This endpoint hangs while the other tests run, so that the suite waits for it only once.
const hanging = await stage(() => 'hang')
const hung = await sendTest(hanging.api, hanging.webhook)
await hanging.receiver.waitFor(1)

test('a delivery is attempted ten times on the schedule 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each up to 10 % early, and then fails', async () => {
  const on = await stage(() => ({ status: 500, body: 'no' }))
  const { api, receiver, webhook } = on
  let earliest = await now(api)
  const { id, event_id } = await sendTest(api, webhook)
  for (const [index, delay] of delays.entries()) {
    const delivery = await attempted(api, webhook, id, index + 1)
    const latest = await now(api)
    const next = Date.parse(delivery.next_attempt_at)
    assert.deepEqual([delivery.status, delivery.attempt, delivery.response_status], ['pending', index + 1, 500])
    assert.ok(
      next >= earliest + 0.9 * delay,
      `attempt ${index + 2} is due ${next - earliest} ms after the last, before 90 % of ${delay} ms`,
    )
    assert.ok(
      next <= latest + delay,
      `attempt ${index + 2} is due ${next - latest} ms after the last, later than ${delay} ms`,
    )
    assert.equal(receiver.received.filter(isOf(event_id)).length, index + 1)
    earliest = (await advance(api, delay / SECOND)).getTime()
    await receiver.waitFor(index + 2, isOf(event_id))
  }
  const last = await attempted(api, webhook, id, 10)
  assert.deepEqual([last.status, last.attempt, last.next_attempt_at], ['failed', 10, null])
  await advance(api, 2 * DAY)
  const { id: sentinel } = await sendTest(api, webhook)
  await attempted(api, webhook, sentinel, 1)
  assert.equal(receiver.received.filter(isOf(event_id)).length, 10, 'there is no eleventh attempt')
})

test('a delivery is not retried before it is due', async () => {
  const on = await stage(() => ({ status: 500 }))
  const { api, receiver, webhook } = on
  const { id } = await tried(on)
  await advance(api, 5)
  await attempted(api, webhook, id, 2)
  await advance(api, 180) // 90 % of five minutes are 270 s, so real time may advance by more than a minute.
  await tried(on) // The worker has looked at the endpoint.
  assert.equal((await attempted(api, webhook, id, 2)).attempt, 2)
  assert.equal(receiver.received.length, 3)
})

test('a long advance of the clock makes one attempt per delivery, and the next attempt is scheduled from there', async () => {
  const on = await stage(() => ({ status: 500 }))
  const { id } = await tried(on)
  await advance(on.api, 3 * DAY)
  const { next_attempt_at } = await attempted(on.api, on.webhook, id, 2)
  const wait = Date.parse(next_attempt_at) - (await now(on.api))
  assert.ok(wait > 0 && wait <= 5 * MINUTE, `the next attempt is ${wait} ms away`)
})

const successes = [200, 201, 202, 204, 206, 226, 299]
const failures = [300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 408, 409, 429, 500, 502, 503, 599]
test(`every 2xx response is a success and every other response is a failure: ${[...successes, ...failures].join(', ')}`, async () => {
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
  const all = await until('every delivery was attempted once', async () => {
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

test('a delivery shows the status, the first KiB of the body and the duration of its last response', async () => {
  const on = await stage(() => ({ status: 500, body: `${'é'.repeat(700)}` }))
  const first = await tried(on)
  assert.equal(first.response_body, 'é'.repeat(512), 'the body is cut to 1 KiB between characters')
  assert.ok(
    Number.isInteger(first.duration_ms) && first.duration_ms >= 0 && first.duration_ms < 60_000,
    `${first.duration_ms} ms`,
  )
  on.receiver.answer = () => ({ status: 202, body: 'thanks\0' })
  await advance(on.api, 5)
  const second = await attempted(on.api, on.webhook, first.id, 2)
  assert.deepEqual(
    [second.status, second.response_status, second.response_body, second.next_attempt_at],
    ['succeeded', 202, 'thanks\ufffd', null],
  )
})

test('a delivery to a receiver that is unreachable or closes the connection shows no status and the cause in response_body', async () => {
  const on = await stage(() => ({}))
  await on.receiver.close()
  const delivery = await tried(on)
  assert.deepEqual(
    [delivery.status, delivery.response_status, delivery.response_body],
    ['pending', null, 'connection refused'],
  )
})

test('a 410 response turns the endpoint off and ends the delivery, and queued deliveries wait until the owner turns it on again', async () => {
  const on = await stage(() => ({ status: 500 }))
  const { api, receiver, webhook } = on
  const waiting = await tried(on)
  receiver.answer = () => ({ status: 410 })
  const gone = await tried(on)
  assert.deepEqual([gone.status, gone.response_status, gone.next_attempt_at], ['failed', 410, null])
  await until('the endpoint is inactive', async () => !(await webhookNow(on)).active)
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

test('an endpoint that is turned on again after 410 receives deliveries immediately, even if an older attempt still hangs', async () => {
  const gate = Promise.withResolvers<object>()
  const on = await stage(() => ({ status: 500 }))
  const { api, receiver, webhook } = on
  receiver.answer = () => gate.promise
  await sendTest(api, webhook)
  await receiver.waitFor(1)
  receiver.answer = () => ({ status: 410 })
  await tried(on)
  await until('the endpoint is inactive', async () => !(await webhookNow(on)).active)
  receiver.answer = () => ({})
  done(await api.patch(`/webhooks/${webhook.id}`, { active: true }), 200)
  const { event_id } = await sendTest(api, webhook)
  const startedAt = performance.now()
  const [received] = await receiver.waitFor(1, isOf(event_id))
  const waitedMs = performance.now() - startedAt
  gate.resolve({})
  // The older attempt is given up after 15 s.
  assert.ok(waitedMs < 12_000, `the delivery took ${waitedMs} ms`)
  assert.ok(received)
})

/** Advances the clock by so many days. The retries are due by then, and fail. */
async function givenUp(on: Stage, days: number): Promise<void> {
  await advance(on.api, days * DAY)
  await until('the endpoint is inactive', async () => !(await webhookNow(on)).active)
}

test('five days of failures turn an endpoint off, and four and a half days do not', async () => {
  const on = await stage(() => ({ status: 500 }))
  const { id } = await tried(on)
  await advance(on.api, 4.5 * DAY)
  await attempted(on.api, on.webhook, id, 2)
  assert.equal((await webhookNow(on)).active, true)
  await givenUp(on, 0.5)
  const before = (await deliveriesOf(on.api, on.webhook)).length
  done(await on.api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)
  await handedOut(service, on.api)
  assert.equal(
    (await deliveriesOf(on.api, on.webhook)).length,
    before,
    'no further delivery is queued for the endpoint',
  )
})

test('a success restarts the five days of failures', async () => {
  const on = await stage(() => ({ status: 500 }))
  await tried(on)
  on.receiver.answer = () => ({})
  await advance(on.api, 3 * DAY)
  await settled(on.api, on.webhook)
  on.receiver.answer = () => ({ status: 500 })
  const { id } = await tried(on)
  await advance(on.api, 3 * DAY)
  await attempted(on.api, on.webhook, id, 2)
  assert.equal((await webhookNow(on)).active, true, 'the endpoint succeeded on the third day')
  await givenUp(on, 2)
})

test('an endpoint that is turned on again after five days of failures has another five days', async () => {
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

const waits: [what: string, header: () => string, ms: [min: number, max: number]][] = [
  ['in seconds', () => '120', [120 * SECOND, 120 * SECOND]],
  ['as a date of real time', () => new Date(Date.now() + HOUR).toUTCString(), [HOUR - 2 * SECOND, HOUR]],
  ['longer than a day', () => '864000', [24 * HOUR, 24 * HOUR]],
  ['a date longer than a day', () => new Date(Date.now() + 240 * HOUR).toUTCString(), [24 * HOUR, 24 * HOUR]],
  ['shorter than the schedule', () => '1', [4.5 * SECOND, 5 * SECOND]],
  ['a date in the past', () => 'Wed, 21 Oct 2015 07:28:00 GMT', [4.5 * SECOND, 5 * SECOND]],
  ['nonsense', () => 'soon', [4.5 * SECOND, 5 * SECOND]],
]
for (const [what, header, [min, max]] of waits) {
  test(`Retry-After ${what} is honoured up to 24 h, also after the sandbox clock has moved`, async () => {
    const on = await stage(() => ({ status: 429, headers: { 'retry-after': header() } }))
    await advance(on.api, 40 * DAY)
    const before = await now(on.api)
    const { next_attempt_at } = await tried(on)
    const after = await now(on.api)
    const next = Date.parse(next_attempt_at)
    assert.ok(next >= before + min && next <= after + max, `the next attempt is ${next - before} ms away`)
  })
}

test('all events of a failing endpoint are attempted, one after the other', async () => {
  const api = await service.fundedWorkspace(100)
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 500 })
  const webhook = await register(api, receiver)
  await Promise.all(Array.from({ length: 12 }, () => newCard(api, { amount: 1 })))
  await receiver.waitFor(12)
  await until('every delivery was attempted once', async () => {
    const deliveries = await deliveriesOf(api, webhook)
    return deliveries.length === 12 && deliveries.every(({ attempt }) => attempt === 1)
  })
  receiver.answer = () => ({})
  await advance(api, 5)
  const ended = await settled(api, webhook)
  assert.ok(
    ended.every(({ status, attempt }) => status === 'succeeded' && attempt === 2),
    JSON.stringify(ended),
  )
})

test('an attempt without a response is aborted after 15 s', async () => {
  const delivery = await attempted(hanging.api, hanging.webhook, hung.id, 1)
  assert.deepEqual([delivery.status, delivery.response_status], ['pending', null])
  assert.match(delivery.response_body, /15 s/)
  // A timer of Node may end a millisecond early, and a busy machine ends it late.
  assert.ok(delivery.duration_ms >= 14_990 && delivery.duration_ms < 40_000, `${delivery.duration_ms} ms`)
})

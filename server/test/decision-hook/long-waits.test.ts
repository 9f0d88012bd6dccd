// In a sandbox the hook may take up to ten minutes, so that its handler can be debugged. Only that authorization waits.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import { ads, assertError, done, newCard } from '../sandbox/scene.ts'
import { anotherService } from '../webhooks/another-service.ts'
import { attemptsOf, type HookScene, openHookScene, says } from './scene.ts'

const TEN_MINUTES = 600_000
const MAX_LONG_WAITS = 10
// The shortest limits that can be set: a connection without a request ends after a second.
const service = await startTestService({
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  DEPOSIT_FEE_BPS: '0',
  IDLE_TIMEOUT_SECONDS: '1',
  REQUEST_TIMEOUT_SECONDS: '1',
  HEADERS_TIMEOUT_SECONDS: '1',
})
const url = 'https://example.com/decide'
const keyed = () => ({ 'x-idempotency-key': randomUUID() })

/**
 * From now on the customer responds when `release` is called; `asked` resolves when that many questions have arrived.
 */
function holdAnswers({ customer }: HookScene) {
  const released = Promise.withResolvers<unknown>()
  customer.respond = async (response, question) => says(await released.promise)(response, question)
  return {
    release: (body: unknown) => released.resolve(body),
    async asked(count: number) {
      while (customer.questions.length < count) await customer.asked()
    },
  }
}

const authorize = (api: Api, card_id: string, headers: Record<string, string> = keyed()) =>
  api.post('/sandbox/authorizations', { card_id, amount: 5, merchant: ads }, headers)

/** Waits until the server closes a connection that sends nothing, so that its limit for idle connections has passed. */
async function untilAnIdleConnectionEnds(): Promise<void> {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.resume()
  await once(socket, 'close')
}

test('a sandbox allows a timeout of ten minutes, production two seconds, and a longer one is rejected', async () => {
  const api = await service.workspace()
  assert.equal(done(await api.put('/decision-hook', { url, timeout_ms: TEN_MINUTES }), 200).timeout_ms, TEN_MINUTES)
  assert.equal(done(await api.get('/decision-hook'), 200).timeout_ms, TEN_MINUTES)
  for (const timeout_ms of [TEN_MINUTES + 1, 199, 2000.5])
    assertError(await api.put('/decision-hook', { url, timeout_ms }), 400, 'invalid_request', 'timeout_ms')
  assert.equal(done(await api.get('/decision-hook'), 200).timeout_ms, TEN_MINUTES)
  assert.equal(done(await api.put('/decision-hook', { url, timeout_ms: 2_000 }), 200).timeout_ms, 2_000)

  const live = await service.workspace('production')
  assert.equal(done(await live.put('/decision-hook', { url, timeout_ms: 2_000 }), 200).timeout_ms, 2_000)
  for (const timeout_ms of [2_001, TEN_MINUTES]) {
    const refused = await live.put('/decision-hook', { url, timeout_ms })
    assertError(refused, 400, 'invalid_request', 'timeout_ms')
    assert.match(refused.body.message, /at most 2000 in production/)
  }
  assert.equal(done(await live.get('/decision-hook'), 200).timeout_ms, 2_000)
})

test('only the asked authorization waits, longer than two seconds and the limits of idle connections', async () => {
  const scene = await openHookScene(service, { timeout_ms: TEN_MINUTES })
  const other = await newCard(scene.api)
  const { hook } = scene
  done(await scene.api.put('/decision-hook', { url: hook.url, timeout_ms: TEN_MINUTES, card_ids: [scene.card] }), 200)
  const held = holdAnswers(scene)
  const waiting = authorize(scene.api, scene.card)
  await held.asked(1)
  for (let second = 0; second < 3; second++) {
    await untilAnIdleConnectionEnds()
    assert.equal(done(await authorize(scene.api, other.id), 201).approved, true)
  }
  assert.equal(done(await scene.api.post(`/cards/${scene.card}/fund`, { amount: 1 }, keyed()), 200).new_balance, 101)
  assert.ok(
    Object.values(service.services.database.sessionUse()).every(({ inUse }) => inUse === 0),
    JSON.stringify(service.services.database.sessionUse()),
  )
  assert.equal(service.services.engine.waitingCount, 0, 'the engine has no waiting operation')
  held.release({ approved: true })
  const { approved, transaction } = done(await waiting, 201)
  assert.equal(approved, true)
  assert.ok(transaction.decision.duration_ms > 2_000, `it took ${transaction.decision.duration_ms} ms`)
  await service.audit()
})

test('ten questions of a workspace may wait long at the same time, and another one waits for two seconds', async () => {
  const scene = await openHookScene(service, { timeout_ms: TEN_MINUTES })
  const held = holdAnswers(scene)
  const waiting = Array.from({ length: MAX_LONG_WAITS }, () => authorize(scene.api, scene.card))
  await held.asked(MAX_LONG_WAITS)
  const further = done(await authorize(scene.api, scene.card), 201)
  assert.deepEqual([further.approved, further.decline_reason], [false, 'hook_unavailable'])
  const [attempt] = await attemptsOf(scene)
  assert.deepEqual([attempt!.outcome, attempt!.error], ['timeout', 'timed out after 2 s'])
  const stranger = await openHookScene(service, { timeout_ms: TEN_MINUTES })
  assert.equal((await stranger.ask(5)).approved, true)
  held.release({ approved: true })
  for (const answer of await Promise.all(waiting)) assert.equal(done(answer, 201).approved, true)
  await service.audit()
})

test('a service that stops gives up a waiting question, changes nothing, and the idempotency key can be used again', async () => {
  const scene = await openHookScene(service, { timeout_ms: TEN_MINUTES, on_timeout: 'approve' })
  const held = holdAnswers(scene)
  const another = await anotherService(service)
  const headers = keyed()
  const waiting = authorize(another.api(scene.api.key), scene.card, headers)
  await held.asked(1)
  await another.closeApp()
  const answer = await waiting
  assertError(answer, 503, 'service_unavailable')
  assert.match(answer.body.message, /nothing happened/)
  assert.equal((await scene.summary()).held, 0)
  held.release({ approved: true })
  assert.equal(done(await authorize(scene.api, scene.card, headers), 201).approved, true)
  assert.equal(new Set(scene.customer.questions.map(({ body }) => body.id)).size, 1, 'the retry asks the same question')
  await service.audit()
})

test('a test of the hook waits as long as the timeout of the hook', async () => {
  const scene = await openHookScene(service, { timeout_ms: TEN_MINUTES })
  const held = holdAnswers(scene)
  const tested = scene.api.post('/decision-hook/test', undefined, keyed())
  await held.asked(1)
  for (let second = 0; second < 3; second++) await untilAnIdleConnectionEnds()
  held.release({ approved: true })
  assert.equal(done(await tested, 200).outcome, 'approved')
})

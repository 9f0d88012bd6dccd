// The service is killed with SIGKILL while a question is open: no hold stays without a response, and nothing happens
// twice.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf } from '../harness.ts'
import { groupOn } from '../processes/service-group.ts'
import { ads, done, type Json } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { openHookScene, says, startHookService } from './scene.ts'

// This service runs the test and audits the books; the requests go to the process that is killed.
const service = await startHookService()
const group = groupOn(service.connection, 1)

const KEYED = 6
const UNKEYED = 2

test('a service that is killed between question and decision changes nothing, and a retry asks under the same id', {
  timeout: 300_000,
}, async () => {
  const scene = await openHookScene(service, { timeout_ms: 2000 })
  const { customer } = scene
  const written = async () => {
    const { held, balance, transaction_count } = await scene.summary()
    return { held, balance, transaction_count }
  }
  await group.start()
  const request = { card_id: scene.card, amount: 5, merchant: ads }
  const send = (headers: Record<string, string> = {}) =>
    apiOf(group.url, scene.api.key).post('/sandbox/authorizations', request, headers)
  const keys = Array.from({ length: KEYED }, (_, n) => ({ 'X-Idempotency-Key': `killed-${n}` }))

  customer.respond = () => {} // the hook never responds
  const cut = [...keys.map((headers) => send(headers)), ...Array.from({ length: UNKEYED }, () => send())]
  const outcomes = Promise.allSettled(cut)
  await until('the hook has received all questions', () => customer.questions.length === KEYED + UNKEYED)
  await group.kill()
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    cut.map(() => 'rejected'),
    'no request got a response',
  )
  assert.deepEqual(await written(), { held: 0, balance: 100, transaction_count: 0 })
  await service.audit()

  const asked = new Set(customer.questions.map(({ body }) => body.id))
  const events = done(await scene.api.get('/events?per_page=1'), 200).data[0].sequence
  await group.start()
  customer.respond = says({ approved: true })
  const answers = await Promise.all(keys.map((headers) => send(headers)))
  for (const { body } of answers) {
    assert.equal(body.approved, true)
    assert.ok(asked.has(body.transaction.decision.id), 'the retry uses the id of the first question')
  }
  assert.equal(customer.questions.length, 2 * KEYED + UNKEYED)
  const again = await Promise.all(keys.map((headers) => send(headers)))
  assert.deepEqual(
    again.map(({ body }) => body),
    answers.map(({ body }) => body),
  )
  assert.equal(customer.questions.length, 2 * KEYED + UNKEYED, 'a decided question is not sent again')
  assert.deepEqual(await written(), { held: 5 * KEYED, balance: 100 - 5 * KEYED, transaction_count: KEYED })
  const since: Json[] = done(await scene.api.get(`/events?after_sequence=${events}`), 200).data
  assert.deepEqual(
    since.map(({ type }) => type),
    keys.map(() => 'transaction.authorized'),
  )
  await service.audit()
  await group.stop()
})

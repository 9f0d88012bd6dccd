// PROCESSOR_PORT: a separate port that serves only processors, with one process and with several.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { environmentOf, OUTSIDE_BIN } from '../processors/scene.ts'
import { openStripeWorld } from '../processors/stripe-world.ts'
import type { Message, Reply } from '../processors/world.ts'
import { until } from '../until.ts'
import { accountsOn, groupOn, LIMITS_OFF } from './service-group.ts'

const NAME = 'stripe-test'
const STOP_MS = 60_000

for (const processes of [1, 2]) {
  test(`with ${processes} process${processes > 1 ? 'es' : ''} the port serves the callbacks alone, and drains`, {
    timeout: 300_000,
  }, async () => {
    const connection = await testDatabase()
    let callbacks = ''
    const deliver = ({ callback, headers, body }: Message) =>
      post(`${callbacks}/processors/${NAME}/${callback}`, headers, body)
    const world = await openStripeWorld({ seed: 1, clock: () => new Date(), ask: deliver })
    after(() => world.close())
    const settings = { ...LIMITS_OFF, ...environmentOf(NAME, world), PROCESSOR_PORT: '0' }
    const group = groupOn(connection, processes, settings)
    await group.start()
    callbacks = (group.lines.find(({ msg }) => msg === 'listening') as { processors?: string }).processors!
    assert.notEqual(new URL(callbacks).port, new URL(group.url).port)

    for (const path of ['/', '/v1/cards', '/healthz', '/readyz', '/metrics', '/docs', '/dashboard/session'])
      assert.equal((await fetch(`${callbacks}${path}`)).status, 404, path)
    const elsewhere = await post(`${callbacks}/v1/cards`, { 'content-type': 'text/plain' }, 'x'.repeat(100_000))
    assert.equal(elsewhere.status, 404)
    assert.equal(JSON.parse(elsewhere.body).error, 'not_found')
    assert.equal((await fetch(`${callbacks}/processors/${NAME}/decisions`)).status, 404, 'a callback takes only POST')
    assert.equal((await post(`${callbacks}/processors/nobody/events`, {}, '{}')).status, 404)
    assert.equal((await post(`${callbacks}/processors/${NAME}/decisions`, {}, '{}')).status, 401)
    const json = { 'content-type': 'application/json' }
    const atApi = await post(`${group.url}/processors/${NAME}/decisions`, json, '{}')
    assert.equal(atApi.status, 404, 'the callbacks are not on the API’s port')

    const { api } = await accountsOn(connection).newAccount(group.url)
    await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '500.00', confirm: true })
    const card = (await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 100 })).body
    const [externalId] = [...world.cards].find(([, { cardId }]) => cardId === card.id)!
    const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
    await world.live(externalId, { amount: 2_500n, merchant, begins: 'asked', steps: [] })
    assert.equal((await api.get(`/cards/${card.id}`)).body.balance, 75)

    const half = await beginRequest(`${callbacks}/processors/${NAME}/events`)
    group.signal('SIGTERM')
    half.finish()
    assert.equal((await half.answer).statusCode, 401, 'what has begun is answered')
    await until('the service has stopped', () => group.hasEnded, STOP_MS)
    assert.equal(group.exitCode, 0)
    await assert.rejects(fetch(callbacks), 'nobody listens any more')
  })
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<Reply> {
  const answer = await fetch(url, { method: 'POST', headers, body })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
}

/** A message of which one half has arrived. */
async function beginRequest(url: string): Promise<{ answer: Promise<IncomingMessage>; finish(): void }> {
  const sending = request(url, { method: 'POST', headers: { 'content-length': 2, expect: '100-continue' } })
  const answer = once(sending, 'response').then(([response]) => response as IncomingMessage)
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.write('{')
  return { answer, finish: () => sending.end('}') }
}

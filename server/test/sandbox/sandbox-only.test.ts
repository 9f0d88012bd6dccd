// Every sandbox call rejects a live key.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../../src/routes.ts'
import { startTestService } from '../harness.ts'
import { ads, anotherKey, assertError, changesNothing, openScene } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const scene = await openScene(service)
const production = await anotherKey(service, scene.api, { live: true })
const { card_id, id: txn_id } = await scene.hold(10)
const { id: challenge_id, otp } = await scene.challenge(5)
const { body: deposit } = await scene.api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' })

const calls: [string, object?][] = [
  ['POST /sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }],
  ['POST /sandbox/deposits/:deposit_id/confirm'],
  ['POST /sandbox/deposits/:deposit_id/expire'],
  ['POST /sandbox/authorizations', { card_id, amount: 1, merchant: ads }],
  ['POST /sandbox/authorizations/:txn_id/increment', { amount: 1 }],
  ['POST /sandbox/authorizations/:txn_id/settle', { amount: 1 }],
  ['POST /sandbox/authorizations/:txn_id/reverse', { amount: 1 }],
  ['POST /sandbox/authorizations/:txn_id/expire'],
  ['POST /sandbox/settlements', { card_id, amount: 1, merchant: ads }],
  ['POST /sandbox/refunds', { card_id, amount: 1, merchant: ads }],
  ['POST /sandbox/3ds', { card_id, amount: 1, merchant: 'Acme Ads' }],
  ['POST /sandbox/3ds/:challenge_id/verify', { otp }],
  ['GET /sandbox/clock'],
  ['POST /sandbox/clock/advance', { seconds: 60 }],
  ['GET /sandbox/rates'],
  ['PUT /sandbox/rates', { rates: { EUR: '1.1' } }],
  ['POST /sandbox/reset'],
]
const real: Record<string, string> = { deposit_id: deposit.id, txn_id, challenge_id }

for (const [call, body] of calls) {
  test(`${call} with a live key returns 400 sandbox_only for any input and changes nothing`, async () => {
    const [method, url] = call.split(' ') as [string, string]
    const paths = [url.replace(/:(\w+)/, (_, name) => real[name]!), url.replace(/:\w+/, 'nonsense')]
    const send = (path: string, text?: unknown) => {
      if (method === 'GET') return production.get(path)
      return method === 'PUT' ? production.put(path, text) : production.post(path, text)
    }
    for (const api of [scene.api, production]) {
      await changesNothing(service, api, async () => {
        for (const path of paths)
          for (const text of [body, { unknown: 1 }]) assertError(await send(path, text), 400, 'sandbox_only')
      })
    }
  })
}

test('the calls tested here are exactly the routes below /sandbox, and only those are sandbox-only', () => {
  const known = calls.map(([call]) => call).sort()
  const below = routes.filter(({ url }) => url.startsWith('/sandbox'))
  assert.deepEqual(below.map(({ method, url }) => `${method} ${url}`).sort(), known)
  assert.deepEqual(
    routes.filter(({ sandboxOnly }) => sandboxOnly),
    below,
  )
})

test('a missing or unknown key returns 401 before sandbox_only is checked', async () => {
  for (const key of ['sk_live_0000000000000000', 'sk_test_0000000000000000']) {
    assertError(await service.api(key).post('/sandbox/reset'), 401, 'unauthorized')
  }
})

test('a read-only key can read the sandbox clock and cannot call any other sandbox route', async () => {
  const reader = await anotherKey(service, scene.api, { readOnly: true })
  assert.equal((await reader.get('/sandbox/clock')).status, 200)
  await changesNothing(service, scene.api, async () => {
    for (const [call, body] of calls) {
      const [method, url] = call.split(' ') as [string, string]
      if (method === 'POST')
        assertError(
          await reader.post(
            url.replace(/:(\w+)/, (_, name) => real[name]!),
            body,
          ),
          403,
          'forbidden',
        )
    }
  })
})

test('the books balance', () => service.audit())

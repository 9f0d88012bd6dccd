// The order of checks: 401, 429, validation (400), 404, idempotency replay, state, funds. Each test makes two faults at
// once and gets the error of the earlier one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { assertError, assertNothingChanges, BIN, bearer, missingId, newCard, send, withKey } from './assertions.ts'

const service = await startTestService()
const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '1' })
const api = await service.fundedWorkspace(1000)
const { id } = await newCard(api)
const missing = await missingId(service, api)
const missingDeposit = await missingId(service, api, 'deposit')
const exhausted = await limited.workspace()
await exhausted.get('/bins')
const huge = JSON.stringify({ label: 'x'.repeat(70_000) })

async function terminated(): Promise<string> {
  const card = await newCard(api, { amount: 1 })
  await api.delete(`/cards/${card.id}`)
  return card.id
}

let count = 0
/** A key under which something has been stored already. */
async function usedKey(): Promise<Record<string, string>> {
  const header = withKey(`used ${++count}`)
  assert.equal((await api.post(`/cards/${id}/fund`, { amount: 1 }, header)).status, 200)
  return header
}

test('401 before 429', async () => {
  assertError(await exhausted.get('/bins'), 429, 'rate_limit_exceeded')
  assertError(await limited.api(`${exhausted.key}x`).get('/bins'), 401, 'unauthorized')
})

for (const [what, body] of [
  ['malformed JSON', '{'],
  ['64 KiB', huge],
  ['an unknown field', '{"a":1}'],
] as const) {
  test(`401 before 400: ${what} without a key`, async () => {
    const headers = { 'content-type': 'application/json' }
    assertError(await send(service, { method: 'POST', path: '/v1/cards', headers, body }), 401, 'unauthorized')
  })
  test(`429 before 400: ${what} beyond the limit`, async () => {
    assertError(await exhausted.post('/cards', body), 429, 'rate_limit_exceeded')
  })
}

test('401 before 404: an unknown route without a key', async () => {
  assertError(await send(service, { path: '/v1/nothing' }), 401, 'unauthorized')
})

test('429 before 404: an unknown route and a missing card beyond the limit', async () => {
  for (const path of ['/nothing', `/cards/${await missingId(limited, exhausted)}`])
    assertError(await exhausted.get(path), 429, 'rate_limit_exceeded')
})

const invalidOnMissing: [method: 'post' | 'patch', path: string, body: unknown, error: string][] = [
  ['post', `/cards/${missing}/fund`, { amount: 0 }, 'invalid_amount'],
  ['post', `/cards/${missing}/withdraw`, {}, 'invalid_amount'],
  ['post', `/cards/${missing}/freeze`, { why: 'x' }, 'invalid_request'],
  ['post', `/cards/${missing}/unfreeze`, '{', 'invalid_json'],
  ['patch', `/cards/${missing}`, { label: 1 }, 'invalid_request'],
  ['patch', `/cards/${missing}`, { allowed_categories: ['nothing'] }, 'invalid_category'],
  ['patch', `/cards/${missing}`, { spending_limit: 0 }, 'invalid_spending_limit'],
  ['patch', `/cards/${missing}?x=1`, {}, 'invalid_request'],
  ['post', `/sandbox/deposits/${missingDeposit}/confirm`, { a: 1 }, 'invalid_request'],
]
for (const [method, path, body, error] of invalidOnMissing) {
  const name = path.replace(/(card|dep)_\w+/, '{missing}')
  test(`400 before 404: ${method.toUpperCase()} ${name} with ${JSON.stringify(body)}`, async () => {
    assertError(await api[method](path, body), 400, error)
  })
}

test('400 before 404: GET of a missing card with an unknown parameter', async () => {
  assertError(await api.get(`/cards/${missing}?x=1`), 400, 'invalid_request', 'x')
})

test('400 before 404: an idempotency key that is too long, on a missing card', async () => {
  assertError(
    await api.post(`/cards/${missing}/freeze`, undefined, withKey('x'.repeat(256))),
    400,
    'invalid_request',
    'X-Idempotency-Key',
  )
})

const missingObjects: [method: 'post' | 'patch' | 'delete', path: string, body: object | undefined, error: string][] = [
  ['post', `/cards/${missing}/fund`, { amount: 1 }, 'card_not_found'],
  ['post', `/cards/${missing}/withdraw`, { amount: 1 }, 'card_not_found'],
  ['post', `/cards/${missing}/freeze`, undefined, 'card_not_found'],
  ['post', `/cards/${missing}/unfreeze`, undefined, 'card_not_found'],
  ['patch', `/cards/${missing}`, { label: 'x' }, 'card_not_found'],
  ['delete', `/cards/${missing}`, undefined, 'card_not_found'],
  ['post', `/sandbox/deposits/${missingDeposit}/confirm`, undefined, 'deposit_not_found'],
  ['post', `/sandbox/deposits/${missingDeposit}/expire`, undefined, 'deposit_not_found'],
]
for (const [method, path, body, error] of missingObjects) {
  const name = path.replace(/(card|dep)_\w+/, '{missing}')
  test(`404 before idempotency: ${method.toUpperCase()} ${name} with a used key`, async () => {
    const header = await usedKey()
    const answer = method === 'delete' ? await api.delete(path, header) : await api[method](path, body, header)
    assertError(answer, 404, error)
  })
}

const invalid: [path: string, body: unknown, error: string][] = [
  ['/cards', { bin_id: BIN, amount: 0 }, 'invalid_amount'],
  ['/cards', { bin_id: 'bin_nobody', amount: 1 }, 'invalid_bin'],
  ['/cards', { bin_id: BIN, amount: 1, allowed_categories: ['nothing'] }, 'invalid_category'],
  ['/cards', { bin_id: BIN, amount: 1, spending_limit: 20_000.01 }, 'invalid_spending_limit'],
  ['/sandbox/deposits', { currency: 'usdt', amount_crypto: 'one' }, 'invalid_amount'],
  [`/cards/${id}/fund`, { amount: 0.5 }, 'invalid_amount'],
]
for (const [path, body, error] of invalid) {
  test(`400 before idempotency: POST ${path.replace(id, '{card_id}')} with ${JSON.stringify(body)} and a used key`, async () => {
    assertError(await api.post(path, body, await usedKey()), 400, error)
  })
}

test('idempotency before state: a replay on a card that has been terminated since answers as the first time', async () => {
  const card = await newCard(api)
  const first = await api.post(`/cards/${card.id}/fund`, { amount: 5 }, withKey('before the end'))
  await api.delete(`/cards/${card.id}`)
  const again = await assertNothingChanges(service, api, [card.id], () =>
    api.post(`/cards/${card.id}/fund`, { amount: 5 }, withKey('before the end')),
  )
  assert.deepEqual([again.status, again.body], [200, first.body])
})

test('idempotency before state: a used key on a terminated card is idempotency_key_reused', async () => {
  assertError(
    await api.post(`/cards/${await terminated()}/fund`, { amount: 5 }, await usedKey()),
    400,
    'idempotency_key_reused',
  )
})

test('idempotency before funds: a used key with more than the wallet has is idempotency_key_reused', async () => {
  assertError(await api.post(`/cards/${id}/fund`, { amount: 5000 }, await usedKey()), 400, 'idempotency_key_reused')
})

test('state before funds: a terminated card is card_terminated, whatever the amount', async () => {
  const card = await terminated()
  for (const verb of ['fund', 'withdraw'])
    assertError(await api.post(`/cards/${card}/${verb}`, { amount: 5000 }), 400, 'card_terminated')
})

test('400 before state: an invalid body on a terminated card', async () => {
  const card = await terminated()
  assertError(await api.post(`/cards/${card}/fund`, { amount: 0 }), 400, 'invalid_amount')
  assertError(await api.patch(`/cards/${card}`, { allowed_categories: ['nothing'] }), 400, 'invalid_category')
  assertError(await api.patch(`/cards/${card}`, { spending_limit: 20_000.01 }), 400, 'invalid_spending_limit')
})

test('400 before funds: an unknown BIN, whatever the wallet has', async () => {
  assertError(await api.post('/cards', { bin_id: 'bin_nobody', amount: 5000 }), 400, 'invalid_bin')
})

test('401 before sandbox_only, sandbox_only before 404', async () => {
  const live = await service.workspace('production')
  assertError(await send(service, { method: 'POST', path: '/v1/sandbox/deposits' }), 401, 'unauthorized')
  assertError(
    await send(service, {
      method: 'POST',
      path: `/v1/sandbox/deposits/${missingDeposit}/confirm`,
      headers: bearer(live),
    }),
    400,
    'sandbox_only',
  )
})

for (const [name, each] of Object.entries({ service, limited })) test(`the books balance (${name})`, () => each.audit())

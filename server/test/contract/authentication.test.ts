// Authentication: which keys are accepted, which are rejected, and how soon a revoked key stops working.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashKey } from '../../src/accounts/api-keys.ts'
import { type Api, startTestService } from '../harness.ts'
import { becomes } from '../people.ts'
import { anotherKey, asOwner, assertError, assertNothingChanges, BIN, newCard, send } from './assertions.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(1000)
const { id } = await newCard(api)

const endpoints: [method: string, path: string][] = [
  ['POST', '/cards'],
  ['GET', '/cards'],
  ['GET', `/cards/${id}`],
  ['GET', `/cards/${id}/details`],
  ['PATCH', `/cards/${id}`],
  ['POST', `/cards/${id}/freeze`],
  ['POST', `/cards/${id}/unfreeze`],
  ['DELETE', `/cards/${id}`],
  ['POST', `/cards/${id}/fund`],
  ['POST', `/cards/${id}/withdraw`],
  ['GET', '/wallet/balance'],
  ['GET', '/bins'],
  ['GET', '/categories'],
  ['POST', '/sandbox/deposits'],
  ['GET', '/no-such-route'],
  ['PUT', '/cards'],
]
for (const [method, path] of endpoints) {
  test(`${method} ${path.replace(id, '{card_id}')} without a key returns 401 and changes nothing`, async () => {
    const refused = await assertNothingChanges(service, api, [id], () => send(service, { method, path: `/v1${path}` }))
    assertError(refused, 401, 'unauthorized')
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer/)
  })
}

const secret = api.key.slice('sk_test_'.length)
const wrongHeaders: [what: string, header: string][] = [
  ['an empty Authorization header', ''],
  ['a key without a scheme', api.key],
  ['a scheme other than Bearer', `Basic ${Buffer.from(`${api.key}:`).toString('base64')}`],
  ['Bearer without a key', 'Bearer '],
  ['two keys', `Bearer ${api.key} ${api.key}`],
  ['two keys with a comma', `Bearer ${api.key}, Bearer ${api.key}`],
  ['an unknown key', `Bearer sk_test_${'a'.repeat(32)}`],
  ['the key with the other prefix', `Bearer sk_live_${secret}`],
  ['the key without its prefix', `Bearer ${secret}`],
  ['the key without its last character', `Bearer ${api.key.slice(0, -1)}`],
  ['the key with an extra character', `Bearer ${api.key}A`],
  ['the key in another case', `Bearer ${api.key.toUpperCase()}`],
  ['a very long key', `Bearer sk_test_${'a'.repeat(5000)}`],
  ['a key with an SQL injection', `Bearer sk_test_' or 1=1 --`],
]
for (const [what, authorization] of wrongHeaders) {
  test(`${what} returns 401`, async () => {
    assertError(await send(service, { path: '/v1/cards', headers: { authorization } }), 401, 'unauthorized')
  })
}

test('a key in the query string or in another header is not accepted', async () => {
  assertError(await send(service, { path: `/v1/cards?api_key=${api.key}` }), 401, 'unauthorized')
  assertError(await send(service, { path: '/v1/cards', headers: { 'x-api-key': api.key } }), 401, 'unauthorized')
})

test('Authorization: Bearer <API_KEY> authenticates, whatever the case of the scheme', async () => {
  for (const authorization of [`Bearer ${api.key}`, `bearer ${api.key}`, `BEARER ${api.key}`]) {
    assert.equal((await send(service, { path: '/v1/cards', headers: { authorization } })).status, 200)
  }
})

test('a 401 response does not contain the key', async () => {
  const key = `sk_test_${'b'.repeat(32)}`
  const { body, headers } = await service.api(key).get('/cards')
  assert.ok(!JSON.stringify([body, ...headers]).includes(key), JSON.stringify(body))
})

test('API keys are stored only as hashes', async () => {
  const rows = await service.services.database.read<{ text: string }[]>`select k::text as text from api_keys k`
  assert.ok(rows.length > 0, `${rows.length} rows`)
  for (const { text } of rows)
    assert.ok(!text.includes(secret) && !text.includes(Buffer.from(api.key).toString('hex')), text)
})

test('sk_test_ selects the sandbox and sk_live_ production, each with its own wallet and cards', async () => {
  const live = await anotherKey(service, api, { live: true })
  assert.match(live.key, /^sk_live_/)
  assert.match(api.key, /^sk_test_/)
  assert.equal((await live.get('/wallet/balance')).body.balance, 0)
  assert.deepEqual((await live.get('/cards')).body.data, [])
  assertError(await live.get(`/cards/${id}`), 404, 'card_not_found')
})

test('two keys of a workspace see the same cards', async () => {
  const other = await anotherKey(service, api)
  assert.deepEqual((await other.get(`/cards/${id}`)).body, (await api.get(`/cards/${id}`)).body)
})

test('a read-only key can read, and every write returns 403 and changes nothing', async () => {
  const reader = await anotherKey(service, api, { readOnly: true })
  assert.equal((await reader.get(`/cards/${id}`)).status, 200)
  const writes = [
    () => reader.post('/cards', { bin_id: BIN, amount: 10 }),
    () => reader.patch(`/cards/${id}`, { label: 'x' }),
    () => reader.delete(`/cards/${id}`),
    () => reader.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }),
    ...['freeze', 'unfreeze'].map((verb) => () => reader.post(`/cards/${id}/${verb}`)),
    ...['fund', 'withdraw'].map((verb) => () => reader.post(`/cards/${id}/${verb}`, { amount: 10 })),
  ]
  for (const write of writes) assertError(await assertNothingChanges(service, api, [id], write), 403, 'forbidden')
})

async function revoke({ key }: Api): Promise<void> {
  await asOwner(service, (sql) => sql`update api_keys set revoked_at = now() where hash = ${hashKey(key)}`)
}

test('a revoked key in constant use stops working within a second', async () => {
  const doomed = await anotherKey(service, api)
  for (let i = 0; i < 20; i++) assert.equal((await doomed.get('/bins')).status, 200)
  await revoke(doomed)
  await becomes(async () => (await doomed.get('/bins')).status, 401)
  assertError(await doomed.post('/cards', { bin_id: BIN, amount: 10 }), 401, 'unauthorized')
})

test('a key that was revoked before its first use is rejected', async () => {
  const doomed = await anotherKey(service, api)
  await revoke(doomed)
  assertError(await doomed.get('/cards'), 401, 'unauthorized')
})

test('revoking a key does not affect the other keys of the workspace', async () => {
  await revoke(await anotherKey(service, api))
  assert.equal((await api.get('/cards')).status, 200)
})

test('/healthz and /readyz need no key', async () => {
  for (const path of ['/healthz', '/readyz']) assert.equal((await send(service, { path })).status, 200)
})

test('the books balance', () => service.audit())

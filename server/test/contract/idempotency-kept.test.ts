// X-Idempotency-Key: which responses are stored, for how long, and in which form.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import {
  asOwner,
  assertError,
  assertReplayed,
  BIN,
  type Call,
  isReplay,
  make,
  missingId,
  newCard,
  withKey,
  workspaceOf,
  workspaceWith,
} from './assertions.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const limited = await startTestService({ DEPOSIT_FEE_BPS: '0', RATE_LIMIT_PER_MINUTE: '2' })
const api = await workspaceWith(service, 20_000)

test('an idempotency key is stored for 24 hours and can be used again afterwards', async () => {
  const { id } = await newCard(api)
  const { bucket, id: workspaceId } = await workspaceOf(service, api)
  const age = (minutes: number) =>
    asOwner(
      service,
      (sql) =>
        sql`update idempotency_keys set created_at = now() - make_interval(mins => ${minutes}) where bucket = ${bucket} and workspace_id = ${workspaceId}`,
    )
  const fund = (amount: number) => api.post(`/cards/${id}/fund`, { amount }, withKey('a day'))
  const first = await fund(10)
  await age(24 * 60 - 1)
  assert.deepEqual((await fund(10)).body, first.body)
  assertError(await fund(20), 400, 'idempotency_key_reused')
  await age(24 * 60)
  const anew = await fund(20)
  assert.ok(!isReplay(anew), 'the response after 24 hours is a replay')
  assert.equal(anew.body.new_balance, 130)
  assert.ok(isReplay(await fund(20)), 'the new response is stored as well')
})

test('insufficient_funds is stored and replayed after the wallet has been funded', async () => {
  const poor = await workspaceWith(service, 50)
  const { id } = await newCard(poor, { amount: 10 })
  const calls: Call[] = [
    { method: 'POST', path: '/cards', body: { bin_id: BIN, amount: 100 } },
    { method: 'POST', path: `/cards/${id}/fund`, body: { amount: 100 } },
    { method: 'POST', path: `/cards/${id}/withdraw`, body: { amount: 100 } },
  ]
  const first = await Promise.all(calls.map((call) => make(poor, { ...call, headers: withKey(call.path) })))
  for (const answer of first) assertError(answer, 400, 'insufficient_funds')
  await poor.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '1000', confirm: true })
  await poor.post(`/cards/${id}/fund`, { amount: 500 })
  for (const [i, call] of calls.entries()) {
    const again = await make(poor, { ...call, headers: withKey(call.path) })
    assert.ok(isReplay(again), `${call.path} is not a replay`)
    assert.deepEqual([again.status, again.body], [400, first[i]!.body])
  }
})

test('card_terminated and invalid_state are stored and replayed', async () => {
  const { id } = await newCard(api)
  await api.delete(`/cards/${id}`)
  assertError(
    await assertReplayed(service, api, { method: 'POST', path: `/cards/${id}/freeze` }, 'kept end'),
    400,
    'card_terminated',
  )
  const deposit = (await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10', confirm: true })).body
    .id
  assertError(
    await assertReplayed(service, api, { method: 'POST', path: `/sandbox/deposits/${deposit}/expire` }, 'kept state'),
    400,
    'invalid_state',
  )
})

const invalid: unknown[] = [
  '{',
  { bin_id: BIN, amount: 0 },
  { bin_id: 'bin_x', amount: 1 },
  { bin_id: BIN, amount: 1, colour: 'red' },
  { bin_id: BIN, amount: 1, allowed_categories: ['nothing'] },
]
for (const [i, body] of invalid.entries()) {
  test(`a validation error is not stored: ${JSON.stringify(body)}`, async () => {
    assert.equal((await api.post('/cards', body, withKey(`invalid ${i}`))).status, 400)
    const valid = await api.post('/cards', { bin_id: BIN, amount: 1 }, withKey(`invalid ${i}`))
    assert.ok(valid.status === 201 && !isReplay(valid), `${valid.status} ${JSON.stringify(valid.body)}`)
  })
}

test('404 and 401 responses are not stored', async () => {
  const { id } = await newCard(api)
  const headers = withKey('not found')
  assertError(
    await api.post(`/cards/${await missingId(service, api)}/freeze`, undefined, headers),
    404,
    'card_not_found',
  )
  assertError(await service.api(`${api.key}x`).post(`/cards/${id}/freeze`, undefined, headers), 401, 'unauthorized')
  const found = await api.post(`/cards/${id}/freeze`, undefined, headers)
  assert.ok(found.status === 200 && !isReplay(found), `${found.status} ${JSON.stringify(found.body)}`)
})

test('a 429 response is not stored', async () => {
  const { key } = await workspaceWith(limited, 100)
  const hurried = limited.api(key)
  await hurried.get('/bins')
  assertError(await hurried.post('/cards', { bin_id: BIN, amount: 1 }, withKey('hurry')), 429, 'rate_limit_exceeded')
  const [row] = await limited.services.database.read<
    { count: number }[]
  >`select count(*)::integer as count from idempotency_keys`
  assert.equal(row!.count, 0)
})

test('the key, the change and the response are committed in one database transaction', async () => {
  const alone = await workspaceWith(service, 100)
  await alone.post('/cards', { bin_id: BIN, amount: 10 }, withKey('one commit'))
  const { bucket, id } = await workspaceOf(service, alone)
  const sql = service.services.database.read
  const rows = await sql`
    select xmin::text from idempotency_keys where bucket = ${bucket} and workspace_id = ${id}
    union select xmin::text from cards where bucket = ${bucket} and workspace_id = ${id}
    union select xmin::text from events where bucket = ${bucket} and workspace_id = ${id} and type = 1`
  assert.equal(rows.length, 1)
})

test('neither the idempotency key nor the request is stored in plain text', async () => {
  const key = 'customer-4711-order-0815'
  await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '31.4159' }, withKey(key))
  const rows = await asOwner(
    service,
    (sql) => sql<{ text: string; answer: Buffer }[]>`select i::text as text, answer from idempotency_keys i`,
  )
  assert.ok(rows.length > 0, `${rows.length} rows`)
  for (const { text, answer } of rows) {
    assert.ok(!text.includes(key) && !text.includes(Buffer.from(key).toString('hex')), text)
    assert.ok(!answer.toString().includes(key), answer.toString())
  }
})

for (const [name, each] of Object.entries({ service, limited })) test(`the books balance (${name})`, () => each.audit())

// X-Idempotency-Key: which requests count as the same, and what the second one returns.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type postgres from 'postgres'
import { type Api, startTestService } from '../harness.ts'
import { readLockWaits } from '../lock-waits.ts'
import { until } from '../until.ts'
import {
  anotherKey,
  asOwner,
  assertError,
  assertNothingChanges,
  assertReplayed,
  BIN,
  type Call,
  isReplay,
  make,
  newCard,
  send,
  stateOf,
  withKey,
  workspaceOf,
  workspaceWith,
} from './assertions.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const api = await workspaceWith(service, 20_000)

const writes: [name: string, call: (id: string, depositId: string) => Call, status: number][] = [
  ['POST /cards', () => ({ method: 'POST', path: '/cards', body: { bin_id: BIN, amount: 10 } }), 201],
  ['PATCH /cards/{card_id}', (id) => ({ method: 'PATCH', path: `/cards/${id}`, body: { label: 'x' } }), 200],
  ['POST freeze', (id) => ({ method: 'POST', path: `/cards/${id}/freeze` }), 200],
  ['POST unfreeze', (id) => ({ method: 'POST', path: `/cards/${id}/unfreeze` }), 200],
  ['POST fund', (id) => ({ method: 'POST', path: `/cards/${id}/fund`, body: { amount: 10 } }), 200],
  ['POST withdraw', (id) => ({ method: 'POST', path: `/cards/${id}/withdraw`, body: { amount: 10 } }), 200],
  ['DELETE /cards/{card_id}', (id) => ({ method: 'DELETE', path: `/cards/${id}` }), 200],
  [
    'POST /sandbox/deposits',
    () => ({
      method: 'POST',
      path: '/sandbox/deposits',
      body: { currency: 'usdt', amount_crypto: '10', confirm: true },
    }),
    201,
  ],
  ['POST confirm', (_, dep) => ({ method: 'POST', path: `/sandbox/deposits/${dep}/confirm` }), 200],
  ['POST expire', (_, dep) => ({ method: 'POST', path: `/sandbox/deposits/${dep}/expire` }), 200],
]
for (const [name, call, status] of writes) {
  test(`${name} with a used key returns the first response and changes nothing`, async () => {
    const { id } = await newCard(api)
    const deposit = (await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' })).body.id
    assert.equal((await assertReplayed(service, api, call(id, deposit), `replay ${name}`, [id])).status, status)
  })
}

test('a replay returns the state of the first response, not the current state', async () => {
  const { id } = await newCard(api)
  const first = await api.patch(`/cards/${id}`, { label: 'one' }, withKey('then'))
  await api.patch(`/cards/${id}`, { label: 'two' })
  assert.deepEqual((await api.patch(`/cards/${id}`, { label: 'one' }, withKey('then'))).body, first.body)
  assert.equal((await api.get(`/cards/${id}`)).body.label, 'two')
})

const sameJson: [what: string, first: string, second: string][] = [
  ['the order of fields', `{"bin_id":"${BIN}","amount":10}`, `{"amount":10,"bin_id":"${BIN}"}`],
  [
    'the order of nested fields',
    `{"bin_id":"${BIN}","amount":10,"metadata":{"a":1,"b":2}}`,
    `{"metadata":{"b":2,"a":1},"bin_id":"${BIN}","amount":10}`,
  ],
  ['white space', `{"bin_id":"${BIN}","amount":10}`, `{ "bin_id" : "${BIN}",\n"amount":10 }`],
  ['the way a number is written', `{"bin_id":"${BIN}","amount":10}`, `{"bin_id":"${BIN}","amount":1.0e1}`],
  [
    'the way text is escaped',
    `{"bin_id":"${BIN}","amount":10,"label":"é"}`,
    `{"bin_id":"${BIN}","amount":10,"label":"\\u00e9"}`,
  ],
]
for (const [what, first, second] of sameJson) {
  test(`a request that differs only in ${what} is the same request`, async () => {
    const created = await api.post('/cards', first, withKey(`same ${what}`))
    const again = await api.post('/cards', second, withKey(`same ${what}`))
    assert.ok(isReplay(again), `the response is not a replay: ${again.status}`)
    assert.deepEqual(again.body, created.body)
  })
}

test('Idempotency-Key works as another name of the header, and a retry under either name is replayed', async () => {
  const { id } = await newCard(api)
  const key = 'by two names'
  const first = await api.post(`/cards/${id}/fund`, { amount: 10 }, { 'idempotency-key': key })
  assert.ok(!isReplay(first), 'the first response is a replay')
  for (const headers of [withKey(key), { 'idempotency-key': key }, { ...withKey(key), 'idempotency-key': key }]) {
    const again = await assertNothingChanges(service, api, [id], () =>
      api.post(`/cards/${id}/fund`, { amount: 10 }, headers),
    )
    assert.deepEqual([isReplay(again), again.body], [true, first.body])
  }
})

test('two different keys under the two header names are rejected, and so is an invalid key under the second name', async () => {
  const { id } = await newCard(api)
  for (const headers of [
    { ...withKey('one'), 'idempotency-key': 'two' },
    { 'idempotency-key': 'x'.repeat(256) },
    { ...withKey('one'), 'idempotency-key': 'é' },
  ]) {
    const refused = await assertNothingChanges(service, api, [id], () =>
      api.post(`/cards/${id}/fund`, { amount: 10 }, headers),
    )
    assertError(refused, 400, 'invalid_request', 'Idempotency-Key')
  }
})

test('no body and {} count as the same request', async () => {
  const { id } = await newCard(api)
  await api.post(`/cards/${id}/freeze`, undefined, withKey('no body'))
  const again = await api.post(`/cards/${id}/freeze`, {}, withKey('no body'))
  assert.ok(isReplay(again), `the response is not a replay: ${again.status}`)
})

test('another body, path, method or card under a used key returns 400 idempotency_key_reused and changes nothing', async () => {
  const { id } = await newCard(api)
  const other = (await newCard(api)).id
  const headers = withKey('one request only')
  assert.equal((await api.post(`/cards/${id}/fund`, { amount: 10 }, headers)).status, 200)
  const others: Call[] = [
    { method: 'POST', path: `/cards/${id}/fund`, body: { amount: 10.01 } },
    { method: 'POST', path: `/cards/${id}/withdraw`, body: { amount: 10 } },
    { method: 'POST', path: `/cards/${other}/fund`, body: { amount: 10 } },
    { method: 'PATCH', path: `/cards/${id}`, body: {} },
    { method: 'DELETE', path: `/cards/${id}` },
    { method: 'POST', path: '/cards', body: { bin_id: BIN, amount: 10 } },
  ]
  for (const call of others) {
    const refused = await assertNothingChanges(service, api, [id, other], () => make(api, { ...call, headers }))
    assertError(refused, 400, 'idempotency_key_reused')
  }
  assert.ok(
    isReplay(await api.post(`/cards/${id}/fund`, { amount: 10 }, headers)),
    'the first response is still stored',
  )
})

test('a list in another order is a different request', async () => {
  const body = (allowed_categories: string[]) => ({ bin_id: BIN, amount: 10, allowed_categories })
  await api.post('/cards', body(['advertising', 'software']), withKey('list'))
  assertError(
    await api.post('/cards', body(['software', 'advertising']), withKey('list')),
    400,
    'idempotency_key_reused',
  )
})

test('idempotency keys are shared by the API keys of a workspace and unknown to other workspaces and environments', async () => {
  const headers = withKey('whose')
  const body = { bin_id: BIN, amount: 10 }
  const first = await api.post('/cards', body, headers)
  assert.deepEqual((await (await anotherKey(service, api)).post('/cards', body, headers)).body, first.body)
  const stranger = await (await workspaceWith(service, 100)).post('/cards', body, headers)
  assert.ok(!isReplay(stranger) && stranger.body.id !== first.body.id, `${stranger.body.id} and ${first.body.id}`)
  const live = await anotherKey(service, api, { live: true })
  assertError(await live.post('/cards', body, headers), 400, 'invalid_bin')
})

test('of many concurrent requests with one key one is executed and all return its response', async () => {
  const before = (await stateOf(service, api)).events
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => api.post('/cards', { bin_id: BIN, amount: 10 }, withKey('at once'))),
  )
  assert.equal(answers.filter((answer) => !isReplay(answer)).length, 1)
  for (const { status, body } of answers) assert.deepEqual([status, body], [201, answers[0]!.body])
  assert.equal((await stateOf(service, api)).events, before + 1)
})

test('of two different concurrent requests with one key one is executed and the other is rejected', async () => {
  const answers = await Promise.all(
    [10, 20].map((amount) => api.post('/cards', { bin_id: BIN, amount }, withKey('a race'))),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400])
  assertError(answers.find(({ status }) => status === 400)!, 400, 'idempotency_key_reused')
})

/**
 * Runs `act` while another connection holds a lock on the row of the workspace; `blocked` resolves when a request waits
 * for it.
 */
async function whileLocked<T>(held: Api, act: (blocked: () => Promise<void>) => Promise<T>): Promise<T> {
  const { bucket, id } = await workspaceOf(service, held)
  const blocked = async () => {
    await until('a request waits for the lock', async () => (await asOwner(service, readLockWaits)).length > 0)
  }
  const locked = (sql: postgres.TransactionSql<{ bigint: bigint }>) =>
    sql`select 1 from workspaces where bucket = ${bucket} and id = ${id} for update`
  return (await asOwner(service, (sql) => sql.begin(async (tx) => [await locked(tx), await act(blocked)] as const)))[1]
}

test('a request that is blocked for 5 s returns 503 with Retry-After, stores nothing, and the next try succeeds', async () => {
  const held = await workspaceWith(service, 100)
  const create = () => held.post('/cards', { bin_id: BIN, amount: 10 }, withKey('patience'))
  const startedAt = performance.now()
  const answer = await whileLocked(held, create)
  const ms = performance.now() - startedAt
  assertError(answer, 503, 'service_unavailable')
  assert.ok(Number(answer.headers.get('retry-after')) >= 1, `Retry-After is ${answer.headers.get('retry-after')}`)
  // The answer comes after 5 s. A busy machine is late, but a request without a limit would wait as long as the lock is held.
  assert.ok(ms > 4_900 && ms < 20_000, `${Math.round(ms)} ms`)
  const done = await create()
  assert.ok(done.status === 201 && !isReplay(done), `${done.status} ${JSON.stringify(done.body)}`)
  assert.equal((await held.get('/cards')).body.pagination.total, 1)
})

test('a second request waits for the running first one and returns its response', async () => {
  const held = await workspaceWith(service, 100)
  const create = () => held.post('/cards', { bin_id: BIN, amount: 10 }, withKey('in time'))
  const running = await whileLocked(held, async (blocked) => {
    const first = create()
    await blocked()
    return { first, second: create() }
  })
  const [first, second] = [await running.first, await running.second]
  assert.deepEqual([first.status, isReplay(first), isReplay(second)], [201, false, true])
  assert.deepEqual(second.body, first.body)
})

test('an idempotency key must have 1 to 255 printable characters', async () => {
  for (const key of ['x', 'x'.repeat(255), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~', 'two words']) {
    assert.equal((await api.post('/cards', { bin_id: BIN, amount: 1 }, withKey(key))).status, 201, key)
  }
  for (const key of ['', 'x'.repeat(256), 'tab\there', 'é', '\u0080']) {
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json', ...withKey(key) }
    const refused = await assertNothingChanges(service, api, [], () =>
      send(service, { method: 'POST', path: '/v1/cards', headers, body: `{"bin_id":"${BIN}","amount":1}` }),
    )
    assertError(refused, 400, 'invalid_request', 'X-Idempotency-Key')
  }
})

test('every request without a key is executed, and a key on a GET is ignored', async () => {
  const [one, two] = [await newCard(api), await newCard(api)]
  assert.notEqual(one.id, two.id)
  for (const path of ['/cards', `/cards/${one.id}`, `/cards/${one.id}/details`])
    assert.ok(!isReplay(await api.get(path, withKey('get'))), `${path} is a replay`)
  assert.equal((await api.post(`/cards/${one.id}/freeze`, undefined, withKey('get'))).status, 200)
})

test('the books balance', () => service.audit())

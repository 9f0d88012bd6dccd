// Keys, the profile of the account, and the audit log.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import { until } from '../until.ts'

const service = await startTestService()
const { key: firstKey } = await service.fundedWorkspace()
const accountId = await accountOf(service, firstKey)
const owner = await join(service, accountId, 'owner')

test('an API key is shown once, works, and stops when it is revoked', async () => {
  const { status, body: made } = await owner.post('/dashboard/keys', { name: ' Payroll ', read_only: true })
  assert.equal(status, 201)
  const { key, ...shown } = made
  assert.match(key, /^sk_test_[A-Za-z0-9]{32}$/)
  assert.deepEqual(
    [
      shown.name,
      shown.environment,
      shown.hint,
      shown.read_only,
      shown.created_by,
      shown.last_used_at,
      shown.revoked_at,
    ],
    ['Payroll', 'sandbox', key.slice(-4), true, 'Test owner', null, null],
  )
  const { body: list } = await owner.get('/dashboard/keys')
  assert.deepEqual(list.data[0], shown)
  assert.equal(list.data[1].created_by, null)
  const api = service.api(key)
  assert.equal((await api.get('/wallet/balance')).status, 200)
  assert.equal((await api.post('/sandbox/reset')).status, 403)
  const revoked = await owner.delete(`/dashboard/keys/${shown.id}`)
  assert.equal(typeof revoked.body.revoked_at, 'string')
  assert.deepEqual((await owner.delete(`/dashboard/keys/${shown.id}`)).body.revoked_at, revoked.body.revoked_at)
  assert.equal((await api.get('/wallet/balance')).status, 401)
  const { body: log } = await owner.get('/dashboard/audit-log?per_page=2')
  assert.deepEqual(
    log.data.map((each: { action: string; subject: string }) => [each.action, each.subject]),
    [
      ['key.revoke', shown.id],
      ['key.create', shown.id],
    ],
  )
  // The rejected request is logged within a second. Waiting for it keeps the log stable for the following tests.
  const refusals = async () => (await owner.get('/dashboard/audit-log?action=key.refuse')).body.pagination.total
  await until('the refusal is in the log', async () => (await refusals()) > 0)
})

test('a key that is created in production is a live key', async () => {
  const { body } = await owner.in('production').post('/dashboard/keys', { name: 'Live' })
  assert.match(body.key, /^sk_live_/)
})

test('creating an API key again under the same idempotency key returns the same key', async () => {
  const headers = { 'x-idempotency-key': 'once' }
  const first = await owner.post('/dashboard/keys', { name: 'Retry' }, headers)
  const again = await owner.post('/dashboard/keys', { name: 'Retry' }, headers)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('an invalid name of an API key is rejected', async () => {
  for (const name of ['', '   ', 'x'.repeat(65), 5, null, '\u0000']) {
    const { status, body } = await owner.post('/dashboard/keys', { name })
    assert.deepEqual([status, body.param], [400, 'name'])
  }
})

test('new cards get the current profile, and existing cards keep theirs', async () => {
  const before = (await owner.get('/dashboard/account')).body
  assert.deepEqual(before, {
    name: 'Test',
    holder_name: 'Grace Test',
    billing_address: { line1: '2 Test Road', city: 'Dover', state: 'DE', zip: '19901', country: 'US' },
  })
  const issue = async () => (await owner.post('/v1/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 5 })).body.id
  const old = await issue()
  const change = { holder_name: 'Mary Test', billing_address: { ...before.billing_address, city: 'Lewes' } }
  assert.deepEqual((await owner.patch('/dashboard/account', change)).body, { ...before, ...change })
  const details = async (id: string) => (await owner.get(`/v1/cards/${id}/details`)).body
  assert.equal((await details(old)).holder_name, 'Grace Test')
  const fresh = await details(await issue())
  assert.deepEqual([fresh.holder_name, fresh.billing_address.city], ['Mary Test', 'Lewes'])
})

test('an invalid profile is rejected with the name of its field', async () => {
  const address = { line1: 'a', city: 'b', state: 'c', zip: 'd', country: 'US' }
  const cases: [unknown, string][] = [
    [{ name: '' }, 'name'],
    [{ holder_name: 'x'.repeat(201) }, 'holder_name'],
    [{ billing_address: { ...address, country: 'us' } }, 'billing_address.country'],
    [{ billing_address: { ...address, zip: undefined } }, 'billing_address.zip'],
    [{ billing_address: { ...address, planet: 'Earth' } }, 'billing_address.planet'],
    [{ currency: 'EUR' }, 'currency'],
  ]
  for (const [body, param] of cases) {
    const answer = await owner.patch('/dashboard/account', body)
    assert.deepEqual([answer.status, answer.body.param], [400, param])
  }
})

test('the audit log can be paged and filtered, and shows reveals in their environment', async () => {
  const { body: all } = await owner.get('/dashboard/audit-log?per_page=100')
  const { total } = all.pagination
  assert.equal(all.data.length, Math.min(total, 100))
  assert.deepEqual(
    all.data.map((each: { sequence: number }) => each.sequence),
    all.data.map((_: unknown, index: number) => total - index),
  )
  const { body: session } = await owner.get('/dashboard/session')
  const { body: reveals } = await owner.get(`/dashboard/audit-log?action=card.reveal&actor=${session.user.id}`)
  assert.equal(reveals.pagination.total, 2)
  assert.equal((await owner.in('production').get('/dashboard/audit-log?action=card.reveal')).body.pagination.total, 0)
  const { body: page } = await owner.get('/dashboard/audit-log?action=card.reveal&page=2&per_page=1')
  assert.deepEqual(page.data, [reveals.data[1]])
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  assert.equal((await owner.get(`/dashboard/audit-log?from=${tomorrow}`)).body.pagination.total, 0)
  assert.equal((await owner.get('/dashboard/audit-log?to=yesterday')).body.param, 'to')
})

test('reading the audit log is logged with the reader and the filters', async () => {
  const reader = await join(service, accountId, 'admin')
  const { body: session } = await reader.get('/dashboard/session')
  const reads = async () =>
    (await owner.get(`/dashboard/audit-log?action=audit.read&actor=${session.user.id}`)).body.data
  const { body: first } = await reader.get('/dashboard/audit-log')
  assert.notEqual(first.data[0].actor, session.user.id)
  await reader.get('/dashboard/audit-log?action=card.reveal&from=2026-01-01')
  await reader.get('/dashboard/audit-log?to=yesterday') // rejected, so nothing was read
  assert.deepEqual(
    (await reads()).map(({ subject, actor_name }: Record<string, string>) => [subject, actor_name]),
    [
      ['action card.reveal, from 2026-01-01', 'Test admin'],
      ['all entries', 'Test admin'],
    ],
  )
  const { body: own } = await reader.get('/dashboard/audit-log?action=audit.read&per_page=1')
  assert.equal(own.data[0].request_id.startsWith('req_'), true)
  // A person without access has read nothing.
  const viewer = await join(service, accountId, 'viewer')
  assert.equal((await viewer.get('/dashboard/audit-log')).status, 403)
  assert.equal((await reads()).length, 3)
  await service.audit()
})

test('a sandbox reset keeps the team, keys, sessions and audit log', async () => {
  const before = await Promise.all([owner.get('/dashboard/team'), owner.get('/dashboard/keys')])
  const { body: log } = await owner.get('/dashboard/audit-log')
  assert.equal((await owner.post('/v1/sandbox/reset')).status, 200)
  const after = await Promise.all([owner.get('/dashboard/team'), owner.get('/dashboard/keys')])
  assert.deepEqual(
    after.map(({ body }) => body.data.length),
    before.map(({ body }) => body.data.length),
  )
  assert.equal((await owner.get('/v1/cards')).body.pagination.total, 0)
  const { total } = (await owner.get('/dashboard/audit-log')).body.pagination
  assert.ok(total >= log.pagination.total, `${log.pagination.total} entries before, ${total} after`)
})

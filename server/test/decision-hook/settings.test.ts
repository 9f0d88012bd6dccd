// The settings of the decision hook: who can change them, which values are allowed, and what is shown.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '../../src/ids.ts'
import { startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import { assertError, done, newCard, unknownId, workspaceOf } from '../sandbox/scene.ts'
import { auditLog, tablesHolding } from '../webhooks/scene.ts'

const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true', DEPOSIT_FEE_BPS: '0' })
const url = 'https://example.com/decide'

test('without a decision hook every call about it returns 404', async () => {
  const api = await service.workspace()
  assertError(await api.get('/decision-hook'), 404, 'decision_hook_not_found')
  assertError(await api.delete('/decision-hook'), 404, 'decision_hook_not_found')
  assertError(await api.post('/decision-hook/rotate-secret'), 404, 'decision_hook_not_found')
  assertError(await api.post('/decision-hook/test'), 404, 'decision_hook_not_found')
  assert.deepEqual(done(await api.get('/decision-hook/attempts'), 200).data, [])
})

test('a decision hook gets default values for omitted settings, and its secret is shown once', async () => {
  const api = await service.workspace()
  const { secret, ...made } = done(await api.put('/decision-hook', { url }), 200)
  assert.match(secret, /^whsec_/)
  assert.match(made.id, /^hook_/)
  assert.deepEqual(made, {
    id: made.id,
    url,
    timeout_ms: 1500,
    on_timeout: 'decline',
    active: true,
    card_ids: null,
    paused_until: null,
    created_at: made.created_at,
    updated_at: made.created_at,
  })
  assert.deepEqual(done(await api.get('/decision-hook'), 200), made)
  assert.deepEqual(await tablesHolding(service, secret), [])
})

test('a later PUT replaces the settings and keeps the id and the secret', async () => {
  const api = await service.fundedWorkspace()
  const card = await newCard(api)
  const settings = { url, timeout_ms: 200, on_timeout: 'approve', active: false, card_ids: [card.id, card.id] }
  const first = done(await api.put('/decision-hook', settings), 200)
  assert.deepEqual(
    [first.timeout_ms, first.on_timeout, first.active, first.card_ids],
    [200, 'approve', false, [card.id]],
  )
  const second = done(await api.put('/decision-hook', { url: `${url}/2`, card_ids: null }), 200)
  assert.deepEqual(
    [second.id, second.secret, second.timeout_ms, second.on_timeout, second.active, second.card_ids],
    [first.id, null, 1500, 'decline', true, null],
  )
  const actions = (await auditLog(service, api)).filter(({ action }) => action.startsWith('decision-hook'))
  assert.deepEqual(
    actions.map(({ action, subject }) => [action, subject]),
    [
      ['decision-hook.set', first.id],
      ['decision-hook.set', first.id],
    ],
  )
})

test('the caller can choose the first secret, and later change it only by rotation', async () => {
  const api = await service.workspace()
  const own = 'a secret of our own, long enough'
  assert.equal(done(await api.put('/decision-hook', { url, secret: own }), 200).secret, own)
  assertError(await api.put('/decision-hook', { url, secret: own }), 400, 'invalid_state', 'secret')
  const rotated = done(await api.post('/decision-hook/rotate-secret'), 200)
  assert.match(rotated.secret, /^whsec_/)
  const chosen = done(await api.post('/decision-hook/rotate-secret', { secret: own }), 200)
  assert.equal(chosen.secret, own)
  assert.deepEqual(await tablesHolding(service, rotated.secret), [])
})

test('a deleted hook is not found, and the next one has another id', async () => {
  const api = await service.workspace()
  const { id } = done(await api.put('/decision-hook', { url }), 200)
  assert.deepEqual(done(await api.delete('/decision-hook'), 200), { id, deleted: true })
  assertError(await api.get('/decision-hook'), 404, 'decision_hook_not_found')
  const next = done(await api.put('/decision-hook', { url }), 200)
  assert.notEqual(next.id, id)
  assert.match(next.secret, /^whsec_/)
})

test('a repeated PUT under the same key returns the same secret, which is stored encrypted', async () => {
  const api = await service.workspace()
  const headers = { 'X-Idempotency-Key': 'set' }
  const first = await api.put('/decision-hook', { url }, headers)
  const again = await api.put('/decision-hook', { url }, headers)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(await tablesHolding(service, first.body.secret), [])
})

test('invalid hook settings are rejected with the name of the field and change nothing', async () => {
  const api = await service.workspace()
  const before = done(await api.put('/decision-hook', { url }), 200)
  const bad: [object, string, string][] = [
    [{}, 'invalid_request', 'url'],
    [{ url: 5 }, 'invalid_request', 'url'],
    [{ url, timeout_ms: 199 }, 'invalid_request', 'timeout_ms'],
    [{ url, timeout_ms: 600_001 }, 'invalid_request', 'timeout_ms'],
    [{ url, timeout_ms: 1500.5 }, 'invalid_request', 'timeout_ms'],
    [{ url, timeout_ms: '1500' }, 'invalid_request', 'timeout_ms'],
    [{ url, on_timeout: 'maybe' }, 'invalid_request', 'on_timeout'],
    [{ url, active: 'yes' }, 'invalid_request', 'active'],
    [{ url, card_ids: [] }, 'invalid_request', 'card_ids'],
    [{ url, card_ids: 'card_1' }, 'invalid_request', 'card_ids'],
    [{ url, card_ids: Array(1001).fill('card_1') }, 'invalid_request', 'card_ids'],
    [{ url, timeout: 1 }, 'invalid_request', 'timeout'],
    [{ url, secret: 'short' }, 'invalid_request', 'secret'],
    [{ url: 'http://example.com/' }, 'invalid_url', 'url'],
    [{ url: 'https://10.0.0.1/decide' }, 'invalid_url', 'url'],
    [{ url: 'https://169.254.169.254/latest' }, 'invalid_url', 'url'],
    [{ url: 'https://localhost/' }, 'invalid_url', 'url'],
    [{ url: 'https://user:hunter2@example.com/' }, 'invalid_url', 'url'],
  ]
  for (const [body, error, param] of bad) assertError(await api.put('/decision-hook', body), 400, error, param)
  const { secret, ...shown } = before
  assert.deepEqual(done(await api.get('/decision-hook'), 200), shown)
})

test('hook settings with a card that does not exist or belongs to another workspace return 404', async () => {
  const [api, other] = await Promise.all([service.fundedWorkspace(), service.fundedWorkspace()])
  const foreign = await newCard(other)
  const { bucket } = await workspaceOf(service, api)
  const { id: uuid } = await workspaceOf(service, other)
  for (const id of ['card_x', foreign.id, await unknownId(service, api, 'card'), publicId('card', bucket, uuid)])
    assertError(await api.put('/decision-hook', { url, card_ids: [id] }), 404, 'card_not_found')
  assertError(await api.get('/decision-hook'), 404, 'decision_hook_not_found')
  assertError(await api.get(`/decision-hook/attempts?card_id=${foreign.id}`), 404, 'card_not_found')
})

test('a loopback URL is allowed in the sandbox and never in production', async () => {
  const live = await service.workspace('production')
  assertError(await live.put('/decision-hook', { url: 'http://127.0.0.1:9/' }), 400, 'invalid_url', 'url')
  done(await (await service.workspace()).put('/decision-hook', { url: 'http://127.0.0.1:9/' }), 200)
})

test('a sandbox reset deletes the decision hook', async () => {
  const api = await service.workspace()
  done(await api.put('/decision-hook', { url }), 200)
  done(await api.post('/sandbox/reset'), 200)
  assertError(await api.get('/decision-hook'), 404, 'decision_hook_not_found')
})

test('in production a developer can read the hook, and only an owner or an admin can change it', async () => {
  const live = await service.workspace('production')
  const account = await accountOf(service, live.key)
  for (const [role, allowed] of [
    ['owner', true],
    ['admin', true],
    ['developer', false],
    ['viewer', false],
  ] as const) {
    const person = (await join(service, account, role)).in('production')
    const { status } = await person.call('PUT', '/v1/decision-hook', { url })
    assert.equal(status, allowed ? 200 : 403, role)
    assert.equal((await person.get('/v1/decision-hook')).status, role === 'viewer' ? 403 : 200, role)
  }
})

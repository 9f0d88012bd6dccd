// Keys in the dashboard, where people create, see, narrow and revoke them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentScopes, readOnlyScopes, scopeNames } from '../../src/accounts/scopes.ts'
import { BIN } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import { until } from '../until.ts'

const service = await startTestService()
const full = await service.fundedWorkspace()
const owner = await join(service, await accountOf(service, full.key), 'owner')
const { body: card } = await full.post('/cards', { bin_id: BIN, amount: 10 })
const { body: other } = await full.post('/cards', { bin_id: BIN, amount: 10 })
const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString()

async function make(asked: object): Promise<{ id: string; key: Api }> {
  const { status, body } = await owner.post('/dashboard/keys', { name: 'Test', ...asked })
  assert.equal(status, 201, JSON.stringify(body))
  return { id: body.id, key: service.api(body.key) }
}

async function shown(id: string) {
  const { body } = await owner.get('/dashboard/keys')
  return body.data.find((key: { id: string }) => key.id === id)
}

/** The rights without the times of use, which are written a moment later. */
async function rightsShown(id: string) {
  const { scope_uses: _, last_used_at: __, ...rest } = await shown(id)
  return rest
}

test('a key with all its bounds is shown as requested, to people and to the key itself', async () => {
  const asked = {
    kind: 'agent',
    scopes: ['funding:write', 'cards:read', 'cards:write'],
    own_cards: true,
    budget: { amount: 200, window: 'month' },
    expires_at: inAWeek,
    ip_allow: ['127.0.0.1', '::1'],
    spend_policy: {
      auto_approve: { per_request: 20, per_day: 100 },
      merchants: [{ name: 'acme*' }],
      confirm_above: 50,
    },
  }
  const { id, key } = await make(asked)
  assert.equal((await key.post('/cards', { bin_id: BIN, amount: 15 })).status, 201)
  const { body: self } = await key.get('/keys/self')
  const { resets_at } = self.budget
  const rights = {
    kind: 'agent',
    scopes: ['cards:read', 'cards:write', 'funding:write'],
    read_only: false,
    card_ids: null,
    own_cards: true,
    budget: { amount: 200, window: 'month', used: 15, remaining: 185, resets_at },
    expires_at: inAWeek,
    ip_allow: ['127.0.0.1/32', '::1/128'],
    spend_policy: asked.spend_policy,
  }
  assert.match(resets_at, /-01T00:00:00\.000Z$/)
  const { created_at, ...rest } = self
  assert.deepEqual(rest, { id, name: 'Test', environment: 'sandbox', ...rights })
  const listed = await shown(id)
  assert.deepEqual(listed, { ...listed, ...rights, created_at, all_scopes: false })
})

test('a standard key has every scope by default, an agent key those that agents need, and read_only still works', async () => {
  const standard = await shown((await make({})).id)
  assert.deepEqual([standard.all_scopes, standard.scopes, standard.read_only], [true, scopeNames, false])
  const agent = await shown((await make({ kind: 'agent' })).id)
  assert.deepEqual([agent.all_scopes, agent.scopes, agent.budget], [false, agentScopes, null])
  assert.equal(agentScopes.includes('cards:write'), false)
  assert.equal(agent.own_cards, true)
  assert.equal((await shown((await make({ kind: 'agent', own_cards: false })).id)).own_cards, false)
  assert.equal((await shown((await make({ kind: 'agent', card_ids: [card.id] })).id)).own_cards, false)
  assert.equal(standard.own_cards, false)
  const reader = await shown((await make({ read_only: true })).id)
  assert.deepEqual([reader.all_scopes, reader.scopes, reader.read_only], [false, readOnlyScopes, true])
})

const WRONG: [object, string][] = [
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['cards:steal'] }, 'scopes'],
  [{ read_only: true, scopes: ['cards:read'] }, 'read_only'],
  [{ read_only: true, kind: 'agent' }, 'read_only'],
  [{ kind: 'robot' }, 'kind'],
  [{ card_ids: [] }, 'card_ids'],
  [{ card_ids: [card.id, 'card_unknown'] }, 'card_ids.1'],
  [{ card_ids: [card.id], own_cards: true }, 'own_cards'],
  [{ card_ids: Array.from({ length: 101 }, () => card.id) }, 'card_ids'],
  [{ budget: { amount: 0, window: 'day' } }, 'budget.amount'],
  [{ budget: { amount: 1.001, window: 'day' } }, 'budget.amount'],
  [{ budget: { amount: -5, window: 'day' } }, 'budget.amount'],
  [{ budget: { amount: 5, window: 'hour' } }, 'budget.window'],
  [{ budget: { amount: 5 } }, 'budget.window'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [{ ip_allow: [] }, 'ip_allow'],
  [{ ip_allow: ['10.0.0.0/33'] }, 'ip_allow.0'],
  [{ ip_allow: ['10.0.0.0/8', 'home'] }, 'ip_allow.1'],
  [{ ip_allow: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) }, 'ip_allow'],
  [{ spend_policy: {} }, 'spend_policy'],
  [{ kind: 'agent', spend_policy: { auto_approve: { per_request: 20 } } }, 'spend_policy.auto_approve.per_day'],
  [
    { kind: 'agent', spend_policy: { auto_approve: { per_request: 20, per_day: 10 } } },
    'spend_policy.auto_approve.per_request',
  ],
  [
    { kind: 'agent', spend_policy: { auto_approve: { per_request: 0, per_day: 10 } } },
    'spend_policy.auto_approve.per_request',
  ],
  [{ kind: 'agent', spend_policy: { merchants: [{}] } }, 'spend_policy.merchants.0'],
  [{ kind: 'agent', spend_policy: { confirm_above: -1 } }, 'spend_policy.confirm_above'],
  [{ everything: true }, 'everything'],
]

test('an invalid key setting is rejected with its field, and no key is created', async () => {
  const before = (await owner.get('/dashboard/keys')).body.data.length
  for (const [asked, param] of WRONG) {
    const { status, body } = await owner.post('/dashboard/keys', { name: 'Wrong', ...asked })
    assert.deepEqual([status, body.error, body.param], [400, 'invalid_request', param], JSON.stringify(asked))
  }
  assert.equal((await owner.get('/dashboard/keys')).body.data.length, before)
})

test('a key can be narrowed step by step, each step applies immediately, and it cannot be widened', async () => {
  const { id, key } = await make({})
  const narrow = (asked: object) => owner.patch(`/dashboard/keys/${id}`, asked)
  assert.equal((await narrow({ scopes: ['cards:read', 'wallet:read', 'funding:write'] })).status, 200)
  assert.equal((await key.get('/transactions')).body.param, 'transactions:read')
  assert.equal((await narrow({ card_ids: [card.id] })).status, 200)
  assert.equal((await key.get(`/cards/${other.id}`)).status, 404)
  assert.equal((await key.get(`/cards/${card.id}`)).status, 200)
  assert.equal((await narrow({ budget: { amount: 5, window: 'day' } })).status, 200)
  assert.equal((await key.post(`/cards/${card.id}/fund`, { amount: 6 })).body.error, 'budget_exceeded')
  assert.equal((await narrow({ expires_at: inAWeek, ip_allow: ['127.0.0.0/8'], name: 'Narrow' })).status, 200)
  const asked: [object, string][] = [
    [{ scopes: ['cards:read', 'cards:write'] }, 'scopes'],
    [{ card_ids: [card.id, other.id] }, 'card_ids'],
    [{ own_cards: true }, 'own_cards'],
    [{ budget: { amount: 5.01, window: 'day' } }, 'budget.amount'],
    [{ budget: { amount: 5, window: 'month' } }, 'budget.window'],
    [{ expires_at: new Date(Date.parse(inAWeek) + 1).toISOString() }, 'expires_at'],
    [{ ip_allow: ['0.0.0.0/0'] }, 'ip_allow.0'],
    [{ ip_allow: ['127.0.0.1', '128.0.0.1'] }, 'ip_allow.1'],
  ]
  const before = await rightsShown(id)
  for (const [wider, param] of asked) {
    const { status, body } = await narrow(wider)
    assert.deepEqual([status, body.error, body.param], [400, 'invalid_request', param], JSON.stringify(wider))
  }
  assert.deepEqual(await rightsShown(id), before)
  assert.equal(before.name, 'Narrow')
  assert.equal((await narrow({ ip_allow: ['127.0.0.9'] })).status, 200)
  assert.equal((await key.get('/keys/self')).body.param, 'ip_allow')
  const { body: log } = await owner.get('/dashboard/audit-log?action=key.narrow')
  assert.ok(
    log.data.length >= 5 && log.data.every(({ subject }: { subject: string }) => subject === id),
    JSON.stringify(log.data.map(({ subject }: { subject: string }) => subject)),
  )
})

test("each part of an agent's spend policy can be narrowed, applies immediately and cannot be widened", async () => {
  const merchants = [{ name: 'acme*' }, { id: '445566778899001' }]
  const spend_policy = { auto_approve: { per_request: 20, per_day: 100 }, merchants, confirm_above: 50 }
  const { id, key } = await make({ kind: 'agent', budget: { amount: 500, window: 'month' }, spend_policy })
  const narrow = (policy: object) => owner.patch(`/dashboard/keys/${id}`, { spend_policy: policy })
  const wish = { merchant: { name: 'Acme Books' }, reason: 'The manual for the printer in room 4.' }
  const statusFor = async (amount: number) => (await key.post('/spend-requests', { amount, ...wish })).body.status
  assert.equal(await statusFor(20), 'approved')
  assert.equal((await narrow({ auto_approve: { per_request: 10, per_day: 40 } })).status, 200)
  assert.deepEqual([await statusFor(10.01), await statusFor(10)], ['pending', 'approved'])
  assert.equal((await narrow({ merchants: [{ name: 'acme books*' }], confirm_above: 5 })).status, 200)
  const wider: [object, string][] = [
    [{ auto_approve: { per_request: 10.01, per_day: 40 } }, 'auto_approve.per_request'],
    [{ auto_approve: { per_request: 10, per_day: 40.01 } }, 'auto_approve.per_day'],
    [{ merchants: [] }, 'merchants'],
    [{ merchants: [{ name: 'acme books*' }, { name: 'acme*' }] }, 'merchants.1'],
    [{ merchants: [{ name: '*acme books*' }] }, 'merchants.0'],
    [{ merchants: [{ id: '445566778899001' }] }, 'merchants.0'],
    [{ confirm_above: 5.01 }, 'confirm_above'],
  ]
  const refuses = async (asked: [object, string][]) => {
    const before = await rightsShown(id)
    for (const [policy, param] of asked) {
      const { status, body } = await narrow(policy)
      assert.deepEqual([status, body.error, body.param], [400, 'invalid_request', `spend_policy.${param}`])
      assert.match(body.message, /narrowed and never widened/)
    }
    assert.deepEqual(await rightsShown(id), before)
  }
  await refuses(wider)
  // Narrowing other parts of the key does not change the policy.
  assert.equal((await owner.patch(`/dashboard/keys/${id}`, { budget: { amount: 400, window: 'month' } })).status, 200)
  assert.deepEqual((await shown(id)).spend_policy, {
    auto_approve: { per_request: 10, per_day: 40 },
    merchants: [{ name: 'acme books*' }],
    confirm_above: 5,
  })
  assert.equal((await narrow({ auto_approve: null })).status, 200)
  assert.equal(await statusFor(1), 'pending')
  await refuses([[{ auto_approve: { per_request: 1, per_day: 1 } }, 'auto_approve']])
})

test('a key without a policy can only get a stricter one, and a standard key cannot have one', async () => {
  const agent = await make({ kind: 'agent' })
  const narrow = (id: string, policy: object) => owner.patch(`/dashboard/keys/${id}`, { spend_policy: policy })
  assert.equal((await narrow(agent.id, { confirm_above: 100.01 })).body.param, 'spend_policy.confirm_above')
  assert.equal((await narrow(agent.id, { confirm_above: 0 })).body.spend_policy.confirm_above, 0)
  const auto_approve = { per_request: 1, per_day: 1 }
  assert.equal((await narrow(agent.id, { auto_approve })).body.param, 'spend_policy.auto_approve')
  assert.equal((await narrow((await make({})).id, { confirm_above: 5 })).body.param, 'spend_policy')
})

test('a key that is bound to its own cards stays bound, and a revoked key cannot be narrowed', async () => {
  const { id } = await make({ own_cards: true })
  for (const asked of [{ own_cards: false }, { card_ids: [card.id] }])
    assert.equal((await owner.patch(`/dashboard/keys/${id}`, asked)).status, 400)
  await owner.delete(`/dashboard/keys/${id}`)
  const { status, body } = await owner.patch(`/dashboard/keys/${id}`, { scopes: ['cards:read'] })
  assert.deepEqual([status, body.error], [400, 'invalid_state'])
  assert.equal((await owner.patch('/dashboard/keys/unknown', { name: 'x' })).status, 404)
  assert.equal((await owner.in('production').patch(`/dashboard/keys/${id}`, { name: 'x' })).status, 404)
})

test('the last use is recorded for exactly the scopes that were used', async () => {
  const { id, key } = await make({ scopes: ['cards:read', 'wallet:read', 'events:read'] })
  const from = Date.now()
  await key.get('/cards')
  await key.get('/wallet/balance')
  await key.get('/transactions') // rejected
  await until('both uses are noted', async () => Object.keys((await shown(id)).scope_uses).length === 2)
  assert.deepEqual(Object.keys((await shown(id)).scope_uses).toSorted(), ['cards:read', 'wallet:read'])
  for (const time of Object.values<string>((await shown(id)).scope_uses)) assert.ok(Date.parse(time) >= from, time)
})

test('GET /keys/self returns 404 to a person', async () => {
  const { status, body } = await owner.get('/v1/keys/self')
  assert.deepEqual([status, body.error], [404, 'not_found'])
})

// An agent key cannot extend its own rights: each attempt is rejected with the right error and changes nothing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey } from '../../src/accounts/api-keys.ts'
import { anotherKey, BIN, stateOf, workspaceOf } from '../contract/assertions.ts'
import { type Answer, type Api, startTestService } from '../harness.ts'
import { until } from '../until.ts'

const service = await startTestService({ TRUST_PROXY: '1' })
const owner = await service.fundedWorkspace()

/** This agent has every scope, because what an agent may never do does not depend on scopes. */
const agent = await anotherKey(service, owner, {
  rights: { kind: 'agent', budget: { amountCents: 5_000n, window: 'month' } },
})
const bound = await anotherKey(service, owner, {
  rights: { kind: 'agent', ownCards: true, budget: { amountCents: 5_000n, window: 'month' } },
})
const otherAgent = await anotherKey(service, owner, {
  rights: { kind: 'agent', ownCards: true, budget: { amountCents: 5_000n, window: 'month' } },
})
const narrow = await anotherKey(service, owner, { rights: { kind: 'agent', scopes: ['cards:read'], ownCards: true } })
const expired = await anotherKey(service, owner, { rights: { kind: 'agent', expiresAt: new Date(Date.now() - 1) } })
const elsewhere = await anotherKey(service, owner, {
  rights: { kind: 'agent', ipAllow: ['192.0.2.0/24', '2001:db8::/32'] },
})

const settings = { spending_limit: 100, controls: { uses: 3 }, allowed_categories: ['groceries'], auto_freeze_at: 5 }
const card = await made(agent, settings)
const frozen = await made(agent)
await owner.post(`/cards/${frozen}/freeze`)
const foreign = await made(otherAgent)
const { body: template } = await owner.post('/card-templates', { name: 'Tight', spending_limit: 50 })
const { body: rule } = await owner.post('/rules', {
  name: 'No cash',
  action: 'decline',
  when: [{ attribute: 'amount', op: 'above', value: 10 }],
})
await owner.post('/rules', {
  name: 'Only for the trusted team',
  action: 'decline',
  state: 'active',
  when: [
    { attribute: 'card_metadata.team', op: 'is_not', value: 'trusted' },
    { attribute: 'amount', op: 'above', value: 10 },
  ],
})
await owner.post('/rules', {
  name: 'Off for now',
  action: 'decline',
  state: 'off',
  when: [{ attribute: 'card_metadata.region', op: 'is', value: 'north' }],
})
const tagged = await anotherKey(service, owner, { rights: { scopes: ['cards:read', 'cards:write'] } })
const merchant = { name: 'Shop', mcc: '5411', country: 'US' }
const { body: paid } = await owner.post('/sandbox/authorizations', { card_id: foreign, amount: 2, merchant })
const { body: challenge } = await owner.post('/sandbox/3ds', { card_id: foreign, merchant: 'Shop', amount: 2 })
const hook = await owner.put('/decision-hook', { url: 'https://example.invalid/decide', timeout_ms: 200 })
assert.equal(hook.status, 200)
const theirs = { 'x-idempotency-key': 'of the other agent' }
await otherAgent.post('/cards', { bin_id: BIN, amount: 1 }, theirs)
const wish = { amount: 5, merchant: { name: 'Shop' }, reason: 'Something that an agent wants.' }
const { body: asked } = await agent.post('/spend-requests', wish)
const { body: theirWish } = await otherAgent.post('/spend-requests', wish)
const frame = { origin: 'https://shop.example.com' }
const from = (ip: string) => ({ 'x-forwarded-for': ip })

async function made(api: Api, more: object = {}): Promise<string> {
  const { status, body } = await api.post('/cards', { bin_id: BIN, amount: 10, ...more })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

type Attempt = [why: string, expected: string, act: () => Promise<Answer>]
const ATTEMPTS: Attempt[] = [
  // Revealing a card number.
  ['reveal its card', '403 forbidden kind', () => agent.get(`/cards/${card}/details`)],
  ['reveal a frozen card', '403 forbidden kind', () => agent.get(`/cards/${frozen}/details`)],
  ['reveal a card with a bound key', '403 forbidden kind', () => bound.get(`/cards/${foreign}/details`)],
  ['reveal without the scope', '403 forbidden details:read', () => narrow.get(`/cards/${card}/details`)],
  [
    'open a reveal session for a card of another agent',
    '403 forbidden kind',
    () => agent.post(`/cards/${foreign}/reveal-sessions`, frame),
  ],
  [
    'open a reveal session for a card outside its bounds',
    '404 card_not_found',
    () => bound.post(`/cards/${foreign}/reveal-sessions`, frame),
  ],
  // Approving its own spend requests.
  ['approve its own request', '403 forbidden', () => agent.post(`/spend-requests/${asked.id}/approve`)],
  ['deny its own request', '403 forbidden', () => agent.post(`/spend-requests/${asked.id}/deny`)],
  [
    'approve the request of another agent',
    '404 spend_request_not_found',
    () => agent.post(`/spend-requests/${theirWish.id}/approve`),
  ],
  [
    'cancel the request of another agent',
    '404 spend_request_not_found',
    () => bound.post(`/spend-requests/${theirWish.id}/cancel`),
  ],
  [
    'request more than its budget',
    '400 budget_exceeded amount',
    () => agent.post('/spend-requests', { ...wish, amount: 51 }),
  ],
  [
    'report the outcome of the request of another agent',
    '404 spend_request_not_found',
    () => bound.post(`/spend-requests/${theirWish.id}/outcome`, { outcome: 'success' }),
  ],
  [
    'read the request of another agent',
    '404 spend_request_not_found',
    () => agent.get(`/spend-requests/${theirWish.id}`),
  ],
  // Raising or removing a limit or a control.
  [
    'raise the spending limit by a cent',
    '403 forbidden spending_limit',
    () => agent.patch(`/cards/${card}`, { spending_limit: 100.01 }),
  ],
  [
    'raise the spending limit to the maximum',
    '403 forbidden spending_limit',
    () => agent.patch(`/cards/${card}`, { spending_limit: 5_000 }),
  ],
  [
    'raise the spending limit together with a label',
    '403 forbidden spending_limit',
    () => agent.patch(`/cards/${card}`, { label: 'x', spending_limit: 200 }),
  ],
  ['remove all controls', '403 forbidden controls', () => agent.patch(`/cards/${card}`, { controls: null })],
  ['remove one control', '403 forbidden controls', () => agent.patch(`/cards/${card}`, { controls: { uses: null } })],
  ['allow more uses', '403 forbidden controls', () => agent.patch(`/cards/${card}`, { controls: { uses: 10_000 } })],
  [
    'remove the end of the active period',
    '403 forbidden controls',
    () => agent.patch(`/cards/${card}`, { controls: { active_until: null } }),
  ],
  [
    'remove the merchant lock',
    '403 forbidden controls',
    () => agent.patch(`/cards/${card}`, { controls: { merchant_lock: null } }),
  ],
  ['remove all limits', '403 forbidden controls', () => agent.patch(`/cards/${card}`, { controls: { limits: [] } })],
  ['send empty controls', '403 forbidden controls', () => agent.patch(`/cards/${card}`, { controls: {} })],
  [
    'allow every category',
    '403 forbidden allowed_categories',
    () => agent.patch(`/cards/${card}`, { allowed_categories: [] }),
  ],
  [
    'allow more categories',
    '403 forbidden allowed_categories',
    () => agent.patch(`/cards/${card}`, { allowed_categories: ['groceries', 'travel'] }),
  ],
  [
    'turn off the automatic freeze',
    '403 forbidden auto_freeze_at',
    () => agent.patch(`/cards/${card}`, { auto_freeze_at: 0 }),
  ],
  [
    'lower the threshold of the automatic freeze',
    '403 forbidden auto_freeze_at',
    () => agent.patch(`/cards/${card}`, { auto_freeze_at: 1 }),
  ],
  ['send invalid controls', '403 forbidden controls', () => agent.patch(`/cards/${card}`, { controls: 'none' })],
  [
    'change a card without the scope',
    '403 forbidden cards:write',
    () => narrow.patch(`/cards/${card}`, { label: 'x' }),
  ],
  // Changing metadata that a rule reads.
  [
    'set metadata that a rule reads',
    '403 forbidden metadata.team',
    () => agent.patch(`/cards/${card}`, { metadata: { order: '7', team: 'trusted' } }),
  ],
  [
    'remove metadata that a rule reads',
    '403 forbidden metadata.team',
    () => agent.patch(`/cards/${card}`, { metadata: { team: null } }),
  ],
  [
    'set metadata that a rule reads which is off',
    '403 forbidden metadata.region',
    () => agent.patch(`/cards/${card}`, { metadata: { region: 'south' } }),
  ],
  [
    'create a card with metadata that a rule reads',
    '403 forbidden metadata.team',
    () => agent.post('/cards', { bin_id: BIN, amount: 1, metadata: { team: 'trusted' } }),
  ],
  [
    'request a card with metadata that a rule reads',
    '403 forbidden metadata.team',
    () => agent.post('/spend-requests', { ...wish, metadata: { team: 'trusted' } }),
  ],
  [
    'set metadata that a rule reads with a standard key without controls:write',
    '403 forbidden controls:write',
    () => tagged.patch(`/cards/${card}`, { metadata: { team: 'trusted' } }),
  ],
  // Changing a template, a rule or the decision hook.
  [
    'create a template',
    '403 forbidden kind',
    () => agent.post('/card-templates', { name: 'Wide', spending_limit: 5_000 }),
  ],
  [
    'raise the limit of a template',
    '403 forbidden kind',
    () => agent.patch(`/card-templates/${template.id}`, { spending_limit: 5_000 }),
  ],
  ['delete a template', '403 forbidden kind', () => agent.delete(`/card-templates/${template.id}`)],
  ['create a rule', '403 forbidden kind', () => agent.post('/rules', { name: 'x', action: 'decline', when: [] })],
  ['turn off a rule', '403 forbidden kind', () => agent.patch(`/rules/${rule.id}`, { state: 'off' })],
  ['delete a rule', '403 forbidden kind', () => agent.delete(`/rules/${rule.id}`)],
  [
    'set a decision hook that approves',
    '403 forbidden kind',
    () => agent.put('/decision-hook', { url: 'https://evil.example', on_timeout: 'approve' }),
  ],
  ['delete the decision hook', '403 forbidden kind', () => agent.delete('/decision-hook')],
  ['rotate the secret of the decision hook', '403 forbidden kind', () => agent.post('/decision-hook/rotate-secret')],
  ['test the decision hook', '403 forbidden kind', () => agent.post('/decision-hook/test')],
  [
    'start a backtest',
    '403 forbidden kind',
    () => agent.post(`/rules/${rule.id}/backtests`, { from: '2026-01-01', to: '2026-01-02' }),
  ],
  // Unfreezing.
  ['unfreeze a frozen card', '403 forbidden kind', () => agent.post(`/cards/${frozen}/unfreeze`)],
  ['unfreeze an active card', '403 forbidden kind', () => agent.post(`/cards/${card}/unfreeze`)],
  ['replace a frozen card', '403 forbidden kind', () => agent.post(`/cards/${frozen}/replace`, { reason: 'lost' })],
  // Moving more than the budget.
  [
    'create a card above the budget',
    '400 budget_exceeded amount',
    () => agent.post('/cards', { bin_id: BIN, amount: 30.01 }),
  ],
  [
    'fund a card above the budget',
    '400 budget_exceeded amount',
    () => agent.post(`/cards/${card}/fund`, { amount: 31 }),
  ],
  [
    'fund a card of another agent above the budget',
    '400 budget_exceeded amount',
    () => agent.post(`/cards/${foreign}/fund`, { amount: 5_000 }),
  ],
  [
    'create a card from a template above the budget',
    '400 budget_exceeded amount',
    () => agent.post('/cards', { bin_id: BIN, amount: 31, template_id: template.id }),
  ],
  [
    'reset the budget by advancing the clock',
    '403 forbidden kind',
    () => agent.post('/sandbox/clock/advance', { seconds: 31 * 86_400 }),
  ],
  ['reset the budget by resetting the sandbox', '403 forbidden kind', () => agent.post('/sandbox/reset')],
  [
    'fund a card without the scope',
    '403 forbidden funding:write',
    () => narrow.post(`/cards/${card}/fund`, { amount: 1 }),
  ],
  // Creating keys.
  ['list the keys', '401 unauthorized', () => dashboard('GET', '/keys')],
  ['create a key', '401 unauthorized', () => dashboard('POST', '/keys', { name: 'mine' })],
  [
    'add a scope to its own key',
    '401 unauthorized',
    () => dashboard('PATCH', '/keys/self', { scopes: ['details:read'] }),
  ],
  ['revoke another key', '401 unauthorized', () => dashboard('DELETE', '/keys/key_0001m7fvfr85e5mtekznx29q5n67')],
  ['create a key through the API', '404 not_found', () => agent.post('/keys', { name: 'mine' })],
  [
    'add a scope to its own key through the API',
    '404 not_found',
    () => agent.patch('/keys/self', { scopes: ['details:read'] }),
  ],
  // Reaching the card of another agent.
  ['read the card of another agent', '404 card_not_found', () => bound.get(`/cards/${foreign}`)],
  ['change the card of another agent', '404 card_not_found', () => bound.patch(`/cards/${foreign}`, { label: 'mine' })],
  ['freeze the card of another agent', '404 card_not_found', () => bound.post(`/cards/${foreign}/freeze`)],
  [
    'withdraw from the card of another agent',
    '404 card_not_found',
    () => bound.post(`/cards/${foreign}/withdraw`, { amount: 5 }),
  ],
  ['terminate the card of another agent', '404 card_not_found', () => bound.delete(`/cards/${foreign}`)],
  [
    'replace the card of another agent',
    '404 card_not_found',
    () => bound.post(`/cards/${foreign}/replace`, { reason: 'lost' }),
  ],
  [
    'spend from the card of another agent',
    '404 card_not_found',
    () => bound.post('/sandbox/authorizations', { card_id: foreign, amount: 1, merchant }),
  ],
  [
    'read a payment of another agent',
    '404 transaction_not_found',
    () => bound.get(`/transactions/${paid.transaction.id}`),
  ],
  [
    'reverse a payment of another agent',
    '404 transaction_not_found',
    () => bound.post(`/sandbox/authorizations/${paid.transaction.id}/reverse`),
  ],
  ['read a passcode of another agent', '404 challenge_not_found', () => bound.get(`/3ds/${challenge.id}`)],
  [
    'approve a 3-D Secure challenge of another agent',
    '404 challenge_not_found',
    () => bound.post(`/3ds/${challenge.id}/approve`),
  ],
  [
    'receive passcodes of another agent by webhook',
    '403 forbidden own_cards',
    () => bound.post('/webhooks', { url: 'https://evil.example', events: ['*'] }),
  ],
  ['read the request log', '403 forbidden own_cards', () => bound.get('/request-logs')],
  // Replaying the idempotency key of another agent.
  [
    'replay the idempotency key of another agent',
    '400 idempotency_key_reused',
    () => bound.post('/cards', { bin_id: BIN, amount: 1 }, theirs),
  ],
  [
    'replay the idempotency key of another agent with an unbound key',
    '400 idempotency_key_reused',
    () => agent.post('/cards', { bin_id: BIN, amount: 1 }, theirs),
  ],
  // Using a key after its expiry.
  ['read after the expiry of the key', '401 unauthorized', () => expired.get('/cards')],
  ['write after the expiry of the key', '401 unauthorized', () => expired.post('/cards', { bin_id: BIN, amount: 1 })],
  ['read its own rights after the expiry of the key', '401 unauthorized', () => expired.get('/keys/self')],
  // Using a key from an address that is not allowed.
  ['read from an address that is not allowed', '403 forbidden ip_allow', () => elsewhere.get('/cards')],
  [
    'read from an address next to the allowed range',
    '403 forbidden ip_allow',
    () => elsewhere.get('/cards', from('192.0.3.1')),
  ],
  [
    'read from an IPv6 address that is not allowed',
    '403 forbidden ip_allow',
    () => elsewhere.get('/keys/self', from('2001:db9::1')),
  ],
  [
    'read with a forged address',
    '403 forbidden ip_allow',
    () => elsewhere.get('/cards', from('192.0.2.1, 198.51.100.7')),
  ],
]

test('this file makes at least sixty attempts', () => assert.ok(ATTEMPTS.length >= 60, `${ATTEMPTS.length} attempts`))

for (const [why, expected, act] of ATTEMPTS) {
  test(`an attempt to ${why} returns ${expected} and changes nothing`, async () => {
    const before = await everything()
    const { status, body } = await act()
    assert.equal(
      [status, body.error, body.param].filter((part) => part !== undefined).join(' '),
      expected,
      body.message,
    )
    assert.deepEqual(await everything(), before)
  })
}

test('100 concurrent fundings do not exceed the budget of an agent', async () => {
  const { remaining } = (await agent.get('/keys/self')).body.budget
  const answers = await Promise.all(Array.from({ length: 100 }, () => agent.post(`/cards/${card}/fund`, { amount: 1 })))
  assert.equal(answers.filter(({ status }) => status === 200).length, remaining)
  assert.ok(
    answers.every(({ status, body }) => status === 200 || body.error === 'budget_exceeded'),
    JSON.stringify([...new Set(answers.map(({ body }) => body.error))]),
  )
  await service.audit()
})

test('an agent can change labels and metadata, lower a limit, freeze and use its own cards', async () => {
  const id = await made(bound)
  assert.equal((await bound.patch(`/cards/${id}`, { label: 'Office', metadata: { order: '7' } })).status, 200)
  assert.equal((await bound.patch(`/cards/${id}`, { spending_limit: 50 })).status, 200)
  assert.equal((await bound.post(`/cards/${id}/freeze`)).status, 200)
  assert.equal((await elsewhere.get('/cards', from('192.0.2.200'))).status, 200)
  assert.equal((await elsewhere.get('/cards', from('2001:db8:1::1'))).status, 200)
})

test('a key with controls:write can change metadata that a rule reads, and any key can set it on creation', async () => {
  assert.equal((await owner.patch(`/cards/${card}`, { metadata: { team: 'trusted' } })).status, 200)
  assert.equal((await tagged.patch(`/cards/${card}`, { metadata: { order: '8' } })).status, 200)
  assert.equal((await tagged.post('/cards', { bin_id: BIN, amount: 1, metadata: { team: 'trusted' } })).status, 201)
})

test('an expired key is rejected from the moment of its expiry, even if it is cached', async () => {
  const { accountId } = await workspaceOf(service, owner)
  const expiresAt = new Date(Date.now() + 3_000)
  const { key } = await service.services.database.transaction((tx) =>
    createApiKey(tx, { accountId, environment: 'sandbox', name: 'short', rights: { expiresAt }, now: new Date() }),
  )
  const short = service.api(key)
  let isRemembered = false
  const refused = await until('the key is rejected', async () => {
    const askedAt = Date.now()
    const answer = await short.get('/bins')
    if (answer.status !== 200) return answer
    assert.ok(askedAt < expiresAt.getTime(), `it was answered ${askedAt - expiresAt.getTime()} ms after its end`)
    isRemembered = true
    return undefined
  })
  assert.equal(refused.body.error, 'unauthorized')
  assert.ok(Date.now() >= expiresAt.getTime(), 'it was rejected before its end')
  assert.ok(isRemembered, 'the machine was so busy that the key was never used in its three seconds')
})

/**
 * Everything that an attempt could have changed: the books, cards, templates, rules, the hook, requests, reveal
 * sessions and keys.
 */
async function everything(): Promise<unknown> {
  const state = await stateOf(service, owner, [card, frozen, foreign])
  const paths = ['/card-templates', '/rules', '/decision-hook', '/webhooks', '/spend-requests']
  const [templates, rules, hook, webhooks, requests] = await Promise.all(
    paths.map(async (path) => (await owner.get(path)).body),
  )
  const keys = await service.services.database.read`
    select id, kind, scopes::text, card_ids::text, own_cards, budget_cents, budget_window, expires_at, ip_allow::text, spend_policy,
      revoked_at from api_keys order by id`
  const used = await service.services.database
    .read`select key_id, used_cents, automatic_cents from key_budgets order by key_id`
  const pages = await service.services.database.read`select id from reveal_sessions order by id`
  const offsets = await service.services.database.read`select id, live, clock_offset_ms from workspaces order by id`
  return {
    state,
    templates,
    rules,
    hook,
    webhooks,
    requests,
    offsets: [...offsets],
    keys: [...keys],
    used: [...used],
    pages: [...pages],
  }
}

async function dashboard(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${service.url}/dashboard${path}`, {
    method,
    headers: { authorization: `Bearer ${agent.key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

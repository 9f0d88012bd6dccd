// Checks every combination of scope and route of the API. The table is written out, so that a change of a route must
// also change it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOnlyScopes, type Scope, scopeNames } from '../../src/accounts/scopes.ts'
import { routes } from '../../src/routes.ts'
import { anotherKey } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'

/** Null means that every key can call the route. */
const ASKS: Record<string, Scope | null> = {
  'POST /cards': 'cards:write',
  'GET /cards': 'cards:read',
  'GET /cards/:card_id': 'cards:read',
  'GET /cards/:card_id/details': 'details:read',
  'GET /cards/:card_id/limits': 'cards:read',
  'PATCH /cards/:card_id': 'cards:write',
  'POST /cards/:card_id/freeze': 'cards:write',
  'POST /cards/:card_id/unfreeze': 'cards:write',
  'DELETE /cards/:card_id': 'cards:write',
  'POST /cards/:card_id/replace': 'cards:write',
  'POST /cards/:card_id/reveal-sessions': 'details:read',
  'POST /cards/:card_id/fund': 'funding:write',
  'POST /cards/:card_id/withdraw': 'funding:write',
  'POST /card-templates': 'controls:write',
  'GET /card-templates': 'cards:read',
  'GET /card-templates/:template_id': 'cards:read',
  'PATCH /card-templates/:template_id': 'controls:write',
  'DELETE /card-templates/:template_id': 'controls:write',
  'POST /spend-requests': 'spend_requests:write',
  'GET /spend-requests': 'spend_requests:read',
  'GET /spend-requests/:spend_request_id': 'spend_requests:read',
  'POST /spend-requests/:spend_request_id/approve': 'spend_requests:approve',
  'POST /spend-requests/:spend_request_id/deny': 'spend_requests:approve',
  'POST /spend-requests/:spend_request_id/cancel': 'spend_requests:write',
  'POST /spend-requests/:spend_request_id/outcome': 'spend_requests:write',
  'GET /transactions': 'transactions:read',
  'GET /transactions/:txn_id': 'transactions:read',
  'GET /transactions/:txn_id/explanation': 'transactions:read',
  'GET /wallet/balance': 'wallet:read',
  'GET /wallet/deposit-address': 'deposits:read',
  'GET /wallet/deposits': 'deposits:read',
  'GET /wallet/deposits/:deposit_id': 'deposits:read',
  'GET /wallet/transactions': 'wallet:read',
  'GET /bins': null,
  'GET /categories': null,
  'GET /3ds': '3ds:read',
  'GET /3ds/:challenge_id': '3ds:read',
  'POST /3ds/:challenge_id/approve': '3ds:read',
  'POST /3ds/:challenge_id/decline': '3ds:read',
  'POST /rules': 'rules:write',
  'GET /rules': 'rules:read',
  'GET /rules/:rule_id': 'rules:read',
  'PATCH /rules/:rule_id': 'rules:write',
  'DELETE /rules/:rule_id': 'rules:write',
  'GET /rules/:rule_id/versions': 'rules:read',
  'GET /rules/:rule_id/report': 'rules:read',
  'POST /rules/:rule_id/backtests': 'rules:write',
  'GET /rules/:rule_id/backtests': 'rules:read',
  'GET /rules/:rule_id/backtests/:backtest_id': 'rules:read',
  'POST /webhooks': 'webhooks:write',
  'GET /webhooks': 'webhooks:read',
  'GET /webhooks/:webhook_id': 'webhooks:read',
  'PATCH /webhooks/:webhook_id': 'webhooks:write',
  'DELETE /webhooks/:webhook_id': 'webhooks:write',
  'POST /webhooks/:webhook_id/rotate-secret': 'webhooks:write',
  'POST /webhooks/:webhook_id/test': 'webhooks:write',
  'GET /webhooks/:webhook_id/deliveries': 'webhooks:read',
  'POST /webhooks/:webhook_id/deliveries/:delivery_id/retry': 'webhooks:write',
  'PUT /decision-hook': 'rules:write',
  'GET /decision-hook': 'rules:read',
  'DELETE /decision-hook': 'rules:write',
  'POST /decision-hook/rotate-secret': 'rules:write',
  'POST /decision-hook/test': 'rules:write',
  'GET /decision-hook/attempts': 'rules:read',
  'GET /events': 'events:read',
  'GET /events/stream': 'events:read',
  'GET /events/:event_id': 'events:read',
  'POST /events/:event_id/resend': 'webhooks:write',
  'GET /request-logs': 'events:read',
  'GET /keys/self': null,
  'POST /sandbox/deposits': 'sandbox:write',
  'POST /sandbox/deposits/:deposit_id/confirm': 'sandbox:write',
  'POST /sandbox/deposits/:deposit_id/expire': 'sandbox:write',
  'POST /sandbox/authorizations': 'sandbox:write',
  'POST /sandbox/authorizations/:txn_id/increment': 'sandbox:write',
  'POST /sandbox/authorizations/:txn_id/settle': 'sandbox:write',
  'POST /sandbox/authorizations/:txn_id/reverse': 'sandbox:write',
  'POST /sandbox/authorizations/:txn_id/expire': 'sandbox:write',
  'POST /sandbox/settlements': 'sandbox:write',
  'POST /sandbox/refunds': 'sandbox:write',
  'POST /sandbox/3ds': 'sandbox:write',
  'POST /sandbox/3ds/:challenge_id/verify': 'sandbox:write',
  'GET /sandbox/clock': null,
  'POST /sandbox/clock/advance': 'sandbox:write',
  'GET /sandbox/rates': null,
  'PUT /sandbox/rates': 'sandbox:write',
  'POST /sandbox/reset': 'sandbox:write',
}

const service = await startTestService()
const full = await service.workspace()

test('the scope table has every route and no other', () => {
  const declared = routes.map(({ method, url, scope }) => [`${method} ${url}`, scope])
  assert.deepEqual(Object.fromEntries(declared), ASKS)
})

for (const scope of scopeNames) {
  test(`a key with only ${scope} can call the routes that require it and no others`, async () => {
    const key = await anotherKey(service, full, { rights: { scopes: [scope] } })
    for (const [route, asks] of Object.entries(ASKS)) {
      const missing = await missingScope(key, route)
      assert.equal(missing, asks === null || asks === scope ? undefined : asks, `${scope}: ${route}`)
    }
  })
}

for (const scope of scopeNames) {
  test(`a key with every scope except ${scope} is rejected only by the routes that require it`, async () => {
    const key = await anotherKey(service, full, { rights: { scopes: scopeNames.filter((each) => each !== scope) } })
    for (const [route, asks] of Object.entries(ASKS)) {
      if (route === 'POST /sandbox/reset' && asks !== scope) continue // a reset would create a new workspace for every scope
      assert.equal(await missingScope(key, route), asks === scope ? scope : undefined, `without ${scope}: ${route}`)
    }
  })
}

test('a read-only key has every read scope except those of card numbers and passcodes', async () => {
  const key = await anotherKey(service, full, { readOnly: true })
  for (const [route, asks] of Object.entries(ASKS)) {
    const isAllowed = asks === null || (asks.endsWith(':read') && asks !== 'details:read' && asks !== '3ds:read')
    assert.equal(await missingScope(key, route), isAllowed ? undefined : asks, route)
  }
  const { body } = await key.get('/keys/self')
  assert.deepEqual([body.read_only, body.scopes], [true, readOnlyScopes])
})

test('settings that limit a card require controls:write in addition to cards:write', async () => {
  const key = await anotherKey(service, full, { rights: { scopes: ['cards:write'] } })
  for (const field of ['spending_limit', 'allowed_categories', 'auto_freeze_at', 'controls']) {
    const { status, body } = await key.patch('/cards/unknown', { [field]: 'wrong' })
    assert.deepEqual([status, body.error, body.param], [403, 'forbidden', 'controls:write'], field)
  }
  assert.equal((await key.patch('/cards/unknown', { label: 'x' })).status, 404)
  const both = await anotherKey(service, full, { rights: { scopes: ['cards:write', 'controls:write'] } })
  assert.equal((await both.patch('/cards/unknown', { spending_limit: 'wrong' })).status, 400)
})

test('the scope is checked before the input, so invalid input returns the same error', async () => {
  const key = await anotherKey(service, full, { rights: { scopes: ['cards:read'] } })
  const nonsense = { amount: 'much', nobody: 'knows' }
  const headers = { 'x-idempotency-key': 'é' }
  const answers = [await key.post('/cards', nonsense), await key.post('/cards', nonsense, headers)]
  for (const { status, body } of answers) {
    assert.deepEqual([status, body.error, body.param], [403, 'forbidden', 'cards:write'])
    assert.equal(body.message, 'This key may only read.')
  }
})

test('scopes do not apply to people, who have roles', async () => {
  const owner = await join(service, await accountOf(service, full.key), 'owner')
  for (const route of Object.keys(ASKS)) {
    if (route === 'GET /events/stream' || route === 'POST /sandbox/reset') continue
    const [method, path] = route.replaceAll(/:\w+/g, 'unknown').split(' ') as [string, string]
    const { status, body } = await owner.call(method, `/v1${path}`, method === 'GET' ? undefined : {})
    assert.notEqual(`${status} ${body?.error}`, '403 forbidden', route)
  }
})

/** Every id is unknown and every body is empty, because the scope is checked before either. */
async function missingScope(key: Api, route: string): Promise<string | undefined> {
  const [method, path] = route.replaceAll(/:\w+/g, 'unknown').split(' ') as [string, string]
  const response = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key.key}`, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: '{}' }),
  })
  if (path === '/events/stream' && response.status === 200) return void (await response.body!.cancel())
  const body = (await response.json()) as { error?: string; param?: string }
  assert.ok(response.status < 500 && response.status !== 401, `${route}: ${JSON.stringify(body)}`)
  return response.status === 403 ? `${body.error === 'forbidden' ? '' : body.error}${body.param}` : undefined
}

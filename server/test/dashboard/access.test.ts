// Checks every combination of role, route and environment. The tables are written out, so that a change of a route or a
// role must also change them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EnvironmentName } from '../../src/accounts/environments.ts'
import type { RoleName } from '../../src/accounts/roles.ts'
import { dashboardRoutes } from '../../src/dashboard/routes.ts'
import { routes } from '../../src/routes.ts'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, join } from '../people.ts'

const MAY: Record<RoleName, Record<EnvironmentName, string>> = {
  owner: {
    sandbox: 'view operate reveal develop keys administer',
    production: 'view operate reveal develop keys administer',
  },
  admin: {
    sandbox: 'view operate reveal develop keys administer',
    production: 'view operate reveal develop keys administer',
  },
  developer: { sandbox: 'view operate reveal develop keys', production: 'view develop' },
  viewer: { sandbox: 'view', production: 'view' },
}

const ASKS: Record<string, string> = {
  'GET /v1/cards': 'view',
  'POST /v1/cards': 'operate',
  'GET /v1/cards/:card_id': 'view',
  'PATCH /v1/cards/:card_id': 'operate',
  'DELETE /v1/cards/:card_id': 'operate',
  'GET /v1/cards/:card_id/details': 'reveal',
  'POST /v1/cards/:card_id/reveal-sessions': 'reveal',
  'GET /v1/cards/:card_id/limits': 'view',
  'POST /v1/cards/:card_id/freeze': 'operate',
  'POST /v1/cards/:card_id/unfreeze': 'operate',
  'POST /v1/cards/:card_id/replace': 'operate',
  'POST /v1/cards/:card_id/fund': 'operate',
  'POST /v1/cards/:card_id/withdraw': 'operate',
  'GET /v1/card-templates': 'view',
  'POST /v1/card-templates': 'operate',
  'GET /v1/card-templates/:template_id': 'view',
  'PATCH /v1/card-templates/:template_id': 'operate',
  'DELETE /v1/card-templates/:template_id': 'operate',
  'GET /v1/spend-requests': 'view',
  'POST /v1/spend-requests': 'operate',
  'GET /v1/spend-requests/:spend_request_id': 'view',
  'POST /v1/spend-requests/:spend_request_id/approve': 'operate',
  'POST /v1/spend-requests/:spend_request_id/deny': 'operate',
  'POST /v1/spend-requests/:spend_request_id/cancel': 'operate',
  'POST /v1/spend-requests/:spend_request_id/outcome': 'operate',
  'GET /v1/transactions': 'view',
  'GET /v1/transactions/:txn_id': 'view',
  'GET /v1/transactions/:txn_id/explanation': 'view',
  'GET /v1/wallet/balance': 'view',
  'GET /v1/wallet/deposit-address': 'view',
  'GET /v1/wallet/deposits': 'view',
  'GET /v1/wallet/deposits/:deposit_id': 'view',
  'GET /v1/wallet/transactions': 'view',
  'GET /v1/bins': 'view',
  'GET /v1/categories': 'view',
  'GET /v1/3ds': 'reveal',
  'GET /v1/3ds/:challenge_id': 'reveal',
  'POST /v1/3ds/:challenge_id/approve': 'operate',
  'POST /v1/3ds/:challenge_id/decline': 'operate',
  'POST /v1/rules': 'operate',
  'GET /v1/rules': 'view',
  'GET /v1/rules/:rule_id': 'view',
  'PATCH /v1/rules/:rule_id': 'operate',
  'DELETE /v1/rules/:rule_id': 'operate',
  'GET /v1/rules/:rule_id/versions': 'view',
  'GET /v1/rules/:rule_id/report': 'view',
  'POST /v1/rules/:rule_id/backtests': 'operate',
  'GET /v1/rules/:rule_id/backtests': 'view',
  'GET /v1/rules/:rule_id/backtests/:backtest_id': 'view',
  'PUT /v1/decision-hook': 'operate',
  'GET /v1/decision-hook': 'develop',
  'DELETE /v1/decision-hook': 'operate',
  'POST /v1/decision-hook/rotate-secret': 'operate',
  'POST /v1/decision-hook/test': 'develop',
  'GET /v1/decision-hook/attempts': 'develop',
  'POST /v1/webhooks': 'reveal',
  'GET /v1/webhooks': 'develop',
  'GET /v1/webhooks/:webhook_id': 'develop',
  'PATCH /v1/webhooks/:webhook_id': 'reveal',
  'DELETE /v1/webhooks/:webhook_id': 'develop',
  'POST /v1/webhooks/:webhook_id/rotate-secret': 'reveal',
  'POST /v1/webhooks/:webhook_id/test': 'develop',
  'GET /v1/webhooks/:webhook_id/deliveries': 'develop',
  'POST /v1/webhooks/:webhook_id/deliveries/:delivery_id/retry': 'develop',
  'GET /v1/events': 'reveal',
  'GET /v1/events/stream': 'reveal',
  'GET /v1/events/:event_id': 'reveal',
  'POST /v1/events/:event_id/resend': 'develop',
  'GET /v1/request-logs': 'develop',
  'GET /v1/keys/self': 'view',
  'POST /v1/sandbox/deposits': 'develop',
  'POST /v1/sandbox/deposits/:deposit_id/confirm': 'develop',
  'POST /v1/sandbox/deposits/:deposit_id/expire': 'develop',
  'POST /v1/sandbox/authorizations': 'develop',
  'POST /v1/sandbox/authorizations/:txn_id/increment': 'develop',
  'POST /v1/sandbox/authorizations/:txn_id/settle': 'develop',
  'POST /v1/sandbox/authorizations/:txn_id/reverse': 'develop',
  'POST /v1/sandbox/authorizations/:txn_id/expire': 'develop',
  'POST /v1/sandbox/settlements': 'develop',
  'POST /v1/sandbox/refunds': 'develop',
  'POST /v1/sandbox/3ds': 'develop',
  'POST /v1/sandbox/3ds/:challenge_id/verify': 'develop',
  'GET /v1/sandbox/clock': 'develop',
  'POST /v1/sandbox/clock/advance': 'develop',
  'GET /v1/sandbox/rates': 'develop',
  'PUT /v1/sandbox/rates': 'develop',
  'POST /v1/sandbox/reset': 'develop',
  'GET /dashboard/session': 'view',
  'POST /dashboard/session/reauthenticate': 'view',
  'GET /dashboard/sandbox-key': 'keys',
  'GET /dashboard/keys': 'keys',
  'POST /dashboard/keys': 'keys',
  'PATCH /dashboard/keys/:id': 'keys',
  'DELETE /dashboard/keys/:id': 'keys',
  'GET /dashboard/account': 'view',
  'PATCH /dashboard/account': 'administer',
  'GET /dashboard/account/security': 'view',
  'PATCH /dashboard/account/security': 'administer',
  'GET /dashboard/team': 'administer',
  'POST /dashboard/team/invitations': 'administer',
  'DELETE /dashboard/team/invitations/:id': 'administer',
  'PATCH /dashboard/team/:id': 'administer',
  'DELETE /dashboard/team/:id': 'administer',
  'POST /dashboard/team/:id/reset-link': 'administer',
  'GET /dashboard/audit-log': 'administer',
  'GET /dashboard/transactions/:txn_id/notes': 'view',
  'PUT /dashboard/transactions/:txn_id/notes': 'operate',
  'GET /dashboard/tags': 'view',
  'POST /dashboard/transactions/:txn_id/receipts': 'operate',
  'GET /dashboard/transactions/:txn_id/receipts/:receipt_id': 'view',
  'DELETE /dashboard/transactions/:txn_id/receipts/:receipt_id': 'operate',
  'GET /dashboard/notifications': 'view',
  'GET /dashboard/notifications/unread': 'view',
  'POST /dashboard/notifications/read': 'view',
  'GET /dashboard/notifications/settings': 'view',
  'PUT /dashboard/notifications/settings': 'view',
  'PUT /dashboard/notifications/low-wallet': 'operate',
  'GET /dashboard/overview': 'view',
  'GET /dashboard/views': 'view',
  'GET /dashboard/cards': 'view',
  'GET /dashboard/people': 'operate',
  'PUT /dashboard/cards/:card_id/owner': 'operate',
  'DELETE /dashboard/cards/:card_id/owner': 'operate',
  'POST /dashboard/views': 'view',
  'PATCH /dashboard/views/:id': 'view',
  'DELETE /dashboard/views/:id': 'view',
  'GET /dashboard/purchases': 'view',
  'GET /dashboard/purchases/:txn_id': 'view',
  'GET /dashboard/reveal-links/:link_id': 'reveal',
  'POST /dashboard/reveal-links/:link_id/open': 'reveal',
  'GET /dashboard/cards/export': 'view',
  'GET /dashboard/wallet/statement/export': 'view',
  'GET /dashboard/cards/:card_id/history': 'view',
  'GET /dashboard/cards/:card_id/settings': 'view',
  'GET /dashboard/cards/:card_id/holder': 'reveal',
  'GET /dashboard/cards/figures': 'view',
  'GET /dashboard/cards/names': 'view',
  'GET /dashboard/transactions': 'view',
  'GET /dashboard/search': 'view',
  'GET /dashboard/events/:event_id': 'reveal',
  'GET /dashboard/cards/:card_id/processor': 'view',
  'GET /dashboard/webhooks/:webhook_id/deliveries/:delivery_id/attempts': 'develop',
  'GET /dashboard/spend-requests/statistics': 'view',
  'GET /dashboard/actors': 'view',
  'GET /dashboard/processors': 'operate',
  'GET /dashboard/deposit-terms': 'view',
  'GET /dashboard/rules/activity': 'view',
  'GET /dashboard/decision-hook': 'develop',
  'POST /dashboard/shop/challenges': 'develop',
}

const service = await startTestService()
const key = await service.workspace()
const accountId = await accountOf(service, key.key)

test('the access table has every route and no other', () => {
  const names = [
    ...routes.map(({ method, url }) => `${method} /v1${url}`),
    ...dashboardRoutes.map(({ method, url }) => `${method} /dashboard${url}`),
  ]
  assert.deepEqual(names.toSorted(), Object.keys(ASKS).toSorted())
})

for (const role of Object.keys(MAY) as RoleName[]) {
  test(`the role ${role} can call exactly the routes that its access allows`, async () => {
    const person = await join(service, accountId, role)
    for (const environment of ['sandbox', 'production'] as const) {
      const may = MAY[role][environment].split(' ')
      const { body } = await person.get('/dashboard/session')
      assert.deepEqual(body.access[environment], may)
      for (const [route, asks] of Object.entries(ASKS)) {
        const refusal = await refusalOf(person.in(environment), route)
        assert.equal(refusal === undefined, may.includes(asks), `${role} in ${environment}: ${route}`)
        if (refusal) assert.match(refusal, new RegExp(`${role}.*${environment}`))
      }
    }
  })
}

/** Every id is unknown and every body is empty, because the role is checked before either. */
async function refusalOf(person: Browser, route: string): Promise<string | undefined> {
  const [method, path] = route.replaceAll(/:\w+/g, 'unknown').split(' ') as [string, string]
  if (path === '/v1/events/stream') return refusalOfStream(person, path)
  const { status, body } = await person.call(method, path, method === 'GET' ? undefined : {})
  assert.notEqual(status, 401)
  assert.notEqual(status, 500) // 503 is expected, because production has no deposit addresses here
  return status === 403 && body.error === 'forbidden' ? body.message : undefined
}

async function refusalOfStream(person: Browser, path: string): Promise<string | undefined> {
  const response = await person.open(path)
  if (response.status === 200) return void (await response.body!.cancel())
  return ((await response.json()) as { message: string }).message
}

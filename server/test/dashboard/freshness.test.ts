// Lists every route of the API, the dashboard and the sign-in, with whether it requires that the person has
// authenticated within five minutes, and if not, why. A new route fails the first test until it is added here.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dashboardRoutes } from '../../src/dashboard/routes.ts'
import { signInEndpoints } from '../../src/people/sign-in-endpoints.ts'
import { routes } from '../../src/routes.ts'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, growStale, join, PASSWORD } from '../people.ts'

const FRESH = {
  reveal: 'shows a card number and a CVV',
  team: 'decides who can join the account and with which role',
  keys: 'creates, shows or revokes a credential',
  webhooks: 'decides where passcodes are sent and who can sign webhooks',
  decides: 'decides which server is asked about payments and can decline them',
  security: 'changes how a person authenticates, or which sessions are valid',
}
const NOT = {
  reads: 'only reads data that the role can see at any time',
  passcodes: 'passcodes expire after five minutes and are read while a payment waits; the role must grant `reveal`',
  money: 'moves money between the wallet and cards of the same account, or changes a card; no money leaves the account',
  templates: 'changes settings of future cards, which their creator sees and can change',
  payments:
    'has the same effect as entering the passcode and is requested on a phone while a merchant waits; the card pays within its limits',
  asks: 'requests money or denies a request; money can only return to the wallet',
  requests:
    'creates a card for one purchase at one merchant, on a phone while an agent waits; above an amount the request itself requires reauthentication',
  rules: 'declines payments, or approves them within the controls of a card; no money leaves the account',
  resend: 'sends again to addresses that were registered after a fresh authentication',
  sandbox: 'uses test money',
  owners: 'names the person responsible for a card, which gives nobody a right',
  views: 'saves how a person views their own lists',
  profile: 'sets a name and an address for future cards',
  notes: 'adds text and files to a transaction for the team; the audit log records who wrote or removed them',
  inbox: 'saves what a person has read and which notifications they want; mail goes to their own address',
  proof: 'is the reauthentication',
  leaves: 'only ends the session that sends the request',
  signsIn: 'nobody is signed in yet; within a session it starts another one, which is fresh',
}

const WHY: Record<string, keyof typeof FRESH | keyof typeof NOT> = {
  'GET /v1/cards': 'reads',
  'POST /v1/cards': 'money',
  'GET /v1/cards/:card_id': 'reads',
  'PATCH /v1/cards/:card_id': 'money',
  'DELETE /v1/cards/:card_id': 'money',
  'GET /v1/cards/:card_id/details': 'reveal',
  'POST /v1/cards/:card_id/reveal-sessions': 'reveal',
  'GET /v1/cards/:card_id/limits': 'reads',
  'POST /v1/cards/:card_id/freeze': 'money',
  'POST /v1/cards/:card_id/unfreeze': 'money',
  'POST /v1/cards/:card_id/replace': 'money',
  'POST /v1/cards/:card_id/fund': 'money',
  'POST /v1/cards/:card_id/withdraw': 'money',
  'GET /v1/card-templates': 'reads',
  'POST /v1/card-templates': 'templates',
  'GET /v1/card-templates/:template_id': 'reads',
  'PATCH /v1/card-templates/:template_id': 'templates',
  'DELETE /v1/card-templates/:template_id': 'templates',
  'GET /v1/spend-requests': 'reads',
  'POST /v1/spend-requests': 'asks',
  'GET /v1/spend-requests/:spend_request_id': 'reads',
  'POST /v1/spend-requests/:spend_request_id/approve': 'requests',
  'POST /v1/spend-requests/:spend_request_id/deny': 'asks',
  'POST /v1/spend-requests/:spend_request_id/cancel': 'asks',
  'POST /v1/spend-requests/:spend_request_id/outcome': 'asks',
  'GET /v1/transactions': 'reads',
  'GET /v1/transactions/:txn_id': 'reads',
  'GET /v1/transactions/:txn_id/explanation': 'reads',
  'GET /v1/wallet/balance': 'reads',
  'GET /v1/wallet/deposit-address': 'reads',
  'GET /v1/wallet/deposits': 'reads',
  'GET /v1/wallet/deposits/:deposit_id': 'reads',
  'GET /v1/wallet/transactions': 'reads',
  'GET /v1/bins': 'reads',
  'GET /v1/categories': 'reads',
  'GET /v1/3ds': 'passcodes',
  'GET /v1/3ds/:challenge_id': 'passcodes',
  'POST /v1/3ds/:challenge_id/approve': 'payments',
  'POST /v1/3ds/:challenge_id/decline': 'payments',
  'POST /v1/rules': 'rules',
  'GET /v1/rules': 'reads',
  'GET /v1/rules/:rule_id': 'reads',
  'PATCH /v1/rules/:rule_id': 'rules',
  'DELETE /v1/rules/:rule_id': 'rules',
  'GET /v1/rules/:rule_id/versions': 'reads',
  'GET /v1/rules/:rule_id/report': 'reads',
  'POST /v1/rules/:rule_id/backtests': 'rules',
  'GET /v1/rules/:rule_id/backtests': 'reads',
  'GET /v1/rules/:rule_id/backtests/:backtest_id': 'reads',
  'POST /v1/webhooks': 'webhooks',
  'GET /v1/webhooks': 'reads',
  'GET /v1/webhooks/:webhook_id': 'reads',
  'PATCH /v1/webhooks/:webhook_id': 'webhooks',
  'DELETE /v1/webhooks/:webhook_id': 'webhooks',
  'POST /v1/webhooks/:webhook_id/rotate-secret': 'webhooks',
  'POST /v1/webhooks/:webhook_id/test': 'resend',
  'GET /v1/webhooks/:webhook_id/deliveries': 'reads',
  'POST /v1/webhooks/:webhook_id/deliveries/:delivery_id/retry': 'resend',
  'PUT /v1/decision-hook': 'decides',
  'GET /v1/decision-hook': 'reads',
  'DELETE /v1/decision-hook': 'decides',
  'POST /v1/decision-hook/rotate-secret': 'decides',
  'POST /v1/decision-hook/test': 'resend',
  'GET /v1/decision-hook/attempts': 'reads',
  'GET /v1/events': 'passcodes',
  'GET /v1/events/stream': 'passcodes',
  'GET /v1/events/:event_id': 'passcodes',
  'POST /v1/events/:event_id/resend': 'resend',
  'GET /v1/request-logs': 'reads',
  'GET /v1/keys/self': 'reads',
  'POST /v1/sandbox/deposits': 'sandbox',
  'POST /v1/sandbox/deposits/:deposit_id/confirm': 'sandbox',
  'POST /v1/sandbox/deposits/:deposit_id/expire': 'sandbox',
  'POST /v1/sandbox/authorizations': 'sandbox',
  'POST /v1/sandbox/authorizations/:txn_id/increment': 'sandbox',
  'POST /v1/sandbox/authorizations/:txn_id/settle': 'sandbox',
  'POST /v1/sandbox/authorizations/:txn_id/reverse': 'sandbox',
  'POST /v1/sandbox/authorizations/:txn_id/expire': 'sandbox',
  'POST /v1/sandbox/settlements': 'sandbox',
  'POST /v1/sandbox/refunds': 'sandbox',
  'POST /v1/sandbox/3ds': 'sandbox',
  'POST /v1/sandbox/3ds/:challenge_id/verify': 'sandbox',
  'GET /v1/sandbox/clock': 'sandbox',
  'POST /v1/sandbox/clock/advance': 'sandbox',
  'GET /v1/sandbox/rates': 'sandbox',
  'PUT /v1/sandbox/rates': 'sandbox',
  'POST /v1/sandbox/reset': 'sandbox',
  'GET /dashboard/session': 'reads',
  'POST /dashboard/session/reauthenticate': 'proof',
  'GET /dashboard/keys': 'reads',
  'POST /dashboard/keys': 'keys',
  'PATCH /dashboard/keys/:id': 'keys',
  'DELETE /dashboard/keys/:id': 'keys',
  'GET /dashboard/account': 'reads',
  'PATCH /dashboard/account': 'profile',
  'GET /dashboard/account/security': 'reads',
  'PATCH /dashboard/account/security': 'security',
  'GET /dashboard/team': 'reads',
  'POST /dashboard/team/invitations': 'team',
  'DELETE /dashboard/team/invitations/:id': 'team',
  'PATCH /dashboard/team/:id': 'team',
  'DELETE /dashboard/team/:id': 'team',
  'POST /dashboard/team/:id/reset-link': 'team',
  'GET /dashboard/audit-log': 'reads',
  'GET /dashboard/transactions/:txn_id/notes': 'reads',
  'PUT /dashboard/transactions/:txn_id/notes': 'notes',
  'GET /dashboard/tags': 'reads',
  'POST /dashboard/transactions/:txn_id/receipts': 'notes',
  'GET /dashboard/transactions/:txn_id/receipts/:receipt_id': 'reads',
  'DELETE /dashboard/transactions/:txn_id/receipts/:receipt_id': 'notes',
  'GET /dashboard/notifications': 'reads',
  'GET /dashboard/notifications/unread': 'reads',
  'POST /dashboard/notifications/read': 'inbox',
  'GET /dashboard/notifications/settings': 'reads',
  'PUT /dashboard/notifications/settings': 'inbox',
  'PUT /dashboard/notifications/low-wallet': 'inbox',
  'GET /dashboard/overview': 'reads',
  'GET /dashboard/purchases': 'reads',
  'GET /dashboard/purchases/:txn_id': 'reads',
  'GET /dashboard/reveal-links/:link_id': 'reads',
  'POST /dashboard/reveal-links/:link_id/open': 'reveal',
  'GET /dashboard/cards/export': 'reads',
  'GET /dashboard/wallet/statement/export': 'reads',
  'GET /dashboard/cards/:card_id/history': 'reads',
  'GET /dashboard/cards/:card_id/settings': 'reads',
  'GET /dashboard/cards/:card_id/holder': 'reads',
  'GET /dashboard/cards/figures': 'reads',
  'GET /dashboard/views': 'reads',
  'GET /dashboard/cards': 'reads',
  'GET /dashboard/people': 'reads',
  'PUT /dashboard/cards/:card_id/owner': 'owners',
  'DELETE /dashboard/cards/:card_id/owner': 'owners',
  'POST /dashboard/views': 'views',
  'PATCH /dashboard/views/:id': 'views',
  'DELETE /dashboard/views/:id': 'views',
  'GET /dashboard/cards/names': 'reads',
  'GET /dashboard/transactions': 'reads',
  'GET /dashboard/search': 'reads',
  'GET /dashboard/events/:event_id': 'reads',
  'GET /dashboard/cards/:card_id/processor': 'reads',
  'GET /dashboard/webhooks/:webhook_id/deliveries/:delivery_id/attempts': 'reads',
  'GET /dashboard/spend-requests/statistics': 'reads',
  'GET /dashboard/actors': 'reads',
  'GET /dashboard/processors': 'reads',
  'GET /dashboard/deposit-terms': 'reads',
  'GET /dashboard/sandbox-key': 'keys',
  'GET /dashboard/rules/activity': 'reads',
  'GET /dashboard/decision-hook': 'reads',
  'POST /dashboard/shop/challenges': 'sandbox',
  'POST /dashboard/auth/sign-in/email': 'signsIn',
  'POST /dashboard/auth/sign-out': 'leaves',
  'POST /dashboard/auth/change-password': 'security',
  'GET /dashboard/auth/list-sessions': 'reads',
  'POST /dashboard/auth/revoke-session': 'security',
  'POST /dashboard/auth/revoke-other-sessions': 'security',
  'POST /dashboard/auth/two-factor/enable': 'security',
  'POST /dashboard/auth/two-factor/disable': 'security',
  'POST /dashboard/auth/two-factor/get-totp-uri': 'security',
  'POST /dashboard/auth/two-factor/verify-totp': 'security',
  'POST /dashboard/auth/two-factor/verify-backup-code': 'security',
  'POST /dashboard/auth/two-factor/generate-backup-codes': 'security',
  'GET /dashboard/auth/passkey/generate-register-options': 'security',
  'POST /dashboard/auth/passkey/verify-registration': 'security',
  'GET /dashboard/auth/passkey/generate-authenticate-options': 'signsIn',
  'POST /dashboard/auth/passkey/verify-authentication': 'signsIn',
  'GET /dashboard/auth/passkey/list-user-passkeys': 'reads',
  'POST /dashboard/auth/passkey/delete-passkey': 'security',
  'POST /dashboard/auth/passkey/update-passkey': 'security',
  'POST /dashboard/links/inspect': 'signsIn',
  'POST /dashboard/links/accept': 'signsIn',
}

const links = ['POST /dashboard/links/inspect', 'POST /dashboard/links/accept']

const service = await startTestService()
const { key } = await service.workspace()
const owner = await join(service, await accountOf(service, key), 'owner')

test('the freshness table has every route and no other', () => {
  const names = [
    ...routes.map(({ method, url }) => `${method} /v1${url}`),
    ...dashboardRoutes.map(({ method, url }) => `${method} /dashboard${url}`),
    ...signInEndpoints.map(({ method, path }) => `${method} /dashboard/auth/${path}`),
    ...links,
  ]
  assert.deepEqual(Object.keys(WHY).toSorted(), names.toSorted())
})

test('a session that is not fresh is rejected exactly by the routes that require it, in both environments', async () => {
  await growStale(service, owner)
  for (const [route, why] of Object.entries(WHY)) {
    if (why === 'leaves') continue // a sign-out would end the session of the test
    for (const environment of ['sandbox', 'production'] as const) {
      const isAsked = (await errorOf(owner.in(environment), route)) === 'reauthentication_required'
      assert.equal(isAsked, why in FRESH, `${route} in ${environment}: ${{ ...FRESH, ...NOT }[why]}`)
    }
  }
})

test('reauthentication opens all of these routes', async () => {
  const { status } = await owner.post('/dashboard/session/reauthenticate', { password: PASSWORD })
  assert.equal(status, 200)
  for (const [route, why] of Object.entries(WHY))
    if (why in FRESH) assert.notEqual(await errorOf(owner, route), 'reauthentication_required', route)
})

test('nobody can create a reset link for themselves, even in a fresh session', async () => {
  const { body: session } = await owner.get('/dashboard/session')
  const { status, body } = await owner.post(`/dashboard/team/${session.user.id}/reset-link`)
  assert.deepEqual([status, body.error], [403, 'forbidden'])
})

/** Every id is unknown and every body is empty, because freshness is checked before either. */
async function errorOf(person: Browser, route: string): Promise<string | undefined> {
  const [method, path] = route.replaceAll(/:\w+/g, 'unknown').split(' ') as [string, string]
  if (path === '/v1/events/stream') {
    const response = await person.open(path)
    await response.body!.cancel()
    return undefined
  }
  const { status, body } = await person.call(method, path, method === 'GET' ? undefined : {})
  assert.notEqual(status, 500, route)
  assert.notEqual(body?.error, 'unauthorized', `${route}: ${JSON.stringify(body)}`)
  return status === 403 ? body.error : undefined
}

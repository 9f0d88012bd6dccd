// An owner can require a second factor from everyone. A person without one must set it up before anything else.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dashboardRoutes } from '../../src/dashboard/routes.ts'
import { signInEndpoints } from '../../src/people/sign-in-endpoints.ts'
import { routes } from '../../src/routes.ts'
import { startTestService } from '../harness.ts'
import { enableTwoFactor } from '../one-time-codes.ts'
import { accountOf, actionsOf, type Browser, becomes, growStale, join, PASSWORD } from '../people.ts'

const service = await startTestService()
const { key } = await service.workspace()
const accountId = await accountOf(service, key)
const POLICY = '/dashboard/account/security'
const owner = await join(service, accountId, 'owner')
const early = await join(service, accountId, 'developer')
const admin = await join(service, accountId, 'admin')

const OPEN = [
  'GET /dashboard/session',
  'POST /dashboard/session/reauthenticate',
  'POST /dashboard/auth/sign-out',
  'POST /dashboard/auth/two-factor/enable',
  'POST /dashboard/auth/two-factor/verify-totp',
]

test('only an owner with a second factor and a fresh session can turn on the requirement', async () => {
  assert.deepEqual((await early.get(POLICY)).body, { require_two_factor: false })
  const switchOn = (person: Browser) => person.patch(POLICY, { require_two_factor: true })
  assert.equal((await switchOn(early)).body.error, 'forbidden')
  assert.equal((await switchOn(admin)).body.error, 'forbidden')
  assert.equal((await switchOn(owner)).body.error, 'invalid_state')
  await enableTwoFactor(owner)
  await growStale(service, owner)
  assert.equal((await switchOn(owner)).body.error, 'reauthentication_required')
  await owner.post('/dashboard/session/reauthenticate', { password: PASSWORD })
  assert.deepEqual((await switchOn(owner)).body, { require_two_factor: true })
  assert.equal((await switchOn(owner)).status, 200)
  const actions = await actionsOf(owner)
  assert.equal(actions.filter((action) => action === 'account.change-security').length, 1)
  for (const body of [{}, { require_two_factor: 'yes' }, { require_two_factor: true, other: 1 }])
    assert.equal((await owner.patch(POLICY, body)).status, 400)
})

test('a person without the required second factor can only set it up, also in an existing session', async () => {
  await becomes(async () => (await early.get('/v1/cards')).status, 403)
  const late = await join(service, accountId, 'owner')
  const names = [
    ...routes.map(({ method, url }) => `${method} /v1${url}`),
    ...dashboardRoutes.map(({ method, url }) => `${method} /dashboard${url}`),
    ...signInEndpoints
      .filter(({ signsIn }) => signsIn !== 'always')
      .map((each) => `${each.method} /dashboard/auth/${each.path}`),
  ]
  for (const name of names) {
    if (name.endsWith('sign-out') || name === 'GET /dashboard/auth/passkey/generate-authenticate-options') continue
    const [method, path] = name.replaceAll(/:\w+/g, 'unknown').split(' ') as [string, string]
    const { status, body } = await late.call(method, path, method === 'GET' ? undefined : {})
    const isClosed = status === 403 && /second factor/.test(body.message)
    assert.equal(isClosed, !OPEN.includes(name), `${name}: ${JSON.stringify(body)}`)
  }
  const { body } = await late.get('/dashboard/session')
  assert.deepEqual([body.two_factor_required, body.two_factor_setup_required], [true, true])
})

test('setting up the second factor gives full access, and it cannot be turned off while it is required', async () => {
  await enableTwoFactor(early)
  assert.equal((await early.get('/v1/cards')).status, 200)
  const { body } = await early.get('/dashboard/session')
  assert.deepEqual([body.two_factor_required, body.two_factor_setup_required], [true, false])
  const refused = await early.post('/dashboard/auth/two-factor/disable', { password: PASSWORD })
  assert.deepEqual([refused.status, refused.body.error], [403, 'forbidden'])
  assert.equal((await owner.patch(POLICY, { require_two_factor: false })).status, 200)
  assert.equal((await early.post('/dashboard/auth/two-factor/disable', { password: PASSWORD })).status, 200)
})

test('requiring a second factor ends the open event stream of a person without one', async () => {
  const person = await join(service, accountId, 'developer')
  const stream = await person.open('/v1/events/stream')
  assert.equal(stream.status, 200)
  assert.equal((await owner.patch(POLICY, { require_two_factor: true })).status, 200)
  await stream.text()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, becomes, browserOf, join } from '../people.ts'
import { type Authenticator, softwareAuthenticator } from './software-authenticator.ts'

const service = await startTestService()
const { key } = await service.workspace()
const accountId = await accountOf(service, key)
const origin = service.url
const AUTH = '/dashboard/auth/passkey'

async function register(person: Browser, device: Authenticator) {
  const { body: options } = await person.get(`${AUTH}/generate-register-options`)
  assert.equal(options.rp.id, 'localhost') // independent of `Host`
  return person.post(`${AUTH}/verify-registration`, { response: device.register(options, origin), name: 'Phone' })
}

async function signIn(device: Authenticator, from = origin): Promise<{ browser: Browser; status: number }> {
  const browser = browserOf(service.url)
  const { body: options } = await browser.get(`${AUTH}/generate-authenticate-options`)
  const { status } = await browser.post(`${AUTH}/verify-authentication`, { response: device.sign(options, from) })
  return { browser, status }
}

test('a passkey signs in without a password, repeatedly', async () => {
  const person = await join(service, accountId, 'owner')
  const device = softwareAuthenticator()
  assert.equal((await register(person, device)).status, 200)
  assert.equal((await person.get('/dashboard/session')).body.user.passkeys, 1)
  for (let n = 0; n < 2; n++) {
    const { browser, status } = await signIn(device)
    assert.equal(status, 200)
    const { body } = await browser.get('/dashboard/session')
    assert.deepEqual([body.user.email, body.reauthenticated_until !== null], [person.email, true])
  }
  const { body: log } = await person.in('production').get('/dashboard/audit-log?per_page=3')
  assert.deepEqual(
    log.data.map((each: { action: string }) => each.action),
    ['user.sign-in', 'user.sign-in', 'user.add-passkey'],
  )
})

test('a passkey is rejected if it signed for another site, is unknown, or did not verify its user', async () => {
  const person = await join(service, accountId, 'viewer')
  const device = softwareAuthenticator()
  await register(person, device)
  assert.equal((await signIn(device, 'https://evil.example')).status, 400)
  assert.equal((await signIn(softwareAuthenticator())).status, 401)
  const careless = softwareAuthenticator({ verifiesUser: false })
  const registered = await register(person, careless)
  assert.ok(
    registered.status >= 400 || (await signIn(careless)).status === 401,
    `registration returned ${registered.status}`,
  )
})

test('a passkey response cannot be used twice', async () => {
  const person = await join(service, accountId, 'viewer')
  const device = softwareAuthenticator()
  await register(person, device)
  const browser = browserOf(service.url)
  const { body: options } = await browser.get(`${AUTH}/generate-authenticate-options`)
  const response = device.sign(options, origin)
  const stolen = new Map(browser.cookies)
  assert.equal((await browser.post(`${AUTH}/verify-authentication`, { response })).status, 200)
  const thief = browserOf(service.url)
  for (const [name, value] of stolen) thief.cookies.set(name, value)
  assert.equal((await thief.post(`${AUTH}/verify-authentication`, { response })).status, 400)
})

test('adding a passkey requires a fresh session, and a deleted passkey no longer signs in', async () => {
  const person = await join(service, accountId, 'viewer')
  const other = await join(service, accountId, 'viewer')
  const device = softwareAuthenticator()
  await register(person, device)
  const { body: list } = await person.get(`${AUTH}/list-user-passkeys`)
  assert.deepEqual(
    list.map((each: { name: string }) => each.name),
    ['Phone'],
  )
  const foreign = await other.post(`${AUTH}/delete-passkey`, { id: list[0].id })
  assert.ok(foreign.status >= 400, `deleting another person's passkey returned ${foreign.status}`)
  assert.equal((await signIn(device)).status, 200)
  assert.equal((await person.post(`${AUTH}/delete-passkey`, { id: list[0].id })).status, 200)
  assert.equal((await signIn(device)).status, 401)
  await service.services.database.transaction(
    (tx) => tx`update user_sessions set authenticated_at = now() - interval '6 minutes'`,
  )
  await becomes(async () => (await person.get('/dashboard/session')).body.reauthenticated_until, null)
  const { status, body } = await person.get(`${AUTH}/generate-register-options`)
  assert.deepEqual([status, body.error], [403, 'reauthentication_required'])
})

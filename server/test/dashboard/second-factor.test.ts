import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { enableTwoFactor } from '../one-time-codes.ts'
import { accountOf, type Browser, browserOf, join, PASSWORD, tokenOf } from '../people.ts'
import { anotherService } from '../webhooks/another-service.ts'

const service = await startTestService()
const key = await service.workspace()
const accountId = await accountOf(service, key.key)

async function giveThePassword(email: string): Promise<Browser> {
  const browser = browserOf(service.url, email)
  const { status, body } = await browser.post('/dashboard/auth/sign-in/email', { email, password: PASSWORD })
  assert.deepEqual([status, body.twoFactorRedirect], [200, true])
  assert.equal((await browser.get('/dashboard/session')).status, 401)
  return browser
}

test('with a second factor the password alone does not sign in, and the code does', async () => {
  const person = await join(service, accountId, 'owner')
  const device = await enableTwoFactor(person)
  assert.equal((await person.get('/dashboard/session')).body.user.two_factor_enabled, true)
  const browser = await giveThePassword(person.email)
  const [code, wrong] = [await device.code(), await device.wrongCode()]
  assert.equal((await browser.post('/dashboard/auth/two-factor/verify-totp', { code: wrong })).status, 401)
  assert.equal((await browser.get('/dashboard/session')).status, 401)
  assert.equal((await browser.post('/dashboard/auth/two-factor/verify-totp', { code })).status, 200)
  assert.equal((await browser.get('/dashboard/session')).status, 200)
  const { body: log } = await browser.in('production').get('/dashboard/audit-log?per_page=2')
  assert.deepEqual(
    log.data.map((each: { action: string }) => each.action),
    ['user.sign-in', 'user.fail-code'],
  )
})

test('a backup code works once', async () => {
  const person = await join(service, accountId, 'viewer')
  const { backupCodes } = await enableTwoFactor(person)
  assert.equal(backupCodes.length, 10)
  const give = async () =>
    (
      await (
        await giveThePassword(person.email)
      ).post('/dashboard/auth/two-factor/verify-backup-code', { code: backupCodes[0] })
    ).status
  assert.equal(await give(), 200)
  assert.equal(await give(), 401)
})

test('ten wrong codes lock the second factor, whichever browser they come from', async () => {
  const person = await join(service, accountId, 'viewer')
  const device = await enableTwoFactor(person)
  for (let round = 0; round < 2; round++) {
    const browser = await giveThePassword(person.email)
    for (let n = 0; n < 5; n++)
      assert.equal(
        (await browser.post('/dashboard/auth/two-factor/verify-backup-code', { code: 'wrong-code' })).status,
        401,
      )
  }
  const { status } = await (await giveThePassword(person.email)).post('/dashboard/auth/two-factor/verify-totp', {
    code: await device.code(),
  })
  assert.equal(status, 429)
})

test('a code works once, across concurrent sign-ins, reauthentication and other processes', async () => {
  const person = await join(service, accountId, 'owner')
  const device = await enableTwoFactor(person)
  const code = await device.code()
  const give = async (browser: Browser) =>
    (await browser.post('/dashboard/auth/two-factor/verify-totp', { code })).status
  const browsers = await Promise.all(Array.from({ length: 4 }, () => giveThePassword(person.email)))
  const statuses = await Promise.all(browsers.map(give))
  assert.deepEqual(statuses.toSorted(), [200, 401, 401, 401])
  assert.equal((await person.post('/dashboard/session/reauthenticate', { code })).status, 401)
  const another = await anotherService(service)
  const elsewhere = browserOf(another.url, person.email)
  await elsewhere.post('/dashboard/auth/sign-in/email', { email: person.email, password: PASSWORD })
  assert.equal(await give(elsewhere), 401)
  assert.equal((await person.post('/dashboard/session/reauthenticate', { code: await device.code() })).status, 200)
})

test('a newer code invalidates an older one', async () => {
  const person = await join(service, accountId, 'viewer')
  const device = await enableTwoFactor(person)
  const [older, newer] = [await device.code(), await device.code()]
  const prove = async (code: string) => (await person.post('/dashboard/session/reauthenticate', { code })).status
  assert.deepEqual([await prove(newer), await prove(older)], [200, 401])
})

test('a trusted device loses its trust when the password is reset or changed', async () => {
  const owner = await join(service, accountId, 'owner')
  const person = await join(service, accountId, 'developer')
  const device = await enableTwoFactor(person)
  const { body: session } = await person.get('/dashboard/session')
  let password = PASSWORD
  const laptop = browserOf(service.url, person.email)
  const giveIt = async () =>
    (await laptop.post('/dashboard/auth/sign-in/email', { email: person.email, password })).body
  const trust = async () => {
    assert.equal((await giveIt()).twoFactorRedirect, true)
    const given = { code: device.backupCodes.pop(), trustDevice: true }
    assert.equal((await laptop.post('/dashboard/auth/two-factor/verify-backup-code', given)).status, 200)
    assert.equal((await giveIt()).user.email, person.email)
  }
  await trust()
  const { body: reset } = await owner.post(`/dashboard/team/${session.user.id}/reset-link`)
  password = 'another long password'
  await browserOf(service.url).post('/dashboard/links/accept', { token: tokenOf(reset.link), password })
  await trust()
  const change = { currentPassword: password, newPassword: 'a third long password', revokeOtherSessions: false }
  assert.equal((await laptop.post('/dashboard/auth/change-password', change)).status, 200)
  password = change.newPassword
  assert.equal((await giveIt()).twoFactorRedirect, true)
})

test('a code reauthenticates a session as the password does', async () => {
  const person = await join(service, accountId, 'viewer')
  assert.equal((await person.post('/dashboard/session/reauthenticate', { code: '123456' })).status, 401)
  const device = await enableTwoFactor(person)
  const { status, body } = await person.post('/dashboard/session/reauthenticate', { code: await device.code() })
  assert.equal(status, 200)
  assert.ok(new Date(body.reauthenticated_until) > new Date(), `reauthenticated until ${body.reauthenticated_until}`)
})

test('a reset link sets the password, ends every session and keeps the second factor', async () => {
  const owner = await join(service, accountId, 'owner')
  const person = await join(service, accountId, 'developer')
  const device = await enableTwoFactor(person)
  const { body: session } = await person.get('/dashboard/session')
  const { body: reset } = await owner.post(`/dashboard/team/${session.user.id}/reset-link`)
  assert.match(reset.link, /\/reset#/)
  const browser = browserOf(service.url)
  const { body: link } = await browser.post('/dashboard/links/inspect', { token: tokenOf(reset.link) })
  assert.deepEqual([link.kind, link.email, link.name], ['password_reset', person.email, 'Test developer'])
  const password = 'another long password'
  const accepted = await browser.post('/dashboard/links/accept', { token: tokenOf(reset.link), password })
  assert.deepEqual([accepted.status, accepted.body], [201, { ok: true, two_factor_required: true }])
  assert.equal((await browser.get('/dashboard/session')).status, 401)
  assert.equal(
    (await browser.post('/dashboard/auth/two-factor/verify-totp', { code: await device.code() })).status,
    200,
  )
  assert.equal((await browser.get('/dashboard/session')).status, 200)
  assert.equal((await person.get('/dashboard/auth/list-sessions')).status, 401)
  assert.equal(
    (await browserOf(service.url).post('/dashboard/auth/sign-in/email', { email: person.email, password: PASSWORD }))
      .status,
    401,
  )
})

test('turning off the second factor requires the password', async () => {
  const person = await join(service, accountId, 'viewer')
  await enableTwoFactor(person)
  assert.equal((await person.post('/dashboard/auth/two-factor/disable', { password: 'wrong' })).status, 400)
  assert.equal((await person.post('/dashboard/auth/two-factor/disable', { password: PASSWORD })).status, 200)
  assert.equal((await person.get('/dashboard/session')).body.user.two_factor_enabled, false)
})

test('the secret and the backup codes of a second factor are not stored in plain text', async () => {
  const person = await join(service, accountId, 'viewer')
  const { backupCodes } = await enableTwoFactor(person)
  const [row] = await service.services.database.read<{ secret: string; backup_codes: string }[]>`
    select secret, backup_codes from user_second_factors f join users u on u.id = f.user_id where u.email = ${person.email}`
  assert.ok(!row!.backup_codes.includes(backupCodes[0]!), row!.backup_codes)
  assert.match(row!.secret, /^[0-9a-f$]+$/)
})

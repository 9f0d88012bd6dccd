// A second factor required by the owner, the new proof that a stale session must give, and the end of an idle session.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../../server/test/harness.ts'
import { openDashboard, PASSWORD } from './harness.ts'
import { codeOf } from './one-time-codes.ts'
import { growStale } from './stale-session.ts'
import type { Visitor } from './visitor.ts'

const dashboard = await openDashboard({ SESSION_IDLE_MINUTES: '15' })
const { service } = dashboard

async function confirmThatItIsMe({ page }: Visitor): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.getByLabel('Password').fill(PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
}

function haveSecondFactor(email: string) {
  return service.services.database.transaction(
    (tx) => tx`update users set two_factor_enabled = true where email = ${email}`,
  )
}

async function requireIt(api: Api) {
  const { accountId } = (await service.services.credentials.resolve(api.key))!
  await service.services.database.transaction(
    (tx) => tx`update accounts set require_two_factor = true where id = ${accountId}`,
  )
}

test('an owner who has confirmed their identity requires a second factor of everyone', async () => {
  const api = await service.workspace()
  const visitor = await dashboard.signIn(api, 'owner')
  const { page } = visitor
  await visitor.open('/settings/team')
  assert.ok(await page.getByRole('button', { name: 'Require it' }).isDisabled())
  await page.getByText('Turn on your own first').waitFor()
  await haveSecondFactor(visitor.email)
  await visitor.open('/settings/team')
  await growStale(service, visitor)
  await page.getByRole('button', { name: 'Require it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Require two-factor sign-in of everyone?' })
  await visitor.expecting(403, () => dialog.getByRole('button', { name: 'Require it' }).click())
  await confirmThatItIsMe(visitor)
  await page.getByRole('heading', { name: 'Two-factor sign-in for everyone Required' }).waitFor()
  await visitor.assertAccessible()
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByText('This account requires it of everyone.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Turn off' }).count(), 0)
  await page.getByText('after 15 minutes without use').waitFor()
  visitor.assertQuiet()
})

for (const look of [{}, { phone: true, dark: true }]) {
  test(`a person without a second factor sets it up first and then reaches the requested page (${JSON.stringify(look)})`, async () => {
    const api = await service.workspace()
    await requireIt(api)
    const visitor = await dashboard.signIn(api, 'developer', look)
    const { page } = visitor
    await page.goto('/cards')
    await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor()
    await visitor.assertAccessible()
    await visitor.assertFitsItsScreen()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await visitor.assertFitsItsScreen()
    const secret = (await page.locator('code').textContent())!
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Each code signs you in once').waitFor()
    await visitor.assertAccessible()
    await visitor.assertFitsItsScreen()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor()
    visitor.assertQuiet()
  })
}

test('a person who is already signed in is also asked to set up the second factor', async () => {
  const api = await service.workspace()
  const visitor = await dashboard.signIn(api, 'developer')
  const { page } = visitor
  await visitor.open('/cards')
  await requireIt(api)
  await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('every change that needs a recent proof asks for it in a dialog and then continues', async () => {
  const api = await service.workspace()
  await dashboard.signIn(api, 'viewer')
  const visitor = await dashboard.signIn(api, 'owner')
  const { page } = visitor
  visitor.expecting(403, async () => {})
  await visitor.open('/settings/team')
  await growStale(service, visitor)
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByLabel('E-mail').fill('new@example.com')
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await confirmThatItIsMe(visitor)
  await page.getByText(/\/join#/).waitFor()

  await visitor.open('/developers/webhooks')
  await growStale(service, visitor)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('dialog').getByLabel('Address').fill('http://localhost:9999/hook')
  await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click()
  await confirmThatItIsMe(visitor)
  await page.getByText(/^whsec_/).waitFor()

  await visitor.open('/settings/security')
  await growStale(service, visitor)
  // A form that already asks for the password does not ask twice.
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('another sentence as a password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password is changed.').waitFor()
  visitor.assertQuiet()
})

test('an idle page notices that the service has ended its session', async () => {
  const visitor = await dashboard.signIn(await service.workspace(), 'owner')
  const { page, email } = visitor
  await visitor.open('/wallet')
  await service.services.database.transaction(
    (tx) => tx`delete from user_sessions where user_id = (select id from users where email = ${email})`,
  )
  // Nobody uses the page: it notices the end of the session through its live reads.
  const overlay = page.getByRole('dialog', { name: 'Sign in again' })
  await overlay.getByLabel('Password').fill(PASSWORD)
  await overlay.getByRole('button', { name: 'Sign in', exact: true }).click()
  await overlay.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
})

test('in production a developer sees webhooks but cannot add one', async () => {
  const visitor = await dashboard.signIn(await service.workspace('production'), 'developer')
  const { page } = visitor
  await visitor.open('/developers/webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).waitFor()
  await page.getByRole('button', { name: 'Production' }).click()
  await page.getByText('No webhooks yet').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add webhook' }).count(), 0)
})

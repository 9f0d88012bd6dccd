// Settings as used by an owner: keys, the account, the team, personal security and the audit log.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../server/test/until.ts'
import { openDashboard, PASSWORD } from './harness.ts'
import { growStale } from './stale-session.ts'

const dashboard = await openDashboard()
const { service } = dashboard

const row = (page: Page, table: string, text: string | RegExp) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })

async function makeKey(page: Page, name: string, { readOnly = false } = {}): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  if (readOnly) await dialog.getByLabel('Read only').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  return (await dialog.locator('code', { hasText: /^sk_/ }).textContent())!
}

test('a new key is shown once, works as pasted, and is refused after it was revoked', async () => {
  const visitor = await dashboard.signIn(await service.fundedWorkspace())
  const { page } = visitor
  const dialog = page.getByRole('dialog')
  await visitor.open('/settings/keys')
  const key = await makeKey(page, 'checkout server', { readOnly: true })
  await visitor.assertAccessible()
  await dialog.getByRole('button', { name: 'Copy the command' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  const [, address, header] = /^curl (\S+) \\\n {2}-H '(.+)'$/.exec(command)!
  const answer = await fetch(address!, { headers: [header!.split(': ') as [string, string]] })
  assert.equal(answer.status, 200, command)
  assert.equal((await service.api(key).post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 5 })).status, 403)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  assert.equal(await page.getByText(key).count(), 0)
  await row(page, 'API keys', 'checkout server').getByText('Read only').waitFor()
  await row(page, 'API keys', 'checkout server').getByText('by owner').waitFor()
  await visitor.assertAccessible()

  await page.getByRole('button', { name: 'Revoke checkout server' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await row(page, 'API keys', 'checkout server').getByText('Revoked').waitFor()
  assert.equal((await service.api(key).get('/wallet/balance')).status, 401)
  visitor.assertQuiet()
})

test('creating a key asks for the password again after five minutes', async () => {
  const visitor = await dashboard.signIn(await service.workspace('production'))
  const { page } = visitor
  await visitor.open('/settings/keys')
  await page.getByRole('button', { name: 'Production' }).click()
  await page.getByText('Production keys').waitFor()
  await growStale(service, visitor)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: /production key/ })
  await dialog.getByLabel('Name').fill('live server')
  await visitor.expecting(403, () => dialog.getByRole('button', { name: 'Create key' }).click())
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.getByLabel('Password').fill(PASSWORD)
  await visitor.assertAccessible()
  await proof.getByRole('button', { name: 'Confirm' }).click()
  const key = (await page.getByRole('dialog').locator('code', { hasText: /^sk_/ }).textContent())!
  assert.match(key, /^sk_live_/)
  assert.equal((await service.api(key).get('/wallet/balance')).status, 200)
  visitor.assertQuiet()
})

test('a changed account name appears on new cards and not on existing ones', async () => {
  const api = await service.fundedWorkspace()
  const holderOf = async () => {
    const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 5 })
    return (await api.get(`/cards/${card.id}/details`)).body
  }
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/settings/account')
  await page.getByLabel('Holder name').fill('Grace Hopper')
  await page.getByLabel('City').fill('Arlington')
  await page.getByLabel('Country').fill('1!')
  await visitor.assertAccessible()
  await visitor.expecting(400, () => page.getByRole('button', { name: 'Save' }).click())
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByLabel('Country').getAttribute('aria-invalid'), 'true')
  await page.getByLabel('Country').fill('us')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The account is saved.').waitFor()
  const { holder_name, billing_address } = await holderOf()
  assert.deepEqual([holder_name, billing_address.city, billing_address.country], ['Grace Hopper', 'Arlington', 'US'])
  visitor.assertQuiet()
})

test('an owner changes a role, undoes it, removes a person and revokes an invitation', async () => {
  const api = await service.workspace()
  const owner = await dashboard.signIn(api)
  const admin = await dashboard.signIn(api, 'admin')
  const viewer = await dashboard.signIn(api, 'viewer')
  await viewer.open('/settings/security')
  const { page } = owner
  const dialog = page.getByRole('dialog')
  await owner.open('/settings/team')
  await row(page, 'Members', owner.email).getByText('You').waitFor()
  await owner.assertAccessible()
  await page.getByRole('button', { name: /Actions for viewer/ }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  await dialog.getByRole('radio', { name: /Developer/ }).check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await row(page, 'Members', viewer.email).getByText('Developer').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Members', viewer.email).getByText('Viewer', { exact: true }).waitFor()

  await page.getByRole('button', { name: /Actions for viewer/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  // The viewer's open page may notice the end of its session before it is opened again.
  await viewer.expecting(401, () => dialog.getByRole('button', { name: 'Remove' }).click())
  await row(page, 'Members', viewer.email).waitFor({ state: 'detached' })
  await viewer.open('/')
  await viewer.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  viewer.assertQuiet()

  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByLabel('E-mail').fill('later@example.com')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke the invitation for later@example.com' }).click()
  await page.getByRole('table', { name: 'Invitations' }).waitFor({ state: 'detached' })
  owner.assertQuiet()

  await admin.open('/settings/team')
  await row(admin.page, 'Members', owner.email).waitFor()
  assert.equal(
    await admin.page.getByRole('button', { name: /Actions for/ }).count(),
    0,
    'an admin may not touch owners',
  )
  await admin.page.getByRole('button', { name: 'Invite' }).click()
  await admin.page.getByRole('radio', { name: /Admin/ }).waitFor()
  assert.equal(await admin.page.getByRole('radio', { name: /^Owner/ }).count(), 0)
  admin.assertQuiet()
})

test('a person lists and ends their sessions, and a new password ends all other sessions', async () => {
  const here = await dashboard.signIn(await service.workspace())
  const { page, email } = here
  const elsewhere = async () => {
    const visitor = await dashboard.arrive()
    const answer = await visitor.page.request.post('/dashboard/auth/sign-in/email', {
      headers: { Origin: service.url },
      data: { email, password: PASSWORD },
    })
    assert.equal(answer.status(), 200)
    return visitor.page.request
  }
  const statusOf = async (other: Awaited<ReturnType<typeof elsewhere>>) =>
    (await other.get('/dashboard/session')).status()
  // The service caches a session for at most one second.
  const untilEnded = (other: Awaited<ReturnType<typeof elsewhere>>) =>
    until('the session has ended', async () => (await statusOf(other)) === 401)
  const [first, second] = [await elsewhere(), await elsewhere()]
  await here.open('/settings/security')
  await row(page, 'Sessions', 'This one').getByText('Chrome on Linux').waitFor()
  await here.assertAccessible()
  const endings = page.getByRole('button', { name: /^End the session/ })
  await endings.nth(1).waitFor()
  await endings.first().click() // the newer of the two sessions
  await page.getByText('That session has ended.').waitFor()
  await untilEnded(second)
  assert.equal(await statusOf(first), 200)
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await endings.first().waitFor({ state: 'detached' })
  await untilEnded(first)

  const third = await elsewhere()
  await page.getByRole('button', { name: 'Change password' }).click()
  await here.expecting(400, async () => {
    await page.getByLabel('Current password').fill('not the password at all')
    await page.getByLabel('New password').fill('quite another sentence')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('alert').waitFor()
  })
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password is changed.').waitFor()
  await untilEnded(third)
  assert.equal((await page.request.get('/dashboard/session')).status(), 200)
  here.assertQuiet()
})

test('the audit log says who did what, and the address holds its filters', async () => {
  const visitor = await dashboard.signIn(await service.workspace())
  const { page } = visitor
  await visitor.open('/settings/keys')
  await makeKey(page, 'watched')
  await page.keyboard.press('Escape')
  await visitor.open('/settings/audit-log')
  await row(page, 'Audit log', 'API key created').getByText('owner').filter({ visible: true }).first().waitFor()
  await page.getByText('This is the sandbox log.').waitFor()
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Production' }).click()
  await row(page, 'Audit log', 'Person joined').waitFor()
  await page.getByLabel('Action').selectOption('user.sign-in')
  await row(page, 'Audit log', 'Signed in').waitFor()
  await row(page, 'Audit log', 'Person joined').waitFor({ state: 'detached' })
  assert.match(page.url(), /action=user\.sign-in/)
  await page.getByLabel(/^Period/).selectOption('Custom…')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByText('Nothing matches these filters.').waitFor()
  visitor.assertQuiet()
})

test('each role sees the settings that it may open, and they fit a phone', async () => {
  const api = await service.workspace()
  const tabs = async (role: 'owner' | 'developer' | 'viewer') => {
    const visitor = await dashboard.signIn(api, role, { phone: true })
    await visitor.open('/settings/security')
    const names = await visitor.page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()
    for (const name of names) {
      await visitor.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
      await visitor.page.getByRole('heading', { level: 1, name }).waitFor()
      await visitor.page.locator('[aria-label="Loading"], [aria-busy="true"]').first().waitFor({ state: 'detached' })
      await visitor.assertFitsItsScreen()
    }
    visitor.assertQuiet()
    await visitor.leave()
    return names
  }
  assert.deepEqual(await tabs('owner'), ['API keys', 'Account', 'Team', 'Security', 'Notifications', 'Audit log'])
  assert.deepEqual(await tabs('developer'), ['API keys', 'Account', 'Security', 'Notifications'])
  assert.deepEqual(await tabs('viewer'), ['Account', 'Security', 'Notifications'])
})

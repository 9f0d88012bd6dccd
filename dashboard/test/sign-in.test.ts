// All ways to sign in: the first link, a password, a code, a passkey, an invitation and a password reset.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDashboard, PASSWORD } from './harness.ts'
import { codeOf } from './one-time-codes.ts'
import type { Visitor } from './visitor.ts'

const dashboard = await openDashboard()
const { service } = dashboard

const isHome = (url: URL) => url.pathname === '/'

async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens a page without a session. The dashboard redirects to the sign-in page, and the browser reports a 401. */
async function atSignIn(path = '/'): Promise<Visitor> {
  const visitor = await dashboard.arrive()
  await visitor.expecting(401, () => visitor.open(path))
  await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  return visitor
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Owner|Viewer/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

test('the first owner comes by the link, lands on the first page, and the link is used up', async () => {
  const path = await dashboard.invite(await service.workspace(), 'owner')
  const visitor = await dashboard.arrive()
  const { page } = visitor
  await visitor.open(path)
  await page.getByText('You were invited as owner.').waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the token stays in the address')
  await visitor.assertAccessible()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(isHome)
  await page.getByText('Ada Lovelace').waitFor()
  await page.getByText('Test · Owner').waitFor()
  visitor.assertQuiet()

  const late = await dashboard.arrive()
  await late.expecting(404, () => late.open(path))
  await late.page.getByText('This link does not work').waitFor()
  late.assertQuiet()
})

test('a password opens the page that was asked for; a wrong one says so', async () => {
  const { email, page: joined } = await dashboard.signIn(await service.workspace())
  await joined.goto('/settings/security')
  await signOut(joined)
  const visitor = await atSignIn('/settings/security')
  const { page } = visitor
  await visitor.assertAccessible()
  await fillSignIn(page, email, 'not the password at all')
  await page.getByRole('alert').waitFor()
  await fillSignIn(page, email)
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  visitor.assertQuiet()
})

test('after ten wrong passwords even the right one has to wait', async () => {
  const { email } = await dashboard.signIn(await service.workspace())
  const visitor = await atSignIn()
  const { page } = visitor
  for (let attempt = 1; attempt <= 10; attempt++)
    await page.request.post('/dashboard/auth/sign-in/email', {
      headers: { Origin: service.url },
      data: { email, password: `wrong for the ${attempt}th time` },
    })
  await visitor.expecting(429, () => fillSignIn(page, email))
  await page.getByText('Too many failed attempts; try again in 30 minutes.').waitFor()
  visitor.assertQuiet()
})

test('an authenticator is enrolled by its QR code; from then on its code is asked for, or a backup code', async () => {
  const visitor = await dashboard.signIn(await service.workspace())
  const { page, email } = visitor
  await visitor.open('/settings/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await visitor.expecting(400, async () => {
    await dialog.getByLabel('Your password').fill('not the password at all')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('alert').waitFor()
  })
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: /QR code/ }).waitFor()
  await visitor.assertAccessible()
  const secret = (await dialog.locator('code').textContent())!
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText('Each code signs you in once').waitFor()
  const backup = await dialog.getByRole('listitem').allTextContents()
  assert.equal(backup.length, 10)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  assert.equal((await download).suggestedFilename(), 'cardwright-backup-codes.txt')
  await visitor.assertAccessible()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('heading', { name: 'Two-factor sign-in On' }).waitFor()
  await signOut(page)

  await fillSignIn(page, email)
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await visitor.assertAccessible()
  await visitor.expecting(401, async () => {
    await page.getByLabel('Code').fill(codeOf(secret, Date.now() - 3_600_000))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
  })
  // The current code was used to switch two-factor sign-in on and works only once. The next code is already accepted.
  await page.getByLabel('Code').fill(codeOf(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await signOut(page)

  await fillSignIn(page, email)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backup[0]!)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('heading', { name: 'Two-factor sign-in Off' }).waitFor()
  visitor.assertQuiet()
})

test('a passkey is added with a name, signs in without a password, and is deleted', async () => {
  const host = service.url.replace('127.0.0.1', 'localhost') // passkeys belong to host names, not to IP addresses
  const visitor = await dashboard.arrive()
  const { page } = visitor
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await visitor.open(host + (await dashboard.invite(await service.workspace(), 'owner', 'key@example.com')))
  await page.getByLabel('Your name').fill('Kay Holder')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(isHome)
  await visitor.open(`${host}/settings/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Work laptop')
  await visitor.assertAccessible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const passkeys = page.getByRole('table', { name: 'Passkeys' })
  await passkeys.getByText('Work laptop').waitFor()
  await signOut(page)

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(isHome)
  await page.getByText('Kay Holder').waitFor()
  await visitor.open(`${host}/settings/security`)
  await page.getByRole('button', { name: 'Delete Work laptop' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No passkeys yet').waitFor()
  visitor.assertQuiet()
})

test('an invited viewer joins, and finds neither keys nor numbers', async () => {
  const api = await service.fundedWorkspace()
  const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })
  const owner = await dashboard.signIn(api)
  await owner.open('/settings/team')
  await owner.page.getByRole('button', { name: 'Invite' }).click()
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('Vic@example.com')
  await owner.assertAccessible()
  await dialog.getByRole('radio', { name: /Viewer/ }).check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  const link = new URL(await owner.page.evaluate(() => navigator.clipboard.readText()))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await owner.page.getByRole('table', { name: 'Invitations' }).getByText('vic@example.com').waitFor()
  owner.assertQuiet()

  const viewer = await dashboard.arrive()
  const { page } = viewer
  await viewer.open(link.pathname + link.hash)
  await page.getByLabel('Your name').fill('Vic Viewer')
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'vic@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(isHome)
  await page.getByText('Test · Viewer').waitFor()
  await viewer.open('/settings/security')
  assert.equal(await page.getByRole('link', { name: 'API keys' }).count(), 0)
  await viewer.open('/settings/keys')
  await page.getByText('Your role has no access to the API keys').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create key' }).count(), 0)
  await viewer.open(`/cards/${card.id}`)
  assert.equal(await page.getByRole('button', { name: /Reveal|Show/ }).count(), 0)
  for (const path of ['/dashboard/keys', `/v1/cards/${card.id}/details`, '/dashboard/team', '/v1/events']) {
    const answer = await page.request.get(path, { headers: { 'X-Cardwright-Environment': 'sandbox' } })
    assert.equal(answer.status(), 403, path)
  }
  viewer.assertQuiet()
})

test('a reset link sets a new password and ends the sessions there were', async () => {
  const api = await service.workspace()
  const owner = await dashboard.signIn(api)
  const member = await dashboard.signIn(api, 'viewer')
  await owner.open('/settings/team')
  const dialog = owner.page.getByRole('dialog')
  await owner.page.getByRole('button', { name: /Actions for viewer/ }).click()
  await owner.page.getByRole('menuitem', { name: 'Create a reset link' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  const link = new URL(await owner.page.evaluate(() => navigator.clipboard.readText()))
  owner.assertQuiet()

  const elsewhere = await dashboard.arrive()
  await elsewhere.open(link.pathname + link.hash)
  await elsewhere.page.getByText('All other sessions of yours will end.').waitFor()
  await elsewhere.assertAccessible()
  await elsewhere.page.getByLabel('Password').fill('quite another sentence')
  await elsewhere.page.getByRole('button', { name: 'Set the password' }).click()
  await elsewhere.page.waitForURL(isHome)
  await elsewhere.page.getByText('Test · Viewer').waitFor()
  elsewhere.assertQuiet()

  await member.expecting(401, () => member.open('/'))
  await member.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await fillSignIn(member.page, member.email)
  await member.page.getByRole('alert').waitFor()
  await fillSignIn(member.page, member.email, 'quite another sentence')
  await member.page.waitForURL(isHome)
  member.assertQuiet()
})

// When a session ends or the connection breaks while a page is open, nothing that was typed is lost.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../server/test/until.ts'
import { openDashboard, PASSWORD } from './harness.ts'
import { codeOf } from './one-time-codes.ts'

const dashboard = await openDashboard()
const { service } = dashboard
const api = await service.fundedWorkspace()
await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10, label: 'Ads, November' })

/** The browser loses its cookie, as it does when a session expires. */
const endSession = (page: Page) => page.context().clearCookies()
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })

/** Works even when the overlay covers the link, because a background read may already have opened the overlay. */
const openWallet = (page: Page) => page.locator('a[href="/wallet"]').first().dispatchEvent('click')

async function signInAgain(page: Page, email?: string): Promise<void> {
  if (email) await overlay(page).getByLabel('E-mail').fill(email)
  await overlay(page).getByLabel('Password').fill(PASSWORD)
  await overlay(page).getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a person whose session ends while they fill in a form signs in over the page and sends the form', async () => {
  const visitor = await dashboard.signIn(api)
  const { page, email } = visitor
  await visitor.open('/cards')
  await page.getByRole('link', { name: 'Ads, November' }).waitFor()
  await page.getByRole('button', { name: 'Create card' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create card' })
  await dialog.getByRole('radio', { name: 'Visa Debit, United States' }).check({ force: true })
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Typed before the end')
  await dialog.getByLabel('Amount').fill('12')
  const submit = (await dialog.getByRole('button', { name: 'Create card' }).elementHandle())!
  await endSession(page)
  await visitor.expecting(401, () => submit.dispatchEvent('click'))
  await overlay(page).waitFor()
  assert.equal(await overlay(page).getByLabel('E-mail').inputValue(), email)
  assert.equal(await page.getByPlaceholder('Ads, November').inputValue(), 'Typed before the end')
  assert.equal(await page.getByText('API key', { exact: false }).and(page.getByRole('alert')).count(), 0)
  await visitor.assertAccessible()
  await page.keyboard.press('Escape')
  await overlay(page).getByLabel('Password').fill('not the password at all')
  await overlay(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await overlay(page).getByRole('alert').waitFor()
  await signInAgain(page)
  await overlay(page).waitFor({ state: 'detached' })
  // The refused request has waited, and is now sent once.
  await page.getByRole('heading', { level: 1, name: 'Typed before the end' }).waitFor()
  const { body } = await api.get('/cards?label=Typed')
  assert.equal(body.pagination.total, 1)
  visitor.assertQuiet()
})

test('after signing in again, with a code if required, every panel loads automatically', async () => {
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  const headers = { Origin: service.url }
  const enabled = await page.request.post('/dashboard/auth/two-factor/enable', {
    headers,
    data: { password: PASSWORD },
  })
  const secret = new URL((await enabled.json()).totpURI).searchParams.get('secret')!
  const verified = await page.request.post('/dashboard/auth/two-factor/verify-totp', {
    headers,
    data: { code: codeOf(secret) },
  })
  assert.equal(verified.status(), 200)
  await visitor.open('/cards')
  await endSession(page)
  await visitor.expecting(401, () => openWallet(page))
  await overlay(page).waitFor()
  assert.equal(await page.getByText(/could not be loaded|API key/).count(), 0)
  await signInAgain(page)
  const code = page.getByRole('dialog', { name: 'Enter your code' })
  await code.getByLabel('Code').fill(codeOf(secret, Date.now() + 30_000))
  await code.getByRole('button', { name: 'Continue' }).click()
  await code.waitFor({ state: 'detached' })
  await page.getByText('Available', { exact: true }).first().waitFor()
  await visitor.settle()
  visitor.assertQuiet()
})

test('after signing in again, the focus and the typed text are where they were', async () => {
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  const palette = page.getByRole('combobox', { name: 'Search or jump to' })
  for (const field of [page.getByLabel('Search by label or last four digits'), palette]) {
    if (field === palette) {
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    }
    await endSession(page)
    await visitor.expecting(401, () => field.fill('november'))
    await overlay(page).waitFor()
    await signInAgain(page)
    await overlay(page).waitFor({ state: 'detached' })
    const isFocused = () => field.evaluate((each) => each === document.activeElement)
    await until('the focus returns', isFocused, 10_000)
    assert.equal(await field.inputValue(), 'november')
  }
  await page.getByRole('option', { name: /^Ads, November/ }).waitFor()
  visitor.assertQuiet()
})

test('if somebody else signs in over the page, they get a new page and no waiting request is sent', async () => {
  const visitor = await dashboard.signIn(api)
  const other = await dashboard.signIn(await service.workspace())
  const { page } = visitor
  await visitor.open('/cards')
  await page.getByRole('link', { name: 'Ads, November' }).waitFor()
  await endSession(page)
  await visitor.expecting(401, () => openWallet(page))
  await overlay(page).waitFor()
  const reloaded = page.waitForEvent('load')
  await signInAgain(page, other.email)
  await reloaded
  await visitor.open('/cards')
  await page.getByText('No cards yet').waitFor()
  visitor.assertQuiet()
})

test('a banner appears while there is no connection, and goes away when the panels can load again', async () => {
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/')
  await visitor.open('/cards')
  const banner = page.getByText('You are offline.')
  await visitor.expecting('no connection', () => page.context().setOffline(true))
  await banner.waitFor()
  await page.getByRole('button', { name: 'Frozen' }).click()
  await visitor.assertAccessible()
  await page.context().setOffline(false)
  await banner.waitFor({ state: 'detached' })
  await page.getByText('No card matches').waitFor()

  // The network works, but the service does not answer.
  await page.route('**/v1/**', (route) => route.abort())
  await page.route('**/healthz', (route) => route.abort())
  await page.getByRole('button', { name: 'Terminated' }).click()
  await page.getByText('The service cannot be reached. Trying again').waitFor()
  assert.equal(await page.getByText('This could not be loaded').count(), 0)
  await page.unrouteAll()
  await page.getByText('The service cannot be reached. Trying again').waitFor({ state: 'detached' })
  await visitor.settle()
  visitor.assertQuiet()
})

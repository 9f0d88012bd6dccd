// The frame of every page: the two environments, the palette, the theme, and the drawer on a phone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../server/test/until.ts'
import { openDashboard, PASSWORD } from './harness.ts'

const dashboard = await openDashboard()
const { service } = dashboard
const api = await service.fundedWorkspace()
const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10, label: 'Ads, November' })

test('the address holds the environment, every link keeps it, and another tab keeps its own', async () => {
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  await page.getByRole('link', { name: 'Ads, November' }).waitFor()
  const band = page.getByText('Sandbox: test cards and test money only')
  assert.equal(await band.isVisible(), true)
  const tab = await page.context().newPage()
  await tab.goto('/cards')

  await page.getByRole('button', { name: 'Production' }).click()
  await page.waitForURL('**/cards?env=production')
  await page.getByText('No cards yet').waitFor()
  assert.equal(await band.isVisible(), false)
  assert.equal(await page.getByRole('link', { name: 'Test shop' }).isVisible(), false)
  await page.reload()
  await page.getByText('No cards yet').waitFor()
  await page.getByRole('link', { name: 'Transactions' }).click()
  await page.waitForURL('**/transactions?env=production')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Security' }).click()
  await page.waitForURL('**/settings/security?env=production')
  await page.goBack()
  await page.goBack()
  await page.getByRole('heading', { name: 'Transactions' }).waitFor()
  // The other tab keeps its environment, even when it reads again.
  await tab.getByRole('link', { name: 'Transactions' }).click()
  await tab.getByRole('link', { name: 'Cards', exact: true }).click()
  await tab.getByRole('link', { name: 'Ads, November' }).waitFor()
  await tab.close()

  await page.getByRole('button', { name: 'Sandbox', exact: true }).click()
  await page.waitForURL('**/transactions')
  await visitor.open(`/cards/${card.id}`)
  await page.getByRole('button', { name: 'Production' }).click()
  await page.waitForURL('**/cards?env=production') // an id of one environment does not exist in the other
  visitor.assertQuiet()
})

test('a link to an object of the other environment says where the object is and switches there', async () => {
  const visitor = await dashboard.signIn(api, 'viewer')
  const { page } = visitor
  await visitor.expecting(404, () => visitor.open(`/cards/${card.id}?env=production`))
  await page.getByText('This card is in the sandbox').waitFor()
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Switch to the sandbox' }).click()
  await page.getByRole('heading', { name: 'Ads, November' }).waitFor()
  assert.equal(new URL(page.url()).search, '')
  for (const [path, text] of [
    ['/cards/card_unknown', 'No such card'],
    ['/transactions/txn_unknown?env=production', 'No such transaction'],
    ['/rules/rule_unknown', 'No such rule'],
  ] as const) {
    await visitor.open(path)
    await page.getByText(text).waitFor()
  }
  visitor.assertQuiet()
})

test('the palette finds pages and cards by keyboard alone', async () => {
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or jump to' })
  await field.fill('passcode')
  await page.getByRole('option', { name: '3-D Secure' }).waitFor()
  await visitor.assertAccessible()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/3ds')

  await page.keyboard.press('Control+k')
  await field.fill('november')
  await page.getByRole('option', { name: /^Ads, November/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/cards/${card.id}`)

  await page.keyboard.press('Control+k')
  await field.fill('no such thing')
  await page.getByText('Nothing found').waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  visitor.assertQuiet()
})

test('the theme follows the system until one is chosen, and the choice is kept', async () => {
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/')
  const becomes = (dark: boolean) =>
    page.waitForFunction((dark) => document.documentElement.classList.contains('dark') === dark, dark)
  await becomes(false)
  await page.emulateMedia({ colorScheme: 'dark' })
  await becomes(true)
  await page.getByRole('button', { name: /owner/ }).click()
  await page.getByRole('menuitem', { name: 'Theme: system' }).click()
  await becomes(false)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await becomes(false)
  visitor.assertQuiet()
})

test('on a phone the menu is a drawer that closes when a page is chosen and returns the focus to its button', async () => {
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  const { page } = visitor
  await visitor.open('/')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  const hasFocus = () => menu.evaluate((button) => button === document.activeElement)
  await menu.click()
  await visitor.assertAccessible()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await until('Escape returns the focus', hasFocus, 10_000)

  await page.keyboard.press('Enter')
  await drawer.getByRole('button', { name: /^Search/ }).click()
  const search = page.getByRole('combobox', { name: 'Search or jump to' })
  await search.waitFor()
  await page.keyboard.type('wal')
  assert.equal(await search.inputValue(), 'wal')
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  await until('the search returns the focus', hasFocus, 10_000)

  await page.keyboard.press('Enter')
  await drawer.getByRole('link', { name: 'Wallet' }).click()
  await page.waitForURL('**/wallet')
  await drawer.waitFor({ state: 'detached' })
  await until('the chosen page returns the focus', hasFocus, 10_000)
  visitor.assertQuiet()
})

test('an unknown address says so, and the requested page opens after the sign-in', async () => {
  const visitor = await dashboard.signIn(api)
  await visitor.page.goto('/nowhere')
  await visitor.page.getByText('Page not found').waitFor()
  const { email } = visitor
  const stranger = await dashboard.arrive()
  const { page } = stranger
  await stranger.expecting(401, () => page.goto('/cards?status=frozen'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/cards?status=frozen')
  stranger.assertQuiet()
})

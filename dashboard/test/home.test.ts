// The home page: its figures, its activity, and live updates without a reload.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { asOwner, workspaceOf } from '../../server/test/contract/assertions.ts'
import type { Api } from '../../server/test/harness.ts'
import { openDashboard } from './harness.ts'

const dashboard = await openDashboard()

const ads = { name: 'Meridian Ads', mcc: '7311', country: 'US' }

async function deposit(api: Api, amount: string, currency = 'usdt', confirm = true): Promise<void> {
  await api.post('/sandbox/deposits', { currency, amount_crypto: amount, confirm })
}

async function makeCard(api: Api, amount: number): Promise<string> {
  return (await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount, label: 'Ads' })).body.id
}

/** Marks the window, to prove that it was not reloaded: a reload would remove the mark. */
async function mark(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(globalThis, { isTheSame: true }))
  return async () => assert.equal(await page.evaluate(() => Reflect.get(globalThis, 'isTheSame')), true, 'a reload')
}

const figure = (page: Page, label: string) => page.locator('dl', { has: page.getByText(label, { exact: true }) })

test('a new owner sees the first steps, each ticked when it is done', async () => {
  const api = await dashboard.service.workspace()
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/')
  await page.getByText('0 of 4 done').waitFor()
  await page.getByText('No transactions yet').waitFor()
  await page.getByText('Nothing spent in this period').waitFor()
  await visitor.assertAccessible()
  const assertNotReloaded = await mark(page)

  await deposit(api, '1000')
  await page.getByText('1 of 4 done').waitFor()
  const card = await makeCard(api, 100)
  await page.getByText('2 of 4 done').waitFor()
  await api.post('/sandbox/authorizations', { card_id: card, amount: 5, merchant: ads })
  await page.getByText('3 of 4 done').waitFor()
  await assertNotReloaded()

  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByText('First steps').waitFor({ state: 'hidden' })
  await visitor.open('/')
  await page.getByRole('table', { name: 'Latest transactions' }).getByText('Meridian Ads').waitFor()
  assert.equal(await page.getByText('First steps').count(), 0)
  visitor.assertQuiet()
})

test('balance, spend, categories, declines and activity update without a reload', async () => {
  const api = await dashboard.service.workspace()
  await deposit(api, '1000')
  const card = await makeCard(api, 500)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/')
  await figure(page, 'Wallet').getByText('$500.00').waitFor()
  await figure(page, 'Active cards').getByText('$500.00 on all cards').waitFor()
  await figure(page, 'Approval rate').getByText('–').waitFor()
  const assertNotReloaded = await mark(page)

  const { body } = await api.post('/sandbox/authorizations', { card_id: card, amount: 120, merchant: ads })
  await api.post(`/sandbox/authorizations/${body.transaction.id}/settle`)
  await api.post('/sandbox/authorizations', { card_id: card, amount: 900, merchant: ads })
  await deposit(api, '0.01', 'btc', false)

  await figure(page, 'Spent').getByText('$120.00').waitFor()
  await figure(page, 'Approval rate').getByText('50%').waitFor()
  await figure(page, 'Active cards').getByText('$380.00 on all cards').waitFor()
  await figure(page, 'Wallet').getByText('$600.00 pending').waitFor()
  const categories = page.getByRole('list', { name: 'Spend by category' })
  assert.equal(await categories.innerText(), 'Advertising\n$120.00')
  await page.getByRole('list', { name: 'Decline reasons' }).getByText('Not enough on the card').waitFor()
  const activity = page.getByRole('table', { name: 'Latest transactions' })
  await activity.getByText('Decline', { exact: true }).filter({ visible: true }).waitFor()
  assert.equal(await activity.getByRole('row').count(), 1 + 3)
  await assertNotReloaded()
  visitor.assertQuiet()
})

test('figures that were loaded before the worker counted an event are loaded again', async () => {
  const api = await dashboard.service.workspace()
  await deposit(api, '1000')
  const card = await makeCard(api, 500)
  const { bucket, id } = await workspaceOf(dashboard.service, api)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/')
  await figure(page, 'Spent').getByText('$0.00').waitFor()
  await asOwner(dashboard.service, (owner) =>
    owner.begin(async (held) => {
      await held`select from activity_cursors where bucket = ${bucket} and workspace_id = ${id} for update`
      const behind = page.waitForResponse(
        async (answer) => answer.url().includes('/dashboard/overview') && !(await answer.json()).up_to_date,
      )
      await api.post('/sandbox/settlements', { card_id: card, amount: 120, merchant: ads })
      await behind
      assert.equal(await figure(page, 'Spent').getByText('$120.00').count(), 0)
    }),
  )
  await figure(page, 'Spent').getByText('$120.00').waitFor()
  visitor.assertQuiet()
})

test('every bar, category and decline reason opens its list, and the figures show a comparison and a forecast', async () => {
  const api = await dashboard.service.workspace()
  await deposit(api, '1000')
  const card = await makeCard(api, 500)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/')
  await figure(page, 'Wallet').getByText('No spending in the last 7 days').waitFor()
  await api.post('/sandbox/settlements', { card_id: card, amount: 20, merchant: ads })
  await api.post('/sandbox/clock/advance', { seconds: 8 * 86_400 })
  const { body } = await api.post('/sandbox/authorizations', { card_id: card, amount: 25, merchant: ads })
  await api.post(`/sandbox/authorizations/${body.transaction.id}/settle`)
  await api.post('/sandbox/authorizations', { card_id: card, amount: 900, merchant: ads })
  await visitor.open('/') // the clock has moved, so today is another day
  await page.getByLabel(/^Period/).selectOption({ label: 'Last 7 days' })
  await figure(page, 'Spent').getByText('+25% against the 7 days before').waitFor()
  await figure(page, 'Wallet').getByText('Lasts about 20 days at the pace of today').waitFor()
  await visitor.assertAccessible()

  await page
    .getByRole('list', { name: 'Decline reasons' })
    .getByRole('link', { name: 'Not enough on the card' })
    .click()
  const purchases = page.getByRole('table', { name: 'Purchases' }).locator('tbody tr')
  await purchases.getByText('$900.00').waitFor()
  assert.equal(await purchases.count(), 1)
  await page.goBack()
  await page.getByLabel(/^Period/).selectOption({ label: 'Last 7 days' })
  await page.getByRole('list', { name: 'Spend by category' }).getByRole('link', { name: 'Advertising' }).click()
  await purchases.getByText('$25.00').waitFor()
  assert.match(page.url(), /category=advertising&from=[\d-]+&to=[\d-]+/)
  await page.goBack()
  await page.locator('[data-bar]').nth(1).waitFor() // the last 30 days have both
  await page.locator('[data-bar]').last().click()
  await page.getByText('1–1 of 1').waitFor()
  await page.getByRole('table', { name: 'Transactions' }).getByText('-$25.00').waitFor()
  visitor.assertQuiet()
})

test('the chart has a table for screen readers, for each period', async () => {
  const api = await dashboard.service.workspace()
  await deposit(api, '1000')
  const card = await makeCard(api, 500)
  await api.post('/sandbox/settlements', { card_id: card, amount: 33.3, merchant: ads })
  await api.post('/sandbox/clock/advance', { seconds: 10 * 86_400 })
  await api.post('/sandbox/settlements', { card_id: card, amount: 44.4, merchant: ads })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/')
  const days = page.getByRole('table', { name: 'Spend by day' })
  await page.locator('[data-bar]').first().waitFor()
  assert.equal(await days.getByRole('row').count(), 1 + 30)
  assert.equal(await days.getByRole('row', { name: /\$33\.30/ }).count(), 1)
  await visitor.assertAccessible()

  await page.getByLabel(/^Period/).selectOption('Last 7 days')
  await figure(page, 'Spent').getByText('$44.40').waitFor()
  assert.equal(await days.getByRole('row').count(), 1 + 7)
  await page.getByLabel(/^Period/).selectOption('Last 90 days')
  await figure(page, 'Spent').getByText('$77.70').waitFor()
  assert.equal(await days.getByRole('row').count(), 1 + 90)
  visitor.assertQuiet()
})

test('a viewer sees the figures update and only the steps that viewers can do, also on a phone', async () => {
  const api = await dashboard.service.workspace()
  const visitor = await dashboard.signIn(api, 'viewer', { phone: true })
  const { page } = visitor
  await visitor.open('/')
  await page.getByText('0 of 1 done').waitFor()
  await deposit(api, '250')
  await figure(page, 'Wallet').getByText('$250.00').waitFor()
  await visitor.assertFitsItsScreen()
  visitor.assertQuiet()
})

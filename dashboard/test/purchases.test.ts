// Purchases: one row for each, its status, its filters, its export, and the sandbox actions on it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Api } from '../../server/test/harness.ts'
import { fillBetween } from '../../server/test/purchases/fill-between.ts'
import { openDashboard } from './harness.ts'
import { textOf, type Visitor } from './visitor.ts'

const dashboard = await openDashboard()
const ads = { name: 'Google Ads', mcc: '7311', country: 'US' }
const hotel = { name: 'Hotel Adlon', mcc: '7011', country: 'DE' }
let api: Api
let card: { id: string; last4: string }
let visitor: Visitor

async function authorize(amount: number, merchant = ads, more = {}) {
  return (await api.post('/sandbox/authorizations', { card_id: card.id, amount, merchant, ...more })).body.transaction
}

before(async () => {
  api = await dashboard.service.fundedWorkspace()
  card = (await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 900, label: 'Marketing' })).body
  const act = (id: string, verb: string, body = {}) => api.post(`/sandbox/authorizations/${id}/${verb}`, body)
  await act((await authorize(40, hotel)).id, 'settle')
  await act((await authorize(41)).id, 'settle', { amount: 10, final: false })
  await act((await authorize(42)).id, 'reverse')
  await act((await authorize(43)).id, 'expire')
  await authorize(2_000)
  await authorize(44)
  visitor = await dashboard.signIn(api, 'developer')
})

/** The merchant, the card, the status and the reason of each row. */
async function rows(): Promise<string[]> {
  await visitor.page.locator('table[aria-busy=false]').waitFor()
  const cells = await visitor.page
    .getByRole('table', { name: 'Purchases' })
    .locator('tbody tr')
    .evaluateAll((trs) => trs.map((tr) => [...tr.querySelectorAll('td')].map((td) => td.innerText.split('\n')[0])))
  return cells.map((texts) => [texts[0], texts[2], texts[3], texts[4]].join(' | '))
}

async function choose(label: string, option: string, count: number): Promise<void> {
  await visitor.page.getByLabel(label, { exact: true }).selectOption({ label: option })
  await assertCount(count)
}

async function assertCount(count: number): Promise<void> {
  const { page } = visitor
  const all = page.getByRole('table', { name: 'Purchases' }).locator('tbody tr')
  if (count === 0) await page.getByText('No purchase matches').waitFor()
  else await all.nth(count).waitFor({ state: 'detached' })
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('table[aria-busy=false] tbody tr').length === wanted,
    count,
  )
}

test('each purchase is one row with its card, status and reason, and the address holds the filters', async () => {
  const { page } = visitor
  await visitor.open('/transactions')
  assert.deepEqual(await rows(), [
    'Google Ads | Pending | – | $44.00',
    'Google Ads | Declined | Not enough on the card | $2,000.00',
    'Google Ads | Expired | – | $43.00',
    'Google Ads | Reversed | – | $42.00',
    'Google Ads | Partly settled | – | $41.00',
    'Hotel Adlon | Settled | – | $40.00',
  ])
  assert.equal(await page.getByRole('link', { name: `Marketing •••• ${card.last4}` }).count(), 6)
  await visitor.assertAccessible()
  await choose('Status', 'Partly settled', 1)
  await page.getByText('$10.00 settled').waitFor()
  await choose('Reason', 'Not enough on the card', 1)
  assert.match(page.url(), /status=declined/)
  await page.reload()
  await assertCount(1)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await assertCount(6)
  await choose('Category', 'Lodging', 1)
  await choose('Category', 'Advertising', 5)
  await page.getByLabel('At least').fill('43')
  await assertCount(3)
  await choose('Currency', 'EUR', 0)
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await assertCount(6)
  visitor.assertQuiet()
})

test('the exported file is named after its content and has names, reasons and two decimals', async () => {
  const { page } = visitor
  await visitor.open('/transactions?from=2020-01-01&status=declined')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  assert.match(file.suggestedFilename(), /-sandbox-purchases-2020-01-01-to-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await textOf(file)).trimEnd().split('\r\n')
  assert.equal(lines.length, 2)
  assert.match(
    lines[1]!,
    new RegExp(`Z,declined,insufficient_funds,Marketing,${card.last4},Google Ads,advertising,7311,US,2000\\.00,`),
  )
  visitor.assertQuiet()
})

test('cards and wallet movements can be exported too', async () => {
  const { page } = visitor
  await visitor.open('/cards?label=market')
  const [cards] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  assert.match(cards.suggestedFilename(), /-sandbox-cards-until-\d{4}-\d\d-\d\d\.csv$/)
  assert.match(await textOf(cards), new RegExp(`\\r\\n.*,Marketing,${card.last4},visa,active,\\d+\\.\\d\\d,`))
  await visitor.open('/wallet?view=movements')
  await page.getByRole('button', { name: 'Bookkeeping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export for bookkeeping' })
  await dialog.getByLabel('From (UTC)').fill('2020-01-01')
  await dialog.getByLabel('To (UTC)').fill('')
  await visitor.assertAccessible()
  const [statement] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  assert.match(statement.suggestedFilename(), /-sandbox-wallet-statement-2020-01-01-to-/)
  assert.match(await textOf(statement), /,Deposit credited,,\d+\.\d\d,\d+\.\d\d,USD,1,deposit,,dep_/)
  visitor.assertQuiet()
})

test('the page of a purchase settles, reverses and refunds it in parts, and shows each step immediately', async () => {
  const { page } = visitor
  const { id } = await authorize(50, hotel)
  await visitor.open('/transactions')
  await page.getByRole('link', { name: 'Hotel Adlon' }).first().click()
  await page.waitForURL(new RegExp(id))
  const form = page.getByRole('form', { name: 'Simulate' })
  const timeline = page.getByRole('main').getByRole('listitem')
  const amount = form.getByLabel('Amount')
  assert.equal(await amount.inputValue(), '50.00')
  await amount.fill('20')
  await form.getByLabel('Final').uncheck()
  await form.getByRole('button', { name: 'Settle $20.00' }).click()
  await timeline.getByText('$20.00 settled').waitFor()
  await form.getByText('$20.00 settled. The timeline shows it.').waitFor()
  await page.getByText('Partly settled').first().waitFor()
  await visitor.assertAccessible()
  await form.getByRole('button', { name: 'Reverse' }).first().click()
  await form.getByRole('button', { name: 'Reverse $30.00' }).click()
  await timeline.getByText('$30.00 released by the merchant').waitFor()
  await form.getByRole('button', { name: 'Refund $20.00' }).waitFor()
  await amount.fill('x')
  await form.getByText('Enter dollars and cents, such as 25.00.').waitFor()
  await amount.fill('25')
  await visitor.expecting(400, () => form.getByRole('button', { name: 'Refund $25.00' }).click())
  await form.getByText(/more than what is left of the settlement/).waitFor()
  await amount.fill('5')
  await form.getByRole('button', { name: 'Refund $5.00' }).click()
  await timeline.getByText('$5.00 refunded').waitFor()
  await page.getByText('Partly refunded').first().waitFor()
  await form.getByRole('button', { name: 'Refund $15.00' }).click()
  await page.getByText('$15.00 refunded. The timeline shows it.').waitFor()
  await page.getByRole('link', { name: 'Transactions' }).last().click()
  await page.getByRole('table', { name: 'Purchases' }).getByRole('cell', { name: 'Refunded', exact: true }).waitFor()
  visitor.assertQuiet()
})

test('a viewer sees the timeline of a purchase and no buttons', async () => {
  const { id } = await authorize(7)
  const viewer = await dashboard.signIn(api, 'viewer', { phone: true })
  await viewer.open('/transactions')
  await viewer.page
    .getByRole('table', { name: 'Purchases' })
    .getByText(`Marketing •••• ${card.last4}`)
    .first()
    .waitFor()
  await viewer.assertFitsItsScreen()
  await viewer.open(`/transactions/${id}`)
  await viewer.page.getByRole('heading', { name: 'Purchase', exact: true }).waitFor()
  assert.equal(await viewer.page.getByRole('form', { name: 'Simulate' }).count(), 0)
  await viewer.assertFitsItsScreen()
  viewer.assertQuiet()
  await viewer.leave()
})

test('a cursor pages to older purchases, and going back shows the same list', async () => {
  const { page } = visitor
  for (let n = 0; n < 46; n++) await authorize(1, { ...ads, name: `Shop ${n}` })
  await visitor.open('/transactions')
  const newest = page.getByRole('link', { name: 'Shop 45', exact: true })
  await newest.waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(/^51–5\d$/).waitFor()
  await page.reload()
  await page.getByText(/^51–5\d$/).waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await newest.waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(/^51–5\d$/).waitFor()
  await page.getByLabel('Search by merchant').fill('adlon')
  await page.getByText(/^51–5\d$/).waitFor({ state: 'detached' })
  await assertCount(2)
  visitor.assertQuiet()
})

test('a rare purchase is searched for as far back as needed', async () => {
  const { page } = visitor
  await authorize(45)
  await fillBetween(dashboard.service, api, 45_000)
  await visitor.open('/transactions?min_amount=1900')
  await Promise.all([
    page.getByText(/Searching\. No purchase since .* matches\./).waitFor(),
    page.getByText('$2,000.00').waitFor(),
  ])
  await assertCount(1)
  await visitor.open('/transactions?min_amount=45')
  await page.getByText(/These are all that match since/).waitFor()
  await assertCount(1)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('$2,000.00').waitFor()
  await visitor.open('/transactions?min_amount=3000')
  await page.getByText('No purchase matches').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

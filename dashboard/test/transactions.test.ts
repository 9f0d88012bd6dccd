// Transactions: finding, explaining and exporting them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '../../server/src/ids.ts'
import { asOwner } from '../../server/test/contract/assertions.ts'
import type { Api } from '../../server/test/harness.ts'
import { openDashboard } from './harness.ts'
import { textOf, type Visitor } from './visitor.ts'

const dashboard = await openDashboard()

const VISA = 'bin_visa_us_prepaid_1'
const hotel = { name: 'Hotel Adlon', mcc: '7011', country: 'DE' }
const ads = { name: 'Google Ads', mcc: '7311', country: 'US' }

async function createCard(api: Api, settings: Record<string, unknown> = {}) {
  return (await api.post('/cards', { bin_id: VISA, amount: 500, ...settings })).body
}

async function authorize(api: Api, card: { id: string }, amount: number, merchant = ads, more = {}) {
  return (await api.post('/sandbox/authorizations', { card_id: card.id, amount, merchant, ...more })).body
}

async function rows({ page }: Visitor): Promise<number> {
  await page.locator('table[aria-busy=false]').waitFor()
  return page.getByRole('table', { name: 'Transactions' }).locator('tbody tr').count()
}

test('the address holds the filters of the entries, one button clears them, and the export uses them', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const [first, second] = [await createCard(api, { label: 'First' }), await createCard(api, { label: 'Second' })]
  const { transaction } = await authorize(api, first, 40, hotel)
  await api.post(`/sandbox/authorizations/${transaction.id}/settle`)
  await authorize(api, second, 25)
  await authorize(api, second, 9000)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/transactions/entries')
  await page.getByText('1–4 of 4').waitFor()
  await visitor.assertAccessible()

  await page.getByRole('button', { name: 'Declines' }).click()
  await page.getByText('1–1 of 1').waitFor()
  assert.match(page.url(), /type=decline/)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByLabel('Search by merchant').fill('adlon')
  await page.getByText('1–2 of 2').waitFor()
  await page.getByLabel('At least').fill('40.01')
  await page.getByText('No transaction matches').waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByText('1–4 of 4').waitFor()
  assert.equal(await page.getByLabel('At least').inputValue(), '')
  assert.equal(await page.getByLabel('Search by merchant').inputValue(), '')

  await page.getByRole('button', { name: 'Card: All cards' }).click()
  await page
    .getByRole('dialog', { name: 'Choose: Card' })
    .getByRole('button', { name: /Second/ })
    .click()
  await page.getByText('1–2 of 2').waitFor()
  await page.getByRole('button', { name: /Card: Second \(\d{4}\)/ }).waitFor()
  await page.getByLabel('At most').fill('100')
  await page.getByText('1–1 of 1').waitFor()
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel(/^Period/).selectOption('Custom…')
  await page.getByLabel('From', { exact: true }).fill(today)
  await page.waitForURL(/from=/)
  assert.equal(await rows(visitor), 1)
  await page.getByLabel('To', { exact: true }).fill(today)
  await page.waitForURL(/to=/)
  assert.equal(await rows(visitor), 1)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = (await textOf(file)).trimEnd().split('\r\n')
  assert.equal(lines.length, 2, 'a heading and the one that is left')
  assert.match(lines[1]!, /Google Ads/)
  await page.reload()
  assert.equal(await rows(visitor), 1)
  await page.getByRole('link', { name: 'Google Ads' }).click()
  await page.getByRole('heading', { level: 1, name: 'Google Ads' }).waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a transaction shows its timeline, amounts and merchant, and links to its card and authorization', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Travel' })
  const { transaction } = await authorize(api, card, 100, hotel)
  await api.post(`/sandbox/authorizations/${transaction.id}/increment`, { amount: 50 })
  await api.post(`/sandbox/authorizations/${transaction.id}/reverse`, { amount: 20 })
  const { body: settlement } = await api.post(`/sandbox/authorizations/${transaction.id}/settle`, { amount: 120 })
  await api.post('/sandbox/refunds', { transaction_id: settlement.id, amount: 5 })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/transactions/${settlement.id}`)
  assert.deepEqual(
    (await page.getByRole('main').getByRole('listitem').allTextContents()).map((text) =>
      text.replace(/ ?\d+ \w+ \d{4}.*/, ''),
    ),
    [
      '$100.00 authorized and held',
      '$50.00 more authorized and held',
      '$20.00 released by the merchant',
      '$120.00 settled',
      '$5.00 refunded',
    ],
  )
  for (const text of ['Lodging', '7011', 'Germany', 'Not asked for'])
    await page.getByText(text, { exact: true }).waitFor()
  await visitor.assertAccessible()
  await page.getByRole('link', { name: 'Open the authorization' }).click()
  await page.waitForURL(new RegExp(transaction.id))
  await page.getByText('$100.00', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Travel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Travel' }).waitFor()
  await page.getByRole('link', { name: 'All transactions' }).click()
  await page
    .getByRole('table', { name: 'Purchases' })
    .getByRole('cell', { name: 'Partly refunded', exact: true })
    .waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

// An unknown card number creates no transaction, so only eleven of the twelve reasons have a page.
test('a decline says in plain words why it happened and what to do', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const poor = await createCard(api, { label: 'Poor', amount: 10 })
  const narrow = await createCard(api, { label: 'Narrow', allowed_categories: ['software'], spending_limit: 50 })
  const frozen = await createCard(api, { label: 'Frozen' })
  await api.post(`/cards/${frozen.id}/freeze`)
  const gone = await createCard(api, { label: 'Gone' })
  await api.delete(`/cards/${gone.id}`)
  const { body: challenge } = await api.post('/sandbox/3ds', { card_id: poor.id, merchant: 'Shop', amount: 5 })
  const software = { name: 'Figma', mcc: '5817', country: 'US' }
  const { body: details } = await api.get(`/cards/${poor.id}/details`)
  const byNumber = async (more: object) =>
    (await api.post('/sandbox/authorizations', { pan: details.pan, amount: 1, merchant: ads, ...more })).body
  const declines = [
    [await authorize(api, poor, 11), 'Not enough on the card', /Fund the card from the wallet/],
    [await authorize(api, narrow, 5), 'This kind of merchant is not allowed', /Change the categories of the card/],
    [await authorize(api, narrow, 51, software), "The month's limit is used up", /Raise the spending limit/],
    [await authorize(api, poor, 5001), 'Too much for one purchase', /Split the payment/],
    [await authorize(api, frozen, 1), 'The card is frozen', /Unfreeze the card/],
    [
      await authorize(api, poor, 5, ads, { three_ds_challenge_id: challenge.id }),
      'The passcode was not entered',
      /enter the passcode of the 3-D Secure page/,
    ],
    [await byNumber({ cvv: details.cvv === '000' ? '001' : '000' }), 'Wrong CVV', /enter the CVV again/],
    [await byNumber({ exp_month: 1, exp_year: 2099 }), 'Wrong expiry date', /compare the date/],
    [
      await authorize(api, narrow, 5, software, { three_ds_challenge_id: challenge.id }),
      'The passcode check failed',
      /use the new passcode/,
    ],
    [await authorize(api, gone, 1), 'The card is terminated', /Create another card/],
    [await afterFourYears(api, () => authorize(api, poor, 1)), 'The card has expired', /Create another card/],
  ] as const
  const visitor = await dashboard.signIn(api, 'viewer')
  const { page } = visitor
  for (const [{ transaction }, title, remedy] of declines) {
    await visitor.open(`/transactions/${transaction.id}`)
    const notice = page.getByRole('region', { name: 'Why it was declined' })
    await notice.getByRole('heading', { name: title }).waitFor()
    await notice.getByText(remedy).waitFor()
  }
  await visitor.assertAccessible()
  visitor.assertQuiet()
  await visitor.leave()
})

async function afterFourYears<T>(api: Api, act: () => Promise<T>): Promise<T> {
  assert.equal((await api.post('/sandbox/clock/advance', { seconds: 4 * 365 * 86_400 })).status, 200)
  return act()
}

test('an empty list says where transactions come from, and a new one appears without a reload, also on a phone', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Travel' })
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  const { page } = visitor
  await visitor.open('/transactions')
  await page.getByText('No transactions yet').waitFor()
  await visitor.assertFitsItsScreen()
  const { transaction } = await authorize(api, card, 12)
  await page.getByRole('link', { name: 'Google Ads' }).waitFor()
  await visitor.assertFitsItsScreen()
  for (const [path, table] of [
    ['/transactions', 'Purchases'],
    ['/transactions/entries', 'Transactions'],
    ['/', 'Latest transactions'],
  ] as const) {
    await visitor.open(path)
    const row = page.getByRole('table', { name: table }).getByRole('row', { name: /Google Ads/ })
    await row.getByText(`Travel •••• ${card.last4}`).filter({ visible: true }).waitFor()
    await row.locator('time').filter({ visible: true }).waitFor()
  }
  await visitor.open(`/transactions/${transaction.id}`)
  await visitor.assertFitsItsScreen()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a purchase in another currency shows both amounts in the list and on its page', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api)
  const { transaction } = await authorize(api, card, 3000, hotel, { currency: 'JPY' })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/transactions')
  await page
    .getByRole('table', { name: 'Purchases' })
    .locator('tbody tr')
    .getByText(/^JPY\s3,000$/)
    .waitFor()
  await visitor.open('/transactions/entries')
  const row = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')
  await row.getByText('-$20.10').waitFor()
  await row.getByText(/^-JPY\s3,000$/).waitFor()
  await visitor.assertAccessible()
  await visitor.open(`/transactions/${transaction.id}`)
  await page.getByText(/^JPY\s3,000 at 0\.0067 USD$/).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Network' }).count(), 0, 'nothing is known of a network')
  visitor.assertQuiet()
  await visitor.leave()
})

test('a transaction shows the references of the processor and the network, and their decline reason in the timeline', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api)
  const { transaction } = await authorize(api, card, 20)
  const { transaction: declined } = await authorize(api, card, 9000)
  const of = (id: string) => parseId('transaction', id)!
  await asOwner(dashboard.service, async (sql) => {
    await sql`
      insert into transaction_details (bucket, transaction_id, workspace_id, processor, network_transaction_id, auth_code, arn, source)
      select bucket, id, workspace_id, 'lithic-main', '461234567890123', '123456', '74027116132000000000012', 1
      from transactions where id = ${of(transaction.id).uuid}`
    await sql`
      insert into transaction_details (bucket, transaction_id, workspace_id, processor, processor_word)
      select bucket, id, workspace_id, 'lithic-main', 'CARD_PAUSED' from transactions where id = ${of(declined.id).uuid}
      on conflict (bucket, transaction_id) do update
      set processor = excluded.processor, processor_word = excluded.processor_word, decline_detail = null`
    await sql`update transactions set decline_reason = 13 where id = ${of(declined.id).uuid}`
  })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/transactions/${transaction.id}`)
  await page.getByRole('heading', { name: 'Network' }).waitFor()
  for (const text of ['lithic-main', '461234567890123', '123456', '74027116132000000000012'])
    await page.getByText(text, { exact: true }).waitFor()
  await page.getByText('The network or the processor').waitFor()
  await visitor.assertAccessible()
  await visitor.open(`/transactions/${declined.id}`)
  await page.getByRole('heading', { name: 'The processor declined it' }).waitFor()
  await page.getByRole('listitem').getByText('CARD_PAUSED').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

// The list of cards: search, filters, sorting, creating cards, row actions, and the phone layout.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './harness.ts'
import { cardOf, createCard, MASTERCARD } from './make-card.ts'
import type { Visitor } from './visitor.ts'

const dashboard = await openDashboard()

/** The labels in the order of the list. */
async function labels({ page }: Visitor): Promise<string[]> {
  return page.getByRole('table').locator('tbody tr td:nth-child(2) a').allTextContents()
}

test('the list of cards is searched, filtered, sorted and paged, and the address holds all of it', async () => {
  const api = await dashboard.service.fundedWorkspace()
  for (let each = 1; each <= 26; each++) await createCard(api, { label: `Card ${each}`, amount: 1 })
  await createCard(api, { label: 'Ads, November', amount: 300, bin_id: MASTERCARD })
  const frozen = await createCard(api, { label: 'Ads, December', amount: 200 })
  await api.post(`/cards/${frozen.id}/freeze`)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  await page.getByText('1–25 of 28').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('26–28 of 28').waitFor()
  assert.match(page.url(), /page=2&after=/)
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByText('1–25 of 28').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('26–28 of 28').waitFor()
  await page.reload()
  await page.getByText('26–28 of 28').waitFor()

  await page.getByLabel('Search by label or last four digits').fill('ads,')
  await page.getByText('1–2 of 2').waitFor()
  assert.match(page.url(), /search=ads/)
  assert.doesNotMatch(page.url(), /page=/, 'another list begins at its first page')
  assert.deepEqual(await labels(visitor), ['Ads, December', 'Ads, November'])
  await page.getByRole('columnheader', { name: 'Balance' }).getByRole('button').click()
  await page.waitForURL(/sort=balance&order=desc/)
  await page.locator('table[aria-busy=false]').waitFor()
  assert.deepEqual(await labels(visitor), ['Ads, November', 'Ads, December'])

  await page.getByRole('button', { name: 'Frozen' }).click()
  await page.getByText('1–1 of 1').waitFor()
  assert.deepEqual(await labels(visitor), ['Ads, December'])
  await page.getByLabel('BIN').selectOption(MASTERCARD)
  await page.getByText('No card matches').waitFor()
  const address = page.url()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByText('1–25 of 28').waitFor()

  await visitor.open(address)
  await page.getByText('No card matches').waitFor()
  assert.equal(await page.getByLabel('Search by label or last four digits').inputValue(), 'ads,')
  await visitor.open('/cards')
  await page.getByText('1–25 of 28').waitFor()
  await visitor.assertAccessible()
  visitor.assertQuiet()
  await visitor.leave()
})

test('an empty list of cards says how to begin, and the dialog explains the BIN and creates the card', async () => {
  const api = await dashboard.service.fundedWorkspace(500)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  await page.getByText('No cards yet').waitFor()
  await page.getByRole('button', { name: 'Create the first card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create card' })
  await dialog.getByText(/In the wallet: \$505\.06/).waitFor()
  await dialog.getByRole('button', { name: 'Create card' }).click()
  await dialog.getByText('Choose a BIN.').waitFor()
  await dialog.getByText('Enter an amount from $1.00 to $5,000.00.').waitFor()

  await dialog.getByRole('button', { name: 'Mastercard' }).click()
  await dialog.getByRole('radio', { name: /Debit, United States/ }).check({ force: true })
  await dialog.getByText('It can be added to Apple Pay and Google Pay.').waitFor()
  await dialog.getByText(/\$5,000 per purchase, \$25,000 per month\.$/).waitFor()
  await dialog.getByLabel('Amount', { exact: true }).fill('600')
  await dialog.getByLabel('Label').fill('Hosting')
  await dialog.getByText('Limits, controls and metadata').click()
  await dialog.getByLabel('Spending limit per month').fill('1,250.50')
  await dialog.getByLabel('Freeze below').fill('20')
  await dialog.locator('summary', { hasText: /^Controls/ }).click()
  await dialog.getByLabel('Allowed categories').fill('cloud')
  await dialog.getByRole('option', { name: /^Cloud hosting/ }).click()
  await dialog.getByLabel('Allowed categories').fill('7311')
  await dialog.getByRole('option', { name: /^Code 7311 This code alone, of advertising/ }).click()
  await dialog.getByRole('button', { name: 'Add a key' }).click()
  await dialog.getByLabel('Key 1', { exact: true }).fill('cost_center')
  await dialog.getByLabel('Kind of value 1').selectOption('number')
  await dialog.getByLabel('Value 1', { exact: true }).fill('4200')
  await visitor.assertAccessible()
  await visitor.expecting(400, async () => {
    await dialog.getByRole('button', { name: 'Create card' }).click()
    await dialog.getByText('The wallet balance is too low for this amount.').waitFor()
  })
  await dialog.getByLabel('Amount', { exact: true }).fill('120.50')
  await dialog.getByLabel('Amount', { exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Hosting' }).waitFor()

  const [listed] = (await api.get('/cards')).body.data
  assert.match(page.url(), new RegExp(listed.id))
  const card = await cardOf(api, listed.id)
  assert.equal(card.network, 'mastercard')
  assert.equal(card.balance, 120.5)
  assert.equal(card.spending_limit, 1250.5)
  assert.deepEqual(card.metadata, { cost_center: 4200 })
  await page.getByText('Only for cloud hosting and code 7311.').waitFor()
  await page.getByText('falls below $20.00').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('the menu of a row freezes a card, with an undo, and funds it', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Ads' })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Ads' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Freeze')
  await page.getByText('Ads is frozen.').waitFor()
  await page.getByRole('cell', { name: 'Frozen', exact: true }).waitFor()
  assert.equal((await cardOf(api, card.id)).status, 'frozen')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Ads is active again.').waitFor()
  assert.equal((await cardOf(api, card.id)).status, 'active')

  await choose('Fund')
  const dialog = page.getByRole('dialog', { name: 'Fund Ads' })
  await dialog.getByLabel('Amount', { exact: true }).fill('25')
  await dialog.getByLabel('Amount', { exact: true }).press('Enter')
  await page.getByRole('table').getByText('$125.00').waitFor()
  assert.equal((await cardOf(api, card.id)).balance, 125)
  visitor.assertQuiet()
  await visitor.leave()
})

test('the list of cards fits a phone', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'A label that is rather long for a phone', metadata: { team: 'growth' } })
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  for (const path of [`/cards/${card.id}`, '/cards/import', '/cards']) {
    await visitor.open(path)
    await visitor.page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'detached' })
    await visitor.assertFitsItsScreen()
  }
  await visitor.page.getByRole('button', { name: 'Create card' }).click()
  await visitor.page.getByText('Accepted by 97% of merchants').waitFor()
  await visitor.assertFitsItsScreen()
  visitor.assertQuiet()
  await visitor.leave()
})

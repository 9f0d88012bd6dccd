// The sandbox page, which simulates the outside world, as used by somebody who does not know the API.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDashboard } from './harness.ts'

const dashboard = await openDashboard()
const { service } = dashboard

async function openSandbox() {
  const api = await service.workspace()
  await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '1000', confirm: true })
  const { body } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 200, label: 'Play' })
  const visitor = await dashboard.signIn(api)
  await visitor.open('/sandbox')
  await visitor.page.getByText('Open the card').waitFor()
  return { api, card: body.id as string, visitor, page: visitor.page }
}

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

async function buy(page: Page, amount: string): Promise<void> {
  await form(page, 'Purchase').getByLabel('Amount', { exact: true }).fill(amount)
  await form(page, 'Purchase').getByRole('button', { name: 'Authorize' }).click()
}

test('a simulated purchase is approved, declined with its reason, approved in part, or checked by 3-D Secure', async () => {
  const { api, card, visitor, page } = await openSandbox()
  const purchase = form(page, 'Purchase')
  await buy(page, 'five')
  await purchase.getByText('Enter dollars and cents').waitFor()

  await purchase.getByLabel('Kind of merchant').selectOption('Airline')
  await buy(page, '50')
  await purchase.getByText('Approved: $50.00').waitFor()
  await purchase.getByText('$150.00 left on the card.').waitFor()

  await buy(page, '500')
  await purchase.getByText('Declined: Not enough on the card').waitFor()
  await purchase.getByText('insufficient_funds').waitFor()
  await visitor.assertAccessible()

  await purchase.getByLabel('Allow partial approval').check()
  await buy(page, '160')
  await purchase.getByText('Approved in part: $150.00').waitFor()
  await purchase.getByText('Of $160.00 asked for.').waitFor()

  await api.post(`/cards/${card}/fund`, { amount: 100 })
  await purchase.getByLabel('3-D Secure').selectOption('Asked for, not answered')
  await buy(page, '20')
  await purchase.getByText('Declined: The passcode was not entered').waitFor()
  await purchase.getByLabel('3-D Secure').selectOption('Asked for, right passcode')
  await buy(page, '20')
  await purchase.getByText('Approved: $20.00').waitFor()

  const [newest] = (await api.get('/transactions?per_page=1')).body.data
  const { body } = await api.get(`/transactions/${newest.id}`)
  assert.equal(body['3ds_status'], 'authenticated')
  assert.deepEqual(body.merchant, { name: 'Nordlys Air', category: 'airlines', mcc: '4511', country: 'NO' })
  await purchase.getByRole('link', { name: 'Transaction' }).click()
  await page.waitForURL(`**/transactions/${newest.id}`)
  visitor.assertQuiet()
})

test('a simulated purchase in another currency uses the rate that is set on the page', async () => {
  const { api, visitor, page } = await openSandbox()
  const [purchase, rates] = [form(page, 'Purchase'), form(page, 'Exchange rates')]
  await rates.getByLabel('Rate of').selectOption('EUR')
  await rates.getByText('Now 1.0834.').waitFor()
  await rates.getByLabel('Value in USD').fill('much')
  await visitor.expecting(400, () => rates.getByRole('button', { name: 'Set the rate' }).click())
  await rates.getByText(/must be a decimal text above zero/).waitFor()
  await rates.getByLabel('Value in USD').fill('1.25')
  await rates.getByRole('button', { name: 'Set the rate' }).click()
  await rates.getByText('1 EUR is 1.25 USD').waitFor()

  await purchase.getByLabel('Currency').selectOption('EUR')
  await purchase.getByText('1 EUR is 1.25 USD.').waitFor()
  await buy(page, 'five')
  await purchase.getByText('Enter an amount in EUR').waitFor()
  await purchase.getByLabel('3-D Secure').selectOption('Asked for, right passcode')
  await buy(page, '40')
  await purchase.getByText('Approved: $50.00').waitFor()
  await purchase.getByText('EUR 40.00 at 1.25 USD.').waitFor()
  await visitor.assertAccessible()
  await purchase.getByLabel('Currency').selectOption('JPY')
  await buy(page, '0.5')
  await purchase.getByText('"amount" must be an amount in JPY with no decimals.').waitFor()

  await rates.getByLabel('Value in USD').fill('1.5')
  await rates.getByRole('button', { name: 'Set the rate' }).click()
  await rates.getByText('1 EUR is 1.5 USD').waitFor()
  const open = form(page, 'Open authorization')
  await open.locator('button[type=submit]').click()
  await open.getByText('Settlement: $60.00').waitFor()
  await open.getByText('EUR 40.00 at 1.5 USD.').waitFor()
  await rates.getByRole('button', { name: 'Restore built-in rates' }).click()
  await rates.getByText('Now 1.0834.').waitFor()
  assert.deepEqual((await api.get('/sandbox/rates')).body.overridden, [])
  visitor.assertQuiet()
})

test('the sandbox finds another card by its label and keeps it in the address', async () => {
  const { api, visitor, page } = await openSandbox()
  const { body } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 33, label: 'Second' })
  await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 44, label: 'Third' })
  await page.getByRole('button', { name: 'Card to use' }).click()
  await page.getByRole('searchbox', { name: 'Search cards by label or last four digits' }).fill('seco')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Second/ })
    .click()
  await page.getByText('$33.00').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('card'), body.id)
  await buy(page, '3')
  await form(page, 'Purchase').getByText('$30.00 left on the card.').waitFor()
  visitor.assertQuiet()
})

test('an open authorization can be incremented, settled in parts, reversed and expired', async () => {
  const { api, visitor, page } = await openSandbox()
  const open = form(page, 'Open authorization')
  await open.getByText('No open authorization').waitFor()
  await buy(page, '60')
  await open.getByText('$60.00 held').waitFor()
  const act = async (action: string, amount: string) => {
    await open.getByRole('group', { name: 'What happens' }).getByRole('button', { name: action }).click()
    if (amount !== '') await open.getByLabel(/^Amount/).fill(amount)
    await open.locator('button[type=submit]').click()
  }

  await act('Increment', '')
  await open.getByText('Enter dollars and cents').waitFor()
  await act('Increment', '15')
  await open.getByText('$75.00 held').waitFor()
  await act('Reverse', '5')
  await open.getByText('$70.00 held').waitFor()
  await act('Settle', '30')
  await open.getByText('Settlement: $30.00').waitFor()
  // A settled authorization can no longer be chosen.
  await open.getByText('No open authorization').waitFor()

  await buy(page, '40')
  await open.getByText('$40.00 held').waitFor()
  await open.getByLabel('Final').uncheck()
  await act('Settle', '10')
  await open.getByText('$30.00 held').waitFor()
  await act('Expire', '')
  await open.getByText('No open authorization').waitFor()
  const [card] = (await api.get('/cards')).body.data
  assert.equal(card.balance, 160)
  visitor.assertQuiet()
})

test('a forced settlement takes the card below zero, and a refund returns the money', async () => {
  const { api, card, visitor, page } = await openSandbox()
  const settlement = form(page, 'Forced settlement')
  await settlement.getByLabel('Amount').fill('230')
  await settlement.getByRole('button', { name: 'Settle' }).click()
  await settlement.getByText('Settlement: $230.00').waitFor()
  await settlement.getByText('-$30.00 on the card after it.').waitFor()

  const refund = form(page, 'Refund')
  await refund.getByLabel('Purchase to refund').selectOption('Nordlys Air, $230.00')
  await refund.getByLabel('Amount', { exact: true }).fill('100')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await refund.getByText('Refund: $100.00').waitFor()
  await refund.getByLabel('Amount', { exact: true }).fill('')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await refund.getByText('Refund: $130.00').waitFor()
  assert.equal((await api.get(`/cards/${card}`)).body.balance, 200)

  await refund.getByLabel('Purchase to refund').selectOption('No purchase in particular')
  await refund.getByLabel('Amount', { exact: true }).fill('7.5')
  await refund.getByLabel('Merchant', { exact: true }).fill('Somebody generous')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await refund.getByText('Refund: $7.50').waitFor()
  assert.equal((await api.get('/transactions?type=refund')).body.data[0].merchant.name, 'Somebody generous')
  visitor.assertQuiet()
})

test('a simulated deposit waits for a confirmation, and a simulated challenge waits for an answer', async () => {
  const { api, visitor, page } = await openSandbox()
  const deposit = form(page, 'Deposit')
  await deposit.getByLabel('Currency').selectOption('ETH')
  await deposit.getByLabel('Amount in crypto').fill('2')
  await deposit.getByLabel('Confirm immediately').uncheck()
  await deposit.getByRole('button', { name: 'Deposit', exact: true }).click()
  await deposit.getByText('Detected: worth about $6,000.00').waitFor()
  await deposit.getByRole('list', { name: 'Pending deposits' }).getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('$6,000.00 credited').waitFor()
  assert.equal((await api.get('/wallet/balance')).body.balance, 6_800)
  await visitor.expecting(400, async () => {
    await deposit.getByLabel('Amount in crypto').fill('much')
    await deposit.getByRole('button', { name: 'Deposit', exact: true }).click()
    await deposit.getByRole('alert').getByText('amount_crypto').waitFor()
  })

  const challenge = form(page, '3-D Secure challenge')
  await challenge.getByRole('button', { name: 'Ask for a passcode' }).click()
  await challenge.getByText('Waiting for the passcode').waitFor()
  const [made] = (await api.get('/3ds')).body.data
  await challenge.getByText(made.otp).waitFor()
  await challenge.getByRole('button', { name: 'Answer it' }).click()
  await challenge.getByText('Completed').waitFor()
  assert.equal((await api.get(`/3ds/${made.id}`)).body.status, 'completed')
  await challenge.getByRole('button', { name: 'Approve or decline' }).click()
  await challenge.getByRole('button', { name: 'Ask for an approval' }).click()
  await challenge.getByText('Waiting for an approval').waitFor()
  await challenge.getByRole('button', { name: 'Approve it' }).click()
  await challenge.getByText('Completed').waitFor()
  assert.equal((await api.get('/3ds')).body.data[0].outcome, 'approved')
  visitor.assertQuiet()
})

test('the clock moves by a step, a month or a chosen time, and holds expire on the way', async () => {
  const { api, visitor, page } = await openSandbox()
  await buy(page, '60')
  const open = form(page, 'Open authorization')
  await open.getByText('$60.00 held').waitFor()
  const now = async () => Date.parse((await api.get('/sandbox/clock')).body.now)
  const before = await now()
  await page.getByRole('button', { name: '+1 day' }).click()
  await page.getByText('1 day ahead of the real time.').waitFor()
  await page.getByLabel('Move by').fill('7')
  await page.getByLabel('Unit').selectOption('days')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText('8 days ahead of the real time.').waitFor()
  // A settled authorization can no longer be chosen.
  await open.getByText('No open authorization').waitFor()
  await page.getByRole('button', { name: '+1 month' }).click()
  await page.waitForFunction(() => /3[5-9] days ahead/.test(document.body.innerText))
  const movedMs = (await now()) - before
  assert.ok(movedMs >= (8 + 28) * 86_400_000, `the clock moved by ${movedMs} ms`)
  visitor.assertQuiet()
})

test('a reset asks for a typed word and leaves an empty sandbox that keeps its keys', async () => {
  const { api, visitor, page } = await openSandbox()
  await page.getByRole('button', { name: 'Reset the sandbox' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the sandbox?' })
  await dialog.getByLabel(/Type reset/).fill('rest')
  assert.equal(await dialog.getByRole('button', { name: 'Reset' }).isDisabled(), true)
  await visitor.assertAccessible()
  await dialog.getByLabel(/Type reset/).fill('reset')
  await dialog.getByLabel(/Type reset/).press('Enter')
  await page.getByText('No cards yet').waitFor()
  assert.equal((await api.get('/cards')).body.pagination.total, 0)
  // The event stream continues in the new workspace.
  await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100', confirm: true })
  await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10, label: 'After the reset' })
  await page.getByText('Open the card').waitFor()
  visitor.assertQuiet()
})

test('the sandbox page is missing in production and for a viewer, and fits a phone', async () => {
  const { api, visitor, page } = await openSandbox()
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Production' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await visitor.open('/sandbox?env=production')
  await page.getByText('Only in the sandbox').waitFor()
  await page.getByRole('button', { name: 'Switch to the sandbox' }).click()
  await form(page, 'Purchase').waitFor()
  visitor.assertQuiet()

  const viewer = await dashboard.signIn(api, 'viewer', { phone: true })
  await viewer.open('/sandbox')
  await viewer.page.getByText('Not available to the role “viewer”').waitFor()
  const phone = await dashboard.signIn(api, 'developer', { phone: true })
  await phone.open('/sandbox')
  await form(phone.page, 'Purchase').waitFor()
  await phone.assertFitsItsScreen()
  phone.assertQuiet()
})

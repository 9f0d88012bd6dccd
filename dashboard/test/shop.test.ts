// A purchase in the test shop, with a card whose number was revealed to the shopper.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Api } from '../../server/test/harness.ts'
import { openDashboard } from './harness.ts'

const dashboard = await openDashboard()
const { service } = dashboard

type Details = { id: string; pan: string; cvv: string; exp_month: number; exp_year: number; holder_name: string }

async function revealedCard(api: Api, amount: number): Promise<Details> {
  const { body } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount })
  return (await api.get(`/cards/${body.id}/details`)).body
}

async function enterCard(page: Page, details: Details): Promise<void> {
  const payment = page.getByRole('form', { name: 'Payment' })
  await payment.getByLabel('Card number').fill(details.pan)
  await payment.getByLabel('Expiry').fill(`${String(details.exp_month).padStart(2, '0')}${details.exp_year % 100}`)
  await payment.getByLabel('CVV').fill(details.cvv)
  await payment.getByLabel('Name on the card').fill(details.holder_name)
}

const passcode = async (api: Api) => (await api.get('/3ds?status=pending')).body.data[0].otp as string

async function newestTransaction(api: Api) {
  const [newest] = (await api.get('/transactions?per_page=1')).body.data
  return (await api.get(`/transactions/${newest.id}`)).body
}

test('a shopper reads the passcode on the 3-D Secure page, types it at the bank, and the purchase is paid', async () => {
  const api = await service.fundedWorkspace()
  const details = await revealedCard(api, 300)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/shop')
  await page.getByRole('button', { name: 'Add Gooseneck kettle' }).click()
  await page.getByRole('button', { name: 'One Lighthouse blend more' }).click()
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Check out, $128.80' }).click()
  await enterCard(page, details)
  assert.match(await page.getByLabel('Card number').inputValue(), /^(\d{4} ){3}\d{4}$/)
  assert.equal(await page.getByLabel('Ask for 3-D Secure').isChecked(), true, 'above 50 dollars the shop asks')
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Pay $128.80' }).click()

  await page.getByRole('heading', { name: 'Confirm your purchase' }).waitFor()
  await visitor.assertAccessible()
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Read them on the 3-D Secure page' }).click(),
  ])
  const asked = other.getByRole('article', { name: 'Harbour Coffee Supplies asks for $128.80' })
  const read = (await asked.getByText('Passcode').locator('..').innerText()).replace(/\D/g, '')
  await other.close()
  await page.getByLabel('Passcode').fill(read)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
  await visitor.assertAccessible()

  const transaction = await newestTransaction(api)
  assert.equal(transaction.type, 'authorization')
  assert.equal(transaction.amount, -128.8)
  assert.equal(transaction['3ds_status'], 'authenticated')
  assert.equal(transaction.merchant.name, 'Harbour Coffee Supplies')
  await page.getByRole('link', { name: 'Show the transaction' }).click()
  await page.waitForURL(`**/transactions/${transaction.id}`)
  visitor.assertQuiet()
})

test('the shop explains a decline in its own words and shows its identifier', async () => {
  const api = await service.fundedWorkspace()
  const details = await revealedCard(api, 20)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/shop')
  await page.getByRole('button', { name: 'Check out, $24.90' }).click()
  assert.equal(await page.getByLabel('Ask for 3-D Secure').isChecked(), false)
  await enterCard(page, details)
  await page.getByRole('button', { name: 'Pay $24.90' }).click()
  await page.getByRole('heading', { name: 'The payment was declined' }).waitFor()
  await page.getByText('There is not enough money on this card.').waitFor()
  await page.getByText('insufficient_funds').waitFor()
  await visitor.assertAccessible()
  assert.equal((await newestTransaction(api)).decline_reason, 'insufficient_funds')

  await page.getByRole('button', { name: 'Try another card' }).click()
  await enterCard(page, { ...details, cvv: details.cvv === '111' ? '222' : '111' })
  await page.getByRole('button', { name: 'Pay $24.90' }).click()
  await page.getByText('The security code does not match the card.').waitFor()
  await page.getByText('cvv_mismatch').waitFor()
  visitor.assertQuiet()
})

test('a shopper can retry a wrong passcode, and the issuer declines after the third', async () => {
  const api = await service.fundedWorkspace()
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/shop')
  await page.getByRole('button', { name: 'Add Hand grinder' }).click()
  await page.getByRole('button', { name: /Check out/ }).click()
  await enterCard(page, await revealedCard(api, 300))
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'Confirm your purchase' }).waitFor()
  const wrong = (await passcode(api)) === '000000' ? '111111' : '000000'
  const answer = async () => {
    await page.getByLabel('Passcode').fill(wrong)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  }
  await visitor.expecting(400, async () => {
    await answer()
    await page.getByText('2 tries left').waitFor()
    await answer()
    await page.getByText('1 try left').waitFor()
    await answer()
    await page.getByText('Your bank could not confirm your identity.').waitFor()
  })
  await page.getByText('authentication_failed').waitFor()
  assert.equal((await newestTransaction(api)).decline_reason, 'authentication_failed')
  visitor.assertQuiet()
})

test('the checkout rejects impossible card data before it sends a request', async () => {
  const api = await service.fundedWorkspace()
  const visitor = await dashboard.signIn(api, 'developer', { phone: true })
  const { page } = visitor
  await visitor.open('/shop')
  await visitor.assertFitsItsScreen()
  await page.getByRole('button', { name: /Check out/ }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  for (const text of ['Enter the number on the card.', 'Enter month and year', 'Enter the name on the card.'])
    await page.getByText(text).waitFor()
  await page.getByLabel('Card number').fill('4242424242424241')
  await page.getByText('This number is mistyped').waitFor()
  await page.getByLabel('Expiry').fill('1329')
  await page.getByText('There is no such month.').waitFor()
  await visitor.assertFitsItsScreen()
  assert.equal((await api.get('/transactions')).body.pagination.total, 0)
  visitor.assertQuiet()
})

test('a card number that was never issued is declined, with or without 3-D Secure', async () => {
  const api = await service.fundedWorkspace()
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/shop')
  await page.getByRole('button', { name: /Check out/ }).click()
  const stranger = { id: '', pan: '4242424242424242', cvv: '123', exp_month: 4, exp_year: 2031, holder_name: 'Nobody' }
  await enterCard(page, stranger)
  await page.getByLabel('Ask for 3-D Secure').check()
  await visitor.expecting(404, async () => {
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByText('We do not know this card.').waitFor()
  })
  await page.getByText('A card number that was never issued creates no transaction.').waitFor()
  visitor.assertQuiet()
})

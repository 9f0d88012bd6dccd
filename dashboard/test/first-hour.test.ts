// A person's first hour in one browser: from the link that the first start prints to a declined purchase.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureFirstAccount } from '../../server/src/start/first-start.ts'
import { openDashboard, PASSWORD } from './harness.ts'

const dashboard = await openDashboard()
const { services, config } = dashboard.service

test('a new owner gets from the first-run link to a declined purchase', async () => {
  const { joinPath } = await ensureFirstAccount(services.database, config, services.clock())
  const visitor = await dashboard.arrive()
  const { page } = visitor
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

  // The join page asks for a name once, and the token does not stay in the address.
  await page.goto(joinPath!)
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  assert.doesNotMatch(page.url(), /#/)
  await button('Join').click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.getByText('Sandbox: test cards').waitFor()

  // Creates a card with the money that the demo account starts with.
  await page.getByRole('link', { name: 'Cards', exact: true }).click()
  await button('Create the first card').click()
  const dialog = page.getByRole('dialog', { name: 'Create card' })
  await dialog.getByRole('radio').first().check({ force: true })
  await dialog.getByLabel('Amount', { exact: true }).fill('60')
  await dialog.getByLabel('Label').fill('Coffee')
  await dialog.getByRole('button', { name: 'Create card' }).click()
  await page.getByRole('heading', { name: 'Coffee' }).waitFor()

  // The person has just signed in, so the number is shown without another password prompt.
  await button('Reveal').click()
  const copied = async (what: string) => {
    const frame = page.frameLocator('iframe[title="Card details"]')
    await frame.getByRole('button', { name: `Copy ${what}` }).click()
    await frame.getByText(`Copied ${what}`).waitFor({ state: 'attached' })
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const number = await copied('number')
  const expiry = await copied('expiry')
  const cvv = await copied('CVV')
  assert.match(number, /^\d{16}$/)

  // A purchase below 50 dollars, which needs no passcode.
  const buy = async () => {
    await page.getByRole('link', { name: 'Test shop' }).click()
    await page.getByRole('button', { name: 'Check out, $24.90' }).click()
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel('Expiry').fill(expiry)
    await page.getByLabel('CVV').fill(cvv)
    await page.getByLabel('Name on the card').fill('Ada Demo')
    await page.getByRole('button', { name: 'Pay $24.90' }).click()
  }
  await buy()
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()

  // A frozen card declines the purchase. The page of the decline says why and what to do.
  await page.getByRole('link', { name: 'Cards', exact: true }).click()
  await page
    .getByRole('link', { name: /Coffee/ })
    .first()
    .click()
  await page.getByText('$35.10').first().waitFor()
  await button('Freeze').click()
  await button('Unfreeze').waitFor()
  await buy()
  await page.getByRole('heading', { name: 'The payment was declined' }).waitFor()
  await page.getByText('card_frozen').waitFor()
  await page.getByRole('link', { name: 'Show the transaction' }).click()
  await page.getByText('The card is frozen').first().waitFor()
  await page.getByText('Unfreeze the card, then let the merchant try again.').first().waitFor()
  visitor.assertQuiet()
})

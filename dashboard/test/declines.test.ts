// A decline by a control is explained with its numbers wherever it appears, and the next step resolves it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../../server/test/harness.ts'
import { openDashboard } from './harness.ts'
import { cardOf, createCard } from './make-card.ts'

const dashboard = await openDashboard()
const figma = { name: 'Figma', mcc: '5817', country: 'US', id: '445566778899123' }

async function buy(api: Api, card: { id: string }, amount: number, merchant: object = figma) {
  return (await api.post('/sandbox/authorizations', { card_id: card.id, amount, merchant })).body
}

test('a decline shows the numbers of the limit that was reached, and a link raises it', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { controls: { limits: [{ window: 'day', amount: 50 }] } })
  await buy(api, card, 40)
  const { transaction } = await buy(api, card, 25)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/transactions')
  await page.getByText('Daily limit of $50.00').waitFor()
  await visitor.open(`/transactions/${transaction.id}`)
  const notice = page.getByRole('region', { name: 'Why it was declined' })
  await notice
    .getByText('The daily limit of $50.00 was reached: $40.00 used, $25.00 requested; it resets tomorrow, 00:00 UTC.')
    .waitFor()
  await notice.getByText('it would still be declined.').waitFor()
  await notice.getByText('Checks, in order').click()
  await notice.getByText("No limit of the card's controls is exceeded.").waitFor()
  await visitor.assertAccessible()
  await notice.getByRole('button', { name: 'Raise the limit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Controls' })
  await dialog.getByRole('group', { name: 'Limit 1' }).getByLabel('Amount').fill('100')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await notice.getByText('the same purchase would be approved.').waitFor()
  assert.equal((await buy(api, card, 25)).approved, true)
  visitor.assertQuiet()
  await visitor.leave()
})

test('one button allows the merchant, category or country of a decline, after a confirmation', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, {
    label: 'Bound',
    controls: {
      merchants: { allowed: [{ name: 'acme*' }], blocked: [{ name: 'fig*' }] },
      categories: { blocked: ['software'] },
      countries: { allowed: ['DE'] },
    },
  })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  const steps = [
    ['category_not_allowed', 'Unblock the category', ['The category software is no longer blocked.']],
    [
      'merchant_not_allowed',
      'Allow this merchant',
      ['Figma is no longer among the blocked merchants.', 'Figma is added to the allowed merchants.'],
    ],
    ['country_not_allowed', 'Allow this country', ['Merchants in the United States are allowed too.']],
  ] as const
  for (const [reason, action, sentences] of steps) {
    const { decline_reason, transaction } = await buy(api, card, 5)
    assert.equal(decline_reason, reason)
    await visitor.open(`/transactions/${transaction.id}`)
    await page.getByRole('button', { name: action }).click()
    const dialog = page.getByRole('dialog', { name: `${action} on Bound?` })
    for (const sentence of sentences) await dialog.getByText(sentence).waitFor()
    await dialog.getByRole('button', { name: action }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: action }).waitFor({ state: 'detached' })
  }
  assert.equal((await buy(api, card, 5)).approved, true)
  const { controls } = await cardOf(api, card.id)
  assert.deepEqual(controls.merchants, { allowed: [{ name: 'acme*' }, { id: figma.id }], blocked: [] })
  assert.deepEqual(controls.countries.allowed, ['DE', 'US'])
  visitor.assertQuiet()
  await visitor.leave()
})

test('the lock is removed for another merchant of the same name, because ids are compared when both have one', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Locked', controls: { merchant_lock: 'first' } })
  assert.equal((await buy(api, card, 5)).approved, true)
  const namesake = { ...figma, id: '445566778899124' }
  const { decline_reason, transaction } = await buy(api, card, 5, namesake)
  assert.equal(decline_reason, 'merchant_not_allowed')
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/transactions/${transaction.id}`)
  await page.getByRole('button', { name: 'Allow this merchant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Allow this merchant on Locked?' })
  await dialog.getByText('The lock to Figma is removed.').waitFor()
  await dialog.getByRole('button', { name: 'Allow this merchant' }).click()
  await page.getByText('the same purchase would be approved.').waitFor()
  assert.equal((await buy(api, card, 5, namesake)).approved, true)
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('Controls changed: lock to the first merchant').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('the history of a card says in words what was changed', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api)
  await api.patch(`/cards/${card.id}`, {
    controls: { limits: [{ window: 'day', amount: 5 }], countries: { blocked: ['FR'] }, uses: 3 },
  })
  await api.patch(`/cards/${card.id}`, { label: 'Named', controls: { active_until: '2099-01-01T00:00:00Z' } })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('Controls changed: limits, countries, and number of purchases').waitFor()
  await page.getByText('Settings changed: label and end of the active period').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a decline offers to unfreeze a frozen card and to fund an empty one', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { amount: 10 })
  const poor = (await buy(api, card, 50)).transaction
  await api.post(`/cards/${card.id}/freeze`)
  const frozen = (await buy(api, card, 5)).transaction
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/transactions/${frozen.id}`)
  await page.getByRole('button', { name: 'Unfreeze the card' }).click()
  await page.getByText('the same purchase would be approved.').waitFor()
  await visitor.open(`/transactions/${poor.id}`)
  await page.getByRole('button', { name: 'Fund the card' }).click()
  const fund = page.getByRole('dialog')
  await fund.getByLabel('Amount').fill('60')
  await fund.getByRole('button', { name: 'Fund card' }).click()
  await page.getByText('the same purchase would be approved.').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('the sandbox names merchants by id and city, and the test shop says which control declined', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { controls: { limits: [{ window: 'per_transaction', amount: 20 }] } })
  const { body: details } = await api.get(`/cards/${card.id}/details`)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/sandbox')
  const purchase = page.getByRole('form', { name: 'Purchase', exact: true })
  await purchase.getByLabel('Merchant id').fill('77')
  await purchase.getByLabel('City').fill('Boise')
  await purchase.getByRole('button', { name: 'Authorize' }).click()
  await purchase.getByText('The limit for one purchase of $20.00 was reached: $25.00 requested.').waitFor()
  const [declined] = (await api.get('/transactions?per_page=1')).body.data
  assert.deepEqual([declined.merchant_id, declined.merchant_city], ['77', 'Boise'])
  await visitor.open(`/transactions/${declined.id}`)
  await page.getByText('Boise').waitFor()

  await visitor.open('/shop')
  await page.getByRole('button', { name: 'Check out, $24.90' }).click()
  const payment = page.getByRole('form', { name: 'Payment' })
  await payment.getByLabel('Card number').fill(details.pan)
  await payment.getByLabel('Expiry').fill(`${String(details.exp_month).padStart(2, '0')}${details.exp_year % 100}`)
  await payment.getByLabel('CVV').fill(details.cvv)
  await payment.getByLabel('Name on the card').fill(details.holder_name)
  await page.getByRole('button', { name: 'Pay $24.90' }).click()
  await page.getByText('This card has reached one of its limits.').waitFor()
  await page.getByText('The limit for one purchase of $20.00 was reached: $24.90 requested.').waitFor()
  await page.getByText('To the card this shop is merchant').waitFor()
  await visitor.assertAccessible()
  visitor.assertQuiet()
  await visitor.leave()
})

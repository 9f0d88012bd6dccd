// Replacing a card on its page. The old and the new card link to each other.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './harness.ts'
import { cardOf, createCard } from './make-card.ts'

const dashboard = await openDashboard()
const merchant = { name: 'Acme Ads', mcc: '7311', country: 'US' }

test('replacing a stolen card opens the new card, and each of the two names the other', async () => {
  const api = await dashboard.service.fundedWorkspace(1000)
  const card = await createCard(api, { label: 'Ads' })
  await api.post('/sandbox/authorizations', { card_id: card.id, amount: 30, merchant })
  await api.post(`/cards/${card.id}/freeze`)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/cards/${card.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Replace card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace Ads?' })
  await dialog.getByText('$70.00 moves to the new card.').waitFor()
  await dialog.getByText('$30.00 is held by merchants and stays with the old card.').waitFor()
  await dialog.getByText('The new card is active, although this one is frozen.').waitFor()
  await dialog.getByLabel('Reason').selectOption('stolen')
  await visitor.assertAccessible()
  await dialog.getByRole('button', { name: 'Replace card' }).click()
  await page.getByText(/Ads has a new number, •••• \d{4}\./).waitFor()
  const { replaced_by } = await cardOf(api, card.id)
  await page.waitForURL(`**/cards/${replaced_by}`)
  const replacement = await cardOf(api, replaced_by)
  assert.deepEqual([replacement.balance, replacement.label, replacement.status], [70, 'Ads', 'active'])
  await page.getByText('Replaces').waitFor()
  await visitor.settle()
  await visitor.assertAccessible()

  await page.getByRole('link', { name: `Ads •••• ${card.last4}` }).click()
  await page.waitForURL(`**/cards/${card.id}`)
  await page.getByText('This card was replaced by').waitFor()
  await page.getByText('because it was stolen').first().waitFor()
  await page.getByText('Replaced; moved to the new card:').waitFor()
  assert.equal(await page.getByRole('button', { name: 'More actions' }).count(), 0)
  await page
    .getByRole('link', { name: `Ads •••• ${replacement.last4}` })
    .first()
    .click()
  await page.waitForURL(`**/cards/${replaced_by}`)
  visitor.assertQuiet()
  await visitor.leave()
})

// The owner of a card: set on the card's page, shown in the list, and found with the filter “Mine”.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './harness.ts'
import { createCard } from './make-card.ts'

test("a card gets an owner, and a filter shows that owner's cards", async () => {
  const dashboard = await openDashboard()
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Ads', amount: 1 })
  await createCard(api, { label: 'Hosting', amount: 1 })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('Nobody').waitFor()
  await page.getByRole('button', { name: 'Change the owner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the owner' })
  await dialog.getByLabel('Owner').selectOption({ label: 'owner 1' })
  await visitor.assertAccessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('definition').filter({ hasText: 'owner 1' }).waitFor()

  await page.setViewportSize({ width: 1440, height: 900 }) // the owner column needs a wide table
  await visitor.open('/cards')
  await page.getByText('1–2 of 2').waitFor()
  await page.getByRole('cell', { name: 'owner 1' }).waitFor()
  await page.getByRole('button', { name: 'Mine' }).click()
  await page.getByText('1–1 of 1').waitFor()
  assert.match(page.url(), /owner=me/)
  assert.deepEqual(await page.getByRole('table').locator('tbody tr td:nth-child(2) a').allTextContents(), ['Ads'])
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Frozen' }).click()
  await page.getByText('No card matches').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByText('1–2 of 2').waitFor()

  await visitor.open(`/cards/${card.id}`)
  await page.getByRole('button', { name: 'Change the owner' }).click()
  await dialog.getByLabel('Owner').selectOption({ label: 'Nobody' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nobody').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

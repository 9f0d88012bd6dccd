// How a person configures a list: columns, rows per page, and views saved under a name.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './harness.ts'
import { createCard } from './make-card.ts'

const dashboard = await openDashboard()

test('a view saves columns, page size and filters, and opens by its name or as the default', async () => {
  const api = await dashboard.service.fundedWorkspace()
  for (let n = 1; n <= 30; n++) await createCard(api, { label: n > 28 ? `Ads ${n}` : `Card ${n}`, amount: 1 })
  const visitor = await dashboard.signIn(api, 'viewer')
  const { page } = visitor
  const column = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const chooseView = async (name: string) => {
    await page.getByRole('button', { name: /^View/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await visitor.open('/cards')
  await page.getByText('1–25 of 30').waitFor()
  await page.getByLabel('Rows on a page').selectOption('50')
  await page.getByText('1–30 of 30').waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).click()
  await visitor.assertAccessible()
  await page.keyboard.press('Escape')
  await column('Status').waitFor({ state: 'detached' })
  await page.getByLabel('Search by label').fill('ads')
  await page.getByText('1–2 of 2').waitFor()

  await chooseView('Save this view')
  const saving = page.getByRole('dialog', { name: 'Save this view' })
  await saving.getByRole('button', { name: 'Save view' }).click()
  await saving.getByText('Give the view a name.').waitFor()
  await saving.getByLabel('Name').fill('Advertising')
  await visitor.assertAccessible()
  await saving.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'View: Advertising' }).waitFor()
  await chooseView('Without a view')
  await page.getByText('1–25 of 30').waitFor()
  await column('Status').waitFor()
  await page.getByRole('button', { name: 'Frozen' }).click()
  await page.getByText('No card matches').waitFor()
  await chooseView('Save this view')
  await saving.getByLabel('Name').fill('Advertising')
  await visitor.expecting(400, () => saving.getByRole('button', { name: 'Save view' }).click())
  await saving.getByText('There is a view with this name already.').waitFor()
  await saving.getByLabel('Name').fill('Frozen')
  await saving.getByLabel('Open this list with this view').check()
  await saving.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'View: Frozen' }).waitFor()

  await visitor.open('/cards')
  await page.getByRole('button', { name: 'View: Frozen' }).waitFor()
  assert.match(page.url(), /status=frozen/)
  await chooseView('Advertising')
  await page.getByText('1–2 of 2').waitFor()
  await column('Status').waitFor({ state: 'detached' })
  assert.match(page.url(), /per_page=50/)

  await chooseView('Manage views')
  const managing = page.getByRole('dialog', { name: 'Saved views' })
  await managing.getByLabel('Name of Advertising').fill('Ads')
  await managing.getByRole('button', { name: 'Rename' }).first().click()
  await managing.getByLabel('Name of Ads').waitFor()
  await visitor.assertAccessible()
  await managing.getByRole('button', { name: 'Delete Frozen' }).click()
  await managing.getByLabel('Name of Frozen').waitFor({ state: 'detached' })
  await managing.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'View: Ads' }).waitFor()
  await visitor.open('/cards')
  await page.getByText('1–25 of 30').waitFor()
  assert.doesNotMatch(page.url(), /status=/, 'a view that is deleted is no default')

  await visitor.open('/transactions')
  await page.getByRole('button', { name: 'Views' }).click()
  assert.equal(await page.getByRole('menuitem').count(), 1, 'each list has views of its own')
  visitor.assertQuiet()
  await visitor.leave()
})

// After a window closes, the focus returns to the control that opened it, or to the heading of the page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './harness.ts'
import { createCard } from './make-card.ts'

const dashboard = await openDashboard()
const api = await dashboard.service.fundedWorkspace()
const card = await createCard(api, { label: 'Ads', amount: 10 })
const visitor = await dashboard.signIn(api)
const { page } = visitor
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')

async function assertFocusedOn(name: string): Promise<void> {
  await dialog.waitFor({ state: 'detached' })
  const focused = () => {
    const { activeElement: at } = document
    return at?.getAttribute('aria-label') ?? (at instanceof HTMLElement && at !== document.body ? at.innerText : '')
  }
  await page.waitForFunction(() => document.activeElement !== document.body).catch(() => undefined)
  assert.equal((await page.evaluate(focused)).trim(), name)
}

test('a button has the focus again after its dialog is closed by Escape or by success', async () => {
  await visitor.open(`/cards/${card.id}`)
  await button('Fund').click()
  await dialog.getByLabel('Amount').waitFor()
  await page.keyboard.press('Escape')
  await assertFocusedOn('Fund')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Amount').fill('5')
  await page.keyboard.press('Enter')
  await assertFocusedOn('Fund')
})

test('a button has the focus again after a dialog that was loaded on demand', async () => {
  await button('Change the owner').click()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await assertFocusedOn('Change the owner')
})

test('the button of a menu has the focus again after the dialog that the menu opened', async () => {
  await visitor.open('/cards')
  await button('Actions for Ads').click()
  await page.getByRole('menuitem', { name: 'Fund' }).click()
  await dialog.getByLabel('Amount').waitFor()
  await page.keyboard.press('Escape')
  await assertFocusedOn('Actions for Ads')
  await button('Views').click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await dialog.getByLabel('Name').waitFor()
  await page.keyboard.press('Escape')
  await assertFocusedOn('Views')
})

test('the palette returns the focus, and after an action the heading has it', async () => {
  await button('Columns').focus()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search or jump to' })
  await search.waitFor()
  await page.keyboard.press('Escape')
  await assertFocusedOn('Columns')
  await visitor.open('/wallet')
  await page.keyboard.press('Control+k')
  await search.fill('create card')
  await page.getByRole('option', { name: 'Create card', exact: true }).click()
  await page.getByRole('dialog', { name: 'Create card' }).waitFor()
  await page.keyboard.press('Escape')
  await assertFocusedOn('Cards')
})

test('the heading gets the focus when the control that opened the dialog is gone', async () => {
  await visitor.open(`/cards/${card.id}`)
  await button('More actions').click()
  await page.getByRole('menuitem', { name: 'Terminate' }).click()
  const typed = dialog.getByLabel(/to confirm/)
  await typed.fill((await dialog.locator('code').innerText()).trim())
  await page.keyboard.press('Enter')
  await assertFocusedOn('Ads')
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1')
  visitor.assertQuiet()
})

// Notes, tags and receipts on the page of a transaction, and the list filtered by tag.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { openDashboard } from './harness.ts'
import { textOf } from './visitor.ts'

const dashboard = await openDashboard()
const { service } = dashboard
const api = await service.fundedWorkspace()
const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 500, label: 'Travel' })
const buy = async (name: string) =>
  (
    await api.post('/sandbox/authorizations', {
      card_id: card.id,
      amount: 10,
      merchant: { name, mcc: '4511', country: 'NO' },
    })
  ).body.transaction
const [air, hotel] = [await buy('Nordlys Air'), await buy('Grand Hotel')]
const path = `/transactions/${air.id}`
const owner = await dashboard.signIn(api)

// A real picture of one pixel, which the browser can show.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a person writes a note and tags, finds them with the filter and exports them', async () => {
  const { page } = owner
  await owner.open(path)
  await page.getByRole('textbox', { name: 'Note' }).fill('Flight to the fair')
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.fill('Trade Fair')
  await page.getByRole('option', { name: /trade fair/ }).click()
  await page.getByRole('button', { name: 'Remove trade fair' }).waitFor()
  await saveWithSlowTags(page)
  await page.getByText('The note is saved.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Remove trade fair' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Note' }).inputValue(), 'Flight to the fair')
  await owner.assertAccessible()

  await owner.open('/transactions/entries')
  await page.getByLabel('Tag').selectOption('trade fair')
  const table = page.getByRole('table', { name: 'Transactions' })
  await table.getByText('Grand Hotel').waitFor({ state: 'hidden' })
  await table.getByText('Nordlys Air').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const csv = await textOf(file)
  assert.match(csv, /Flight to the fair,trade fair/)
  assert.equal(csv.includes('Grand Hotel'), false)
  owner.assertQuiet()
})

/** The form restarts from the saved note before the list of tags has loaded. */
async function saveWithSlowTags(page: Page): Promise<void> {
  let send = () => {}
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/dashboard/tags', async (route) => {
    await held
    await route.continue()
  })
  const save = page.getByRole('button', { name: 'Save' })
  const isReadAgain = (response: Response) => response.url().includes('/notes') && response.request().method() === 'GET'
  await Promise.all([page.waitForResponse(isReadAgain), save.click()])
  await page.locator('button[aria-busy]').waitFor({ state: 'hidden' })
  assert.equal(await save.isDisabled(), true, 'nothing is left to save')
  send()
}

test('receipts can be dropped, chosen, shown, downloaded and removed, and another file type is refused with a reason', async () => {
  const { page } = owner
  await owner.open(path)
  const files = page.getByLabel('Receipt files')
  await owner.expecting(400, () =>
    files.setInputFiles({ name: 'evil.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') }),
  )
  await page.getByText('evil.png: A receipt is a PNG, JPEG, WebP or PDF file.').waitFor()
  await files.setInputFiles({ name: 'big.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await page.getByText('big.pdf is larger than 5 MB.').waitFor()
  const dropped = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'boarding pass.png', { type: 'image/png' }))
    return data
  }, PNG.toString('base64'))
  await page.getByTestId('drop-zone').dispatchEvent('drop', { dataTransfer: dropped })
  await page.getByRole('img', { name: 'Preview of boarding pass.png' }).waitFor()
  await files.setInputFiles({ name: 'bill.pdf', mimeType: 'text/html', buffer: Buffer.from('%PDF-1.7\n%bill\n') })
  await page.getByText('bill.pdf', { exact: true }).waitFor()
  await owner.assertAccessible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download bill.pdf' }).click(),
  ])
  assert.equal(await textOf(file), '%PDF-1.7\n%bill\n')

  const viewer = await dashboard.signIn(api, 'viewer', { phone: true })
  await viewer.open(path)
  await viewer.page.getByText('Flight to the fair').waitFor()
  await viewer.page.getByRole('button', { name: 'Download boarding pass.png' }).waitFor()
  assert.equal(await viewer.page.getByRole('button', { name: /Remove|Save|Choose files/ }).count(), 0)
  await viewer.assertFitsItsScreen()
  viewer.assertQuiet()

  await page.getByRole('button', { name: 'Remove bill.pdf' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The receipt is removed.').waitFor()
  await page.getByText('bill.pdf', { exact: true }).waitFor({ state: 'hidden' })
  assert.equal((await api.get(`/transactions/${hotel.id}`)).status, 200)
  owner.assertQuiet()
})

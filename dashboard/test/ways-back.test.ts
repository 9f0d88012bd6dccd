// Ways back: the list with its filters, a sheet that Back closes, a page number past the end, and the focus after a
// dialog.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './harness.ts'
import { createCard } from './make-card.ts'

const dashboard = await openDashboard()
const { service } = dashboard
const api = await service.fundedWorkspace()
const card = await createCard(api, { label: 'Ads, November' })
await createCard(api, { label: 'Other' })

test('the link above a page and the Back button both return to the list with its filters', async () => {
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards?label=Ads&sort=balance&order=asc')
  await page.getByRole('link', { name: 'Ads, November' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ads, November' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Cards' }).click()
  await page.waitForURL('**/cards?label=Ads&sort=balance&order=asc')
  await page.getByRole('link', { name: 'Ads, November' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Other' }).count(), 0)
  visitor.assertQuiet()
})

test('a page number past the end shows the last page, and an invalid one shows the first', async () => {
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  for (const path of ['/cards?page=9999', '/cards?page=99999999999999', '/cards?page=nonsense', '/cards?page=-3']) {
    await visitor.open(path)
    await page.getByText('1–2 of 2').waitFor()
    await page.getByRole('link', { name: 'Ads, November' }).waitFor()
  }
  await api.post('/sandbox/settlements', {
    card_id: card.id,
    amount: 5,
    merchant: { name: 'Acme Ads', mcc: '7311', country: 'US' },
  })
  for (const list of [
    '/transactions?page=9999',
    '/transactions/entries?page=9999',
    '/developers/events?page=9999',
    '/developers/logs?page=9999',
    '/settings/audit-log?page=9999&env=production',
  ]) {
    await visitor.open(list)
    const row = page.getByRole('table').locator('tbody tr a, tbody tr button, tbody tr code').first()
    await row.waitFor().catch(() => assert.fail(`${list} shows no row`))
  }
  visitor.assertQuiet()
})

test('Back closes an open sheet, stays on the page and returns the focus to the control that opened it', async () => {
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  for (const [path, table, sheet] of [
    ['/developers/logs', 'Requests', 'Request'],
    ['/developers/events', 'Events', 'Event'],
  ] as const) {
    await visitor.open('/')
    await visitor.open(path)
    const opener = page.getByRole('table', { name: table }).getByRole('button').first()
    const window = page.getByRole('dialog', { name: sheet })
    await opener.click()
    await window.waitFor()
    await page.goBack()
    await window.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, path)
    await opener.click()
    await window.getByRole('button', { name: 'Close' }).click()
    await window.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, path)
  }
  // A closed dialog returns the focus to its button.
  await visitor.open(`/cards/${card.id}`)
  await page.getByRole('button', { name: 'Fund', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Fund'))
  visitor.assertQuiet()
})

// The request log: its filters, its sheet, live updates, and who asked.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDashboard } from './harness.ts'

const dashboard = await openDashboard()
const { service } = dashboard

const row = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: text })

test('the address holds the filters of the request log', async () => {
  const api = await service.fundedWorkspace()
  await api.get('/bins')
  const refused = await api.get('/cards/card_unknown')
  const requestId = refused.headers.get('x-request-id')!
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/developers/logs?path=/bins')
  await row(page, '/v1/bins').waitFor()
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Status').selectOption('4xx')
  await page.getByLabel('Request id').fill(requestId)
  await page.waitForURL((url) => url.searchParams.get('request_id') === requestId)
  await row(page, 'card_not_found').waitFor()
  assert.equal(await page.getByRole('table', { name: 'Requests' }).getByRole('row').count(), 2)
  await page.reload()
  await row(page, 'card_not_found').getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: 'Request' })
  await sheet.getByText(requestId).waitFor()
  await sheet.getByText('127.0.0.1').waitFor()
  await visitor.assertAccessible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Live' }).click()
  await page.getByLabel('Path').fill('/categories')
  await page.getByText('Nothing matches these filters.').waitFor()
  await api.get('/categories')
  await row(page, '/v1/categories').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row(page, '/v1/bins').waitFor()
  assert.equal(await row(page, '/v1/request-logs').count(), 0, 'the log shows who looks at it')
  visitor.assertQuiet()
})

test('the request log names the key of each request, and lists requests of people as another source', async () => {
  const api = await service.fundedWorkspace()
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  await visitor.settle()
  const colleague = await dashboard.signIn(api, 'developer')
  await colleague.open('/rules')
  await colleague.settle()
  await api.get('/bins')
  await visitor.open('/developers/logs')
  await row(page, '/v1/bins').waitFor()
  assert.equal(await row(page, '/v1/cards').count(), 0, 'the dashboard itself does not fill the log')
  await row(page, '/v1/bins').getByTitle(/^key_/).waitFor()
  await page.getByLabel('Source').selectOption('dashboard')
  await row(page, '/v1/cards').getByText('You').waitFor()
  await row(page, '/v1/rules')
    .getByText(/^developer \d+$/)
    .waitFor()
  assert.equal(await row(page, '/v1/bins').filter({ hasNotText: 'You' }).count(), 0)
  await page.getByLabel('Source').selectOption('all')
  await row(page, '/v1/bins').filter({ hasNotText: 'You' }).waitFor()
  visitor.assertQuiet()
})

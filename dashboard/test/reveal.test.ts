// The page that shows a card inside somebody else's page: what it shows, to whom, and what that page learns.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './harness.ts'
import { openParent } from './parent-page.ts'

const { service } = await openDashboard({}, { worker: false })

test('try', async () => {
  const parent = await openParent(service)
  const { page, frame } = await parent.reveal()
  page.on('console', (m) => console.log(m.text()))
  await frame.getByText('Number').waitFor()
  console.log(await frame.locator('body').innerText())
  await frame.getByRole('button', { name: 'Copy number' }).click()
  await frame.getByText('Copied number').waitFor()
  console.log(await page.evaluate(() => (globalThis as any).heard))
})

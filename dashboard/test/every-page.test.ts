// Checks for every page with data: accessible in both themes, and no browser errors.

import { after, test } from 'node:test'
import { liveThroughBusyWeeks } from './busy-weeks.ts'
import { openDashboard } from './harness.ts'
import { pagesOf } from './pages.ts'
import { startReceiver } from './receiver.ts'

const dashboard = await openDashboard({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
const receiver = await startReceiver()
after(() => receiver.server.close())
const api = await dashboard.service.workspace()
const sandbox = await liveThroughBusyWeeks(api, { days: 3, receiver: `${receiver.url}/hooks` })
const pages = Object.entries(pagesOf(sandbox))

const owner = await dashboard.signIn(api)
for (const [name, path] of pages) {
  test(`${name}: the page is accessible in both themes and causes no browser error`, async () => {
    await owner.open(path)
    await owner.settle()
    await owner.assertAccessible({ isStrict: true })
    owner.assertQuiet()
  })
}

test('an address without a page of its own opens the first page below it', async () => {
  await owner.open('/settings')
  await owner.page.waitForURL('**/settings/security')
  await owner.open('/developers')
  await owner.page.waitForURL('**/developers/webhooks')
})

// Every page again: on a phone, and in an environment without any data.

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

const onThePhone = await dashboard.signIn(api, 'owner', { phone: true })
test('no page is wider than a phone', async () => {
  for (const [, path] of pages) {
    await onThePhone.open(path)
    await onThePhone.settle()
    await onThePhone.assertFitsItsScreen()
  }
  onThePhone.assertQuiet()
})

test('an empty production shows every page too, and says what to do', async () => {
  const visitor = await dashboard.signIn(api)
  await visitor.open('/')
  await visitor.page.getByRole('button', { name: 'Production' }).click()
  const shared = pages.filter(
    ([name]) =>
      !['card', 'webhook', 'rule', 'shop', 'sandbox', 'decline-reason', 'spend-request'].some((own) =>
        name.endsWith(own),
      ),
  )
  for (const [, path] of shared) {
    // The wallet shows an error because the operator has configured no deposit addresses.
    await visitor.expecting(400, () => visitor.open(path))
    await visitor.settle()
  }
  visitor.assertQuiet()
})

test('a viewer sees every page that viewers may see, and no other is offered', async () => {
  const viewer = await dashboard.signIn(api, 'viewer')
  await viewer.open('/')
  const offered = await viewer.page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
  for (const hidden of ['3-D Secure', 'Webhooks and logs', 'Sandbox', 'Test shop'])
    if (offered.includes(hidden)) throw new Error(`${hidden} is offered to a viewer`)
  for (const path of [
    '/',
    '/cards',
    `/cards/${sandbox.cardIds[0]}`,
    '/rules',
    `/rules/${sandbox.ruleId}`,
    '/transactions',
    `/transactions/${sandbox.hookDeclineId}`,
    '/wallet',
    '/settings/security',
  ]) {
    await viewer.open(path)
    await viewer.settle()
  }
  viewer.assertQuiet()
})

import { test } from 'node:test'
import { anotherService } from '../../server/test/webhooks/another-service.ts'
import { openDashboard } from './harness.ts'

const dashboard = await openDashboard()

// When the service stops, event streams end and browsers reconnect immediately, on connections that are still open.
test('the service stops while people have its pages open', { timeout: 30_000 }, async () => {
  const api = await dashboard.service.fundedWorkspace()
  const another = await anotherService(dashboard.service)
  for (const path of ['/', '/cards', '/developers/events']) {
    const visitor = await dashboard.signIn(api, 'owner', {}, another.url)
    await visitor.open(path)
    await visitor.settle()
  }
  await another.closeApp()
})

// The agent guide, from its keys to a purchase that `cardwright pay` makes in a browser.

import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { environmentOf } from '../operator/operator-fixture.ts'
import { root } from '../repository/repository-files.ts'
import { walkThrough } from './guide-shell.ts'

test('the agent guide works: an agent asks, a person approves, the card pays in the shop, and the agent reports', async () => {
  const service = await startTestService({ DEPOSIT_FEE_BPS: '0' }, { worker: true })
  const api = await service.fundedWorkspace(500)
  const steps = await walkThrough('docs/guides/agents.md', {
    env: { ...environmentOf(service.connection) } as Record<string, string>,
    folder: root,
    instead: {
      'http://127.0.0.1:8080': service.url,
      '4242': String(await freePort()),
      // Chromium rejects its own sandbox for root, and the tests may run as root.
      'cardwright pay --allow': 'cardwright pay --no-sandbox --allow',
    },
    known: { sk_test_: api.key },
  })
  const printed = steps.map((step) => step.printed).join('')
  for (const step of ['please decide', 'checkout: submitted', 'checkout: passcode_needed', 'checkout: paid', 'done'])
    assert.ok(printed.includes(`"step":"${step}"`), `${step} was not printed: ${printed}`)
  const [request] = (await api.get('/spend-requests')).body.data
  assert.deepEqual([request.status, request.outcome], ['used', 'success'])
  await service.audit()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

// The page on agents, from its keys to a purchase that `cardwright pay` makes in a browser.

import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { environmentOf } from '../../src/operator/operator-fixture.ts'
import { startTestService } from '../harness.ts'
import { root } from '../repository/repository-files.ts'
import { walkThrough } from './guide-shell.ts'

test('an agent asks, a person approves, the card is typed into the shop, and the agent reports', async () => {
  const service = await startTestService({ DEPOSIT_FEE_BPS: '0' }, { worker: true })
  const api = await service.fundedWorkspace(500)
  const steps = await walkThrough('docs/guides/agents.md', {
    env: { ...environmentOf(service.connection) } as Record<string, string>,
    folder: root,
    instead: {
      'http://127.0.0.1:8080': service.url,
      '4242': String(await freePort()),
      // Chromium refuses its own sandbox for root, as whom tests may run.
      'cardwright pay --allow': 'cardwright pay --no-sandbox --allow',
    },
    known: { sk_test_: api.key },
  })
  const printed = steps.map((step) => step.printed).join('')
  for (const step of ['please decide', 'checkout: submitted', 'checkout: passcode_needed', 'checkout: paid', 'done'])
    assert.ok(printed.includes(`"step":"${step}"`), `${step}: ${printed}`)
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

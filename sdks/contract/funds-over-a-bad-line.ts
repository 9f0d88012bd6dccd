// Three of ten answers are lost on the way. A library that retries without an idempotency key, or with a new one, funds
// twice.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestService } from '../../server/test/harness.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { type Runner, run } from './runners.ts'

const FUNDINGS = 1000
const rates = { 'lost before': 0.1, 'lost after': 0.15, cut: 0.05, late: 0.05 }

/** The same `seed` loses the same answers. */
export async function fundsOverABadLine(runner: Runner, seed: number): Promise<void> {
  const service = await startTestService()

  test(`${FUNDINGS} fundings by the ${runner.name} library are each booked once although answers are lost`, async () => {
    const api = await service.fundedWorkspace()
    const before = (await api.get('/wallet/balance')).body.balance
    const proxy = await startFaultProxy({ target: service.url, seed, rates })
    after(() => proxy.close())
    const { code, output } = await run(runner, ['fund', String(FUNDINGS)], {
      CARDWRIGHT_CONTRACT_URL: `${proxy.url}/v1`,
      CARDWRIGHT_CONTRACT_KEY: api.key,
    })
    assert.equal(code, 0, output)
    const { card, retries } = JSON.parse(output.trim().split('\n').at(-1)!)
    assert.equal((await api.get(`/cards/${card}`)).body.balance, FUNDINGS + 1)
    assert.equal((await api.get('/wallet/balance')).body.balance, before - FUNDINGS - 1)
    // The connection was bad enough: answers to changes that had happened were lost, and replayed after a retry.
    const { counts } = proxy
    assert.ok(counts['lost before'] > 50 && counts['lost after'] > 50 && counts.cut > 10, JSON.stringify(counts))
    assert.ok(counts.replayed > 50 && retries > 100, JSON.stringify({ ...counts, retries }))
    await service.audit()
  })
}

// Random scripts on cards with controls, played to the service and to a model that was written from the contract alone.
// CONTROLS_SEED=<seed> plays a run again, OPERATIONS=100000 plays that many:
//   OPERATIONS=3000 CONTROLS_SEED=1 npm test -- server/test/controls/model.test.ts

import { test } from 'node:test'
import fc from 'fast-check'
import { startTestService } from '../harness.ts'
import { type Operation, script } from './operations.ts'
import { Session } from './session.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const seed = Number(process.env.CONTROLS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const operations = Number(process.env.OPERATIONS ?? 300)
const MAX_LENGTH = 120
const WALLET = 3_000

const seen = new Map<string, number>()

async function playScript(all: Operation[]): Promise<number> {
  const api = await service.workspace()
  await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: WALLET.toFixed(2), confirm: true })
  const session = new Session(api, WALLET * 100)
  for (const operation of all) await session.do(operation)
  await session.compareAll()
  for (const [name, times] of session.seen) seen.set(name, (seen.get(name) ?? 0) + times)
  return session.done
}

test('a card with controls answers as the model does', async (t) => {
  let done = 0
  const agrees = fc.asyncProperty(script(MAX_LENGTH), async (all) => {
    done += await playScript(all)
  })
  const numRuns = Math.ceil(operations / (MAX_LENGTH / 2))
  // Unbiased, or most scripts would be short.
  await fc.assert(agrees, { seed, numRuns, unbiased: true })
  t.diagnostic(`seed ${seed}: ${numRuns} scripts, ${done} operations`)
  for (const [name, times] of [...seen].sort((a, b) => b[1] - a[1])) t.diagnostic(`${times} × ${name}`)
  await service.audit()
})

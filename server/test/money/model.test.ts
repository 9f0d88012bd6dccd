// Random scripts of all money operations, run on the service and on a model that was written from the contract alone. A
// failure names its seed. MONEY_SEED=<seed> npm test server/test/money/model.test.ts repeats it.

import { test } from 'node:test'
import fc from 'fast-check'
import { startTestService } from '../harness.ts'
import { type Operation, script } from './operations.ts'
import { Pair } from './pair.ts'

const service = await startTestService()
const seed = Number(process.env.MONEY_SEED ?? Math.floor(Math.random() * 2 ** 31))
const runs = Number(process.env.MONEY_RUNS ?? 24)

async function play(operations: Operation[]): Promise<number> {
  const pair = new Pair(await service.workspace())
  for (const operation of operations) await pair.do(operation)
  await pair.compareAll()
  return pair.done
}

test('the service and the model agree after every operation', async (t) => {
  let done = 0
  const agrees = fc.asyncProperty(script(45, 90), async (operations) => {
    done += await play(operations)
  })
  await fc.assert(agrees, { seed, numRuns: runs, endOnFailure: false })
  t.diagnostic(`seed ${seed}: ${runs} scripts, ${done} operations`)
  await service.audit()
})

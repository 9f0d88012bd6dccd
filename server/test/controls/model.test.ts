// Random scripts on cards with controls, run on the service and on a model that was written from the contract alone.
// CONTROLS_SEED=<seed> repeats a run, OPERATIONS=100000 runs that many operations:
//   OPERATIONS=3000 CONTROLS_SEED=1 npm test -- server/test/controls/model.test.ts

import { test } from 'node:test'
import fc from 'fast-check'
import { startTestService } from '../harness.ts'
import { type Operation, script } from './operations.ts'
import { Session } from './session.ts'
import { type Failure, shrink } from './shrink.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const seed = Number(process.env.CONTROLS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const operations = Number(process.env.OPERATIONS ?? 200)
const MAX_LENGTH = 120
const WALLET = 3_000

let done = 0
const seen = new Map<string, number>()

/** The failure of the script, or undefined if the service and the model agree to its end. */
async function play(all: readonly Operation[]): Promise<Failure | undefined> {
  const api = await service.workspace()
  await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: WALLET.toFixed(2), confirm: true })
  const session = new Session(api, WALLET * 100)
  for (const [at, operation] of all.entries()) {
    const error = await session.do(operation).catch((reason) => reason)
    if (error) return { at, error }
  }
  const error = await session.compareAll().catch((reason) => reason)
  if (error) return { at: all.length, error }
  done += session.done
  for (const [name, times] of session.seen) seen.set(name, (seen.get(name) ?? 0) + times)
  return undefined
}

test('the service and an independent model of card controls give the same results', async (t) => {
  // The samples are unbiased; otherwise most scripts would be short.
  const scripts = fc.sample(script(MAX_LENGTH), { seed, numRuns: Math.ceil(operations / 10), unbiased: true })
  let played = 0
  for (; done < operations; played++) {
    const failure = await play(scripts[played]!)
    if (!failure) continue
    const shortest = await shrink(scripts[played]!, failure, play)
    const list = shortest.script.map((operation) => `  ${JSON.stringify(operation)}`).join('\n')
    throw new Error(`seed ${seed}, script ${played}:\n${list}`, { cause: shortest.failure.error })
  }
  t.diagnostic(`seed ${seed}: ${played} scripts, ${done} operations`)
  for (const [name, times] of [...seen].sort((a, b) => b[1] - a[1])) t.diagnostic(`${times} × ${name}`)
  await service.audit()
})

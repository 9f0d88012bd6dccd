// The simulation finds faults: each planted one within 500 seeds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FaultName, plantedFaults } from './planted-faults.ts'
import { seedsFrom, simulate } from './simulate.ts'

const MAX_SEEDS = 500

for (const fault of Object.keys(plantedFaults) as FaultName[]) {
  test(`within ${MAX_SEEDS} seeds it is found that ${fault}`, async () => {
    const { results } = await simulate({ fault, runs: seedsFrom(1, MAX_SEEDS), isSearch: true })
    const last = results.at(-1)!
    console.log(`seed ${last.seed}: ${last.failure}`)
    assert.notEqual(last.failure, undefined)
  })
}

test('a failing run is made smaller, and its choices repeat it', async () => {
  const fault = 'a lock is taken in the wrong order'
  const { results } = await simulate({ fault, runs: seedsFrom(1, MAX_SEEDS), isSearch: true })
  const { seed, choices, failure } = results.at(-1)!
  const small = (await simulate({ fault, runs: [{ seed }] })).results[0]!
  console.log(`${notFirst(choices)} choices became ${notFirst(small.choices)}`)
  assert.ok(notFirst(small.choices) < notFirst(choices))
  const again = (await simulate({ fault, runs: [{ seed, choices: small.choices }], isSearch: true })).results[0]!
  assert.equal(again.failure, failure)
  assert.equal(again.hash, small.hash)
})

/** The other choices are the first option, which is never a fault. */
function notFirst(choices: readonly number[]): number {
  return choices.filter((each) => each > 0).length
}

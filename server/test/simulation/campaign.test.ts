// The same as seeds.test.ts with more seeds. A release plays twenty thousand (docs/simulation.md).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFailures, simulateSeeds } from './simulate.ts'

/** After the seeds of every day. */
const FIRST = Number(process.env.SIMULATION_FIRST ?? 100_001)
const COUNT = Number(process.env.SIMULATION_SEEDS ?? 1_000)

test('a thousand seeds after the seeds of every day find no fault', async () => {
  const outcome = await simulateSeeds(FIRST, COUNT)
  console.log(`${COUNT} seeds, ${new Set(outcome.results.map(({ hash }) => hash)).size} different runs`)
  assert.deepEqual(describeFailures(outcome), [])
  assert.equal(outcome.results.length, COUNT)
})

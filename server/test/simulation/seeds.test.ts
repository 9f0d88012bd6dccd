// The seeds of every day. docs/simulation.md says how to read a failure and how to repeat it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Result } from './run.ts'
import { describeFailures, seedsFrom, simulate, simulateSeeds } from './simulate.ts'

const FIRST = Number(process.env.SIMULATION_FIRST ?? 1)
const COUNT = Number(process.env.SIMULATION_SEEDS ?? 200)
const REPEATED = 5

type FoundSeed = { seed: number; choices?: number[]; why: string }
const found: FoundSeed[] = JSON.parse(readFileSync(new URL('found-seeds.json', import.meta.url), 'utf8'))

let results: Result[] = []

test('whatever order messages take, and whatever is cut or killed, the answers are those of a serial service', async () => {
  const outcome = await simulateSeeds(FIRST, COUNT)
  results = outcome.results
  console.log(`${results.length} seeds, ${new Set(results.map(({ hash }) => hash)).size} different runs`)
  if (process.env.SIMULATION_TRACE)
    for (const { seed, hash, trace } of results) console.log(`seed ${seed}, trace ${hash}\n${trace.join('\n')}`)
  assert.deepEqual(describeFailures(outcome), [])
  assert.equal(results.length, COUNT)
})

test('a seed gives the same run every time, and the seeds that once found a fault find none', async () => {
  const repeated = seedsFrom(FIRST, Math.min(REPEATED, COUNT)).reverse()
  const outcome = await simulate({ runs: [...repeated, ...found] })
  for (const { seed } of repeated) {
    const [before, after] = [results, outcome.results].map((runs) => runs.find((run) => run.seed === seed)!)
    console.log(`seed ${seed}: trace ${after!.hash}`)
    assert.deepEqual(after!.trace, before!.trace)
    assert.equal(after!.hash, before!.hash)
  }
  assert.deepEqual(describeFailures(outcome), [])
})

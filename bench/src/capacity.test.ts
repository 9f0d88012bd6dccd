// The figures on the capacity page follow from the committed measurements.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { type CapacityInput, readInput } from './capacity-input.ts'
import { AUTHORIZE, planFor, RATES, SETTLE } from './capacity-model.ts'
import { pageWith, showCapacity } from './capacity-page.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/operating/capacity.md', import.meta.url)), 'utf8')

test('the capacity page equals what `npm run capacity` computes from the committed measurements', () => {
  assert.equal(page, pageWith(page, readInput()))
})

test('a changed measurement changes the capacity page', () => {
  const input = readInput()
  input.memory.idleConnectionBytes *= 2
  assert.notEqual(page, pageWith(page, input))
})

test('the measurements describe the machine without a date and without its name', () => {
  const { machine } = readInput()
  assert.deepEqual(Object.keys(machine), ['Processors', 'Memory', 'System', 'Node.js', 'PostgreSQL'])
  assert.doesNotMatch(JSON.stringify(machine), /20\d\d-\d\d/)
})

/** Round figures, so that a reader can check the arithmetic without a calculator. */
const round: CapacityInput = {
  machine: {},
  operations: [
    { name: AUTHORIZE, cost: { service: 300, postgres: 400 } },
    { name: SETTLE, cost: { service: 100, postgres: 200 } },
  ],
  memory: { processBytes: 100e6, idleConnectionBytes: 10_000, eventStreamBytes: 20_000, databaseSessionBytes: 5e6 },
  disk: [
    {
      operation: 'authorization',
      count: 1_000,
      tables: [
        { table: 'transactions', rows: 1_000, tableBytes: 200_000, indexBytes: 300_000 },
        { table: 'idempotency_keys', rows: 1_000, tableBytes: 400_000, indexBytes: 100_000 },
      ],
      walBytes: 3_000_000,
    },
    {
      operation: 'settlement',
      count: 500,
      tables: [{ table: 'transactions', rows: 500, tableBytes: 100_000, indexBytes: 150_000 }],
      walBytes: 1_000_000,
    },
  ],
  network: { requestBytes: 400, answerBytes: 800 },
  assumptions: {
    utilization: 0.5,
    peakOverMean: 4,
    settlementsPerAuthorization: 1,
    databaseCoresPerServer: 16,
    walBytesPerSecondPerServer: 100e6,
    openConnectionsPerAuthorizationRate: 2,
    sessionsPerProcess: 40,
  },
}

test('planFor computes the expected plan from round figures', () => {
  assert.deepEqual(planFor(10_000, round), {
    rate: 10_000,
    serviceCores: 4, // 10,000 × (300 + 100) µs
    processes: 8, // each process is busy half of the time
    databaseCores: 6,
    databaseCoresToHave: 12,
    shards: 1, // 12 cores of 16; 50 MB/s of 100
    walBytesPerSecond: 50e6, // 10,000 × (3,000 + 2,000) B
    dataBytesPerSecond: 15e6, // 10,000 × (1,000 + 500) B
    bytesAfterOneYear: 2_500 * 86_400 * (365 * 1_000 + 1 * 500), // keys are kept for one day
    requestBytesPerSecond: 8e6,
    answerBytesPerSecond: 16e6,
    connections: 20_000,
    serviceMemoryBytes: 8 * 100e6 + 20_000 * 10_000,
    databaseSessions: 320,
    sessionMemoryBytes: 1.6e9,
  })
  assert.equal(planFor(100_000, round).shards, 8) // 120 cores of 16 each
})

test('a higher rate never needs less of anything, and the figures that are not rounded grow in proportion', () => {
  const rate = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(rate, rate, (one, more) => {
      const [small, large] = [planFor(one, round), planFor(one + more, round)]
      for (const key of Object.keys(small) as (keyof typeof small)[])
        assert.ok(small[key] <= large[key], `${key}: ${small[key]} and ${large[key]}`)
      assert.ok(
        Math.abs(large.walBytesPerSecond / small.walBytesPerSecond - (one + more) / one) < 1e-9,
        `${small.walBytesPerSecond} and ${large.walBytesPerSecond} B/s`,
      )
    }),
  )
})

test('the page has a column for every rate, and planFor names a missing measurement', () => {
  for (const rate of RATES)
    assert.ok(showCapacity(round).includes(` ${rate.toLocaleString('en-US')} |`), `no column for ${rate}`)
  assert.throws(() => planFor(1, { ...round, operations: [] }), /no measurement "authorize/)
  assert.throws(() => planFor(1, { ...round, disk: [] }), /no disk use of "authorization"/)
})

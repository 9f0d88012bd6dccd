// Tests the counts of several processes and the quantiles that are computed from them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import { startTestService } from '../../test/harness.ts'
import { connect } from '../database/database.ts'
import { boundOf, ProcessorMinutes, pruneMinutes, quantileBound, readLastHour } from './processor-minutes.ts'

const service = await startTestService()
const { database } = service.services
const log = pino({ level: 'silent' })
const noon = new Date('2026-11-17T12:00:30Z')
const minutesAt = (at: Date) => new ProcessorMinutes({ database, clock: () => at, log })

test('the bound of a quantile is never below the exact quantile', () => {
  const durations = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.9, 0.99, 1), (all, share) => {
      const counts = [...Map.groupBy(all, boundOf)].map(([up_to_ms, same]) => ({ up_to_ms, times: same.length }))
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1]!
      assert.equal(quantileBound(counts, share), boundOf(exact))
      assert.ok(boundOf(exact) >= exact, `${boundOf(exact)} for ${exact}`)
    }),
  )
  assert.equal(quantileBound([], 0.5), undefined)
})

test('counts of several processes are added up, and counts older than an hour are left out', async () => {
  const processes = Array.from({ length: 4 }, () => minutesAt(noon))
  const others = minutesAt(new Date(noon.getTime() - 61 * 60_000))
  for (let n = 0; n < 50; n++) {
    for (const each of processes) {
      each.count('lithic-main', 'answered', n === 0 ? 400 : 7)
      each.count('stripe-main', 'answered', 7)
    }
  }
  processes[0]!.count('lithic-main', 'late', 1_600)
  processes[1]!.count('lithic-main', 'missed')
  others.count('lithic-main', 'failed', 3)
  await Promise.all([...processes, others].map((each) => each.flush()))
  assert.deepEqual(await readLastHour(database.read, 'lithic-main', noon), {
    answered: 200,
    late: 1,
    failed: 0,
    missed: 1,
    p50Ms: 10,
    p99Ms: 500,
  })
  // Minutes that are no longer read are deleted, and the others stay.
  await pruneMinutes({ database, clock: () => new Date(noon.getTime() + 61 * 60_000) })
  assert.equal((await readLastHour(database.read, 'lithic-main', noon)).answered, 200)
  await pruneMinutes({ database, clock: () => new Date(noon.getTime() + 121 * 60_000) })
  assert.equal((await readLastHour(database.read, 'lithic-main', noon)).answered, 0)
})

test('counts that could not be written are written with the next ones', async () => {
  const owner = connect(service.connection, { max: 1 })
  const minutes = minutesAt(noon)
  minutes.count('increase-main', 'answered', 20)
  await owner`alter table processor_minutes rename to processor_minutes_away`
  await minutes.flush()
  await owner`alter table processor_minutes_away rename to processor_minutes`
  await owner.end()
  minutes.count('increase-main', 'answered', 20)
  await minutes.flush()
  assert.equal((await readLastHour(database.read, 'increase-main', noon)).answered, 2)
})

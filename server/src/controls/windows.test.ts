// Compares the windows of a limit with a calendar that is walked day by day, and tests the dates on which calendars go
// wrong.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { periodOf, resetsAt, windows } from '../../test/controls/calendar.ts'
import { endOf, startOf, windowsAt } from './windows.ts'

const END_OF_TIME = Date.UTC(9990, 0, 1)
const moment = fc.oneof(
  fc.integer({ min: 0, max: END_OF_TIME }),
  // These are the last and the first milliseconds of a day.
  fc
    .tuple(fc.integer({ min: 1, max: END_OF_TIME / 86_400_000 }), fc.constantFrom(-1, 0, 1))
    .map(([day, offset]) => day * 86_400_000 + offset),
)

for (const [place, window] of windows.entries()) {
  test(`two times are in the same ${window} exactly if they are in the calendar`, () => {
    const near = fc.tuple(moment, fc.integer({ min: -400 * 86_400_000, max: 400 * 86_400_000 }))
    const isSame = fc.property(near, ([time, distance]) => {
      const other = Math.max(0, time + distance)
      assert.equal(
        windowsAt(new Date(time))[place] === windowsAt(new Date(other))[place],
        periodOf(window, time) === periodOf(window, other),
      )
    })
    fc.assert(isSame, { numRuns: 500 })
  })

  test(`the number of a ${window} never decreases over time`, () => {
    const rises = fc.property(moment, moment, (a, b) => {
      const [early, late] = [a, b].sort((x, y) => x - y).map((time) => windowsAt(new Date(time!))[place]!)
      assert.ok(early! <= late!, `${early} and ${late}`)
    })
    fc.assert(rises, { numRuns: 500 })
  })

  test(`a ${window} contains its times from its start up to, but not including, its end`, () => {
    const holds = fc.property(moment, (time) => {
      const end = endOf(window, new Date(time))
      assert.equal(end?.toISOString() ?? null, resetsAt(window, time))
      const start = startOf(window, new Date(time)).getTime()
      assert.ok(start <= time && (end === null || time < end.getTime()), `${time} in ${start} to ${end?.getTime()}`)
      // A week may begin before 1970, and workspace time cannot.
      if (window === 'all_time' || start <= 0) return
      assert.equal(periodOf(window, start), periodOf(window, time))
      assert.notEqual(periodOf(window, start - 1), periodOf(window, time))
    })
    fc.assert(holds, { numRuns: 300 })
  })
}

const ends: [window: 'day' | 'week' | 'month' | 'year', time: string, end: string][] = [
  // The first days of 2027 belong to the week that began in 2026, and 2024 ended inside one.
  ['week', '2026-12-27T23:59:59.999Z', '2026-12-28'],
  ['week', '2026-12-28T00:00:00.000Z', '2027-01-04'],
  ['week', '2027-01-01T00:00:00.000Z', '2027-01-04'],
  ['week', '2027-01-03T23:59:59.999Z', '2027-01-04'],
  ['week', '2024-12-31T12:00:00.000Z', '2025-01-06'],
  ['week', '2028-02-29T12:00:00.000Z', '2028-03-06'],
  ['day', '2028-02-28T23:59:59.999Z', '2028-02-29'],
  ['day', '2028-02-29T23:59:59.999Z', '2028-03-01'],
  ['day', '2027-02-28T23:59:59.999Z', '2027-03-01'],
  ['month', '2028-02-29T23:59:59.999Z', '2028-03-01'],
  ['month', '2027-02-28T23:59:59.999Z', '2027-03-01'],
  ['month', '2026-12-31T23:59:59.999Z', '2027-01-01'],
  ['month', '2100-02-28T23:59:59.999Z', '2100-03-01'],
  ['year', '2028-02-29T00:00:00.000Z', '2029-01-01'],
  ['year', '2027-12-31T23:59:59.999Z', '2028-01-01'],
  ['year', '2028-01-01T00:00:00.000Z', '2029-01-01'],
]
for (const [window, time, end] of ends)
  test(`the ${window} of ${time} ends on ${end}`, () => {
    assert.equal(endOf(window, new Date(time))?.toISOString(), `${end}T00:00:00.000Z`)
  })

test('the windows of one purchase and of all time have no end', () => {
  assert.deepEqual([endOf('per_transaction', new Date()), endOf('all_time', new Date())], [null, null])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateIn, datesThrough, instantOfWallTime, isDate, isZone, startOfDay, wallTimeIn } from './zoned-days.ts'

const starts: [zone: string, date: string, start: string][] = [
  ['UTC', '2026-11-15', '2026-11-15T00:00:00.000Z'],
  ['Europe/Berlin', '2026-11-15', '2026-11-14T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'], // This day has 23 hours.
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-15', '2026-11-14T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-15', '2026-11-14T10:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'], // This day has no midnight.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
]

test('a day starts at midnight in its time zone, or at the first moment if there is no midnight', () => {
  for (const [zone, date, start] of starts) {
    assert.equal(startOfDay(zone, date).toISOString(), start, `${zone} ${date}`)
    assert.equal(dateIn(zone, Date.parse(start)), date)
    assert.notEqual(dateIn(zone, Date.parse(start) - 1), date)
  }
})

test('wall times of a zone and instants convert into each other', () => {
  for (const [zone, wall, instant] of [
    ['UTC', '2026-11-15T10:30', '2026-11-15T10:30:00.000Z'],
    ['Europe/Berlin', '2026-11-15T10:30', '2026-11-15T09:30:00.000Z'],
    ['Europe/Berlin', '2026-07-15T00:15', '2026-07-14T22:15:00.000Z'],
    ['Asia/Kathmandu', '2026-11-15T03:00', '2026-11-14T21:15:00.000Z'],
  ] as const) {
    assert.equal(instantOfWallTime(zone, wall).toISOString(), instant, `${zone} ${wall}`)
    assert.equal(wallTimeIn(zone, Date.parse(instant)), wall)
  }
  // A time that the change to summer time skips is moved forward.
  const skipped = instantOfWallTime('Europe/Berlin', '2026-03-29T02:30')
  assert.equal(wallTimeIn('Europe/Berlin', skipped.getTime()), '2026-03-29T03:30')
})

test('invalid time zones and dates are recognised', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'Etc/GMT+5']) assert.equal(isZone(name), true, name)
  for (const name of ['', 'Mars/Olympus', '+01:00', "'; drop table", 'x'.repeat(90)]) assert.equal(isZone(name), false)
  for (const date of ['2026-02-30', '0000-01-01', '2026-1-1', '', 'now']) assert.equal(isDate(date), false, date)
  assert.deepEqual(datesThrough('2026-02-27', '2026-03-01'), ['2026-02-27', '2026-02-28', '2026-03-01'])
})

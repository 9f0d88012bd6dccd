import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../../../../../cli/src/framework/failures.ts'
import { readMoment } from './recovery-goal.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

const moments: [text: string, exact: string, at: string][] = [
  ['2026-01-31T12:00:00Z', '2026-01-31 12:00:00+00', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T13:00:00.123456+01:00', '2026-01-31 13:00:00.123456+01:00', '2026-01-31T12:00:00.123Z'],
  // The form in which a restore prints the last transaction.
  ['2026-01-31 12:00:00.5+00', '2026-01-31 12:00:00.5+00', '2026-01-31T12:00:00.500Z'],
  ['2026-01-31T07:00-0500', '2026-01-31 07:00-0500', '2026-01-31T12:00:00.000Z'],
]

test('--at accepts microseconds and any time zone', () => {
  for (const [text, exact, at] of moments) {
    const moment = readMoment(text, NOW)!
    assert.deepEqual([moment.exact, moment.at.toISOString()], [exact, at], text)
  }
  assert.equal(readMoment('latest', NOW), undefined)
})

test('--at refuses a time without a zone, in the future or in another form', () => {
  for (const text of ['2026-01-31T12:00:00', '2026-01-31', 'yesterday', '2026-13-01T00:00:00Z', 'LATEST', "now'"])
    assert.throws(() => readMoment(text, NOW), UsageError, text)
  assert.throws(() => readMoment('2026-06-01T12:00:01Z', NOW), /lies in the future/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBefore, nextSegment, segmentAt, segmentBefore, unbrokenRun } from './wal-segments.ts'

const size = { bytes: 16 * 1024 * 1024 }

/** Values of pg_walfile_name. */
const positions: [lsn: string, holds: string, before: string][] = [
  ['0/2000028', '000000010000000000000002', '000000010000000000000002'],
  ['0/3000000', '000000010000000000000003', '000000010000000000000002'],
  ['0/FF000001', '0000000100000000000000FF', '0000000100000000000000FF'],
  ['1/0', '000000010000000100000000', '0000000100000000000000FF'],
  ['A/BCDEF012', '000000010000000A000000BC', '000000010000000A000000BC'],
]

test('segmentAt returns the segment of a position in the log', () => {
  for (const [lsn, holds, before] of positions) {
    assert.equal(segmentAt(lsn, 1, size), holds, lsn)
    assert.equal(segmentBefore(lsn, 1, size), before, lsn)
  }
  assert.equal(segmentAt('0/100000', 26, { bytes: 1024 * 1024 }), '0000001A0000000000000001')
})

test('segments follow each other across the end of a log file number', () => {
  assert.equal(nextSegment('000000010000000000000009', size), '00000001000000000000000A')
  assert.equal(nextSegment('0000000200000000000000FF', size), '000000020000000100000000')
})

test('an unbroken run ends at the first gap, and is empty if its first segment is missing', () => {
  const present = new Set(['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000001'])
  assert.deepEqual(unbrokenRun(present, '0000000100000000000000FE', size), [
    '0000000100000000000000FE',
    '0000000100000000000000FF',
  ])
  assert.deepEqual(unbrokenRun(present, '0000000100000000000000FD', size), [])
})

test('isBefore finds the segments that a base backup no longer needs', () => {
  const first = '000000010000000000000005'
  const files = ['000000010000000000000004.gz', '000000010000000000000004.00000028.backup.gz', `${first}.gz`]
  assert.deepEqual(
    [...files, '00000002.history.gz', 'notes.txt'].map((name) => isBefore(name, first)),
    [true, true, false, false, false],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countsAt, newPattern, noteDecline, notePurchase, type Pattern, type PatternCounts } from './pattern.ts'
import { decodePattern, encodePattern } from './pattern-bytes.ts'

const MINUTE = 60_000
const QUARTER = 900_000
const START = Date.UTC(2026, 10, 17)

type Use = { at: number; isDecline: boolean; country: string }

/** Computes the counts from the whole list, as the guide defines them. */
function countsOf(uses: readonly Use[], now: number): PatternCounts {
  const inHour = uses.filter(({ at }) => Math.floor(at / MINUTE) >= Math.floor(now / MINUTE) - 60)
  const inDay = uses.filter(({ at }) => Math.floor(at / QUARTER) >= Math.floor(now / QUARTER) - 96)
  return {
    purchases1h: inHour.filter(({ isDecline }) => !isDecline).length,
    purchases24h: inDay.filter(({ isDecline }) => !isDecline).length,
    declines1h: inHour.filter(({ isDecline }) => isDecline).length,
    declines24h: inDay.filter(({ isDecline }) => isDecline).length,
  }
}

function note(pattern: Pattern, { at, isDecline, country }: Use): void {
  if (isDecline) noteDecline(pattern, new Date(at))
  else notePurchase(pattern, new Date(at), country)
}

const gap = fc.oneof(
  fc.nat(3_000),
  fc.nat(10 * MINUTE),
  fc.nat(30 * 60 * MINUTE),
  fc.constantFrom(0, MINUTE, 60 * MINUTE, 61 * MINUTE, 24 * 60 * MINUTE, 24 * 60 * MINUTE + QUARTER),
)
const step = fc.record({ gap, isDecline: fc.boolean(), country: fc.constantFrom('US', 'DE', 'JP', 'BR') })

test('a pattern gives the same counts as the whole history and is stored without loss at each step', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(QUARTER), (steps, offset) => {
      const uses: Use[] = []
      let pattern = newPattern()
      let at = START + offset
      for (const { gap: ms, ...use } of steps) {
        at += ms
        assert.deepEqual(countsAt(pattern, new Date(at)), countsOf(uses, at))
        note(pattern, { ...use, at })
        uses.push({ ...use, at })
        const stored = decodePattern(encodePattern(pattern))
        assert.deepEqual(stored, pattern)
        pattern = stored
      }
      const seen = uses.filter(({ isDecline }) => !isDecline).map(({ country }) => country)
      assert.deepEqual(pattern.countries, new Set(seen))
    }),
    { numRuns: 500 },
  )
})

test('purchases that arrive slightly out of order are all counted', () => {
  const pattern = newPattern()
  for (const at of [START, START + 2 * MINUTE, START + MINUTE, START + MINUTE])
    notePurchase(pattern, new Date(at), 'US')
  assert.equal(countsAt(pattern, new Date(START + 2 * MINUTE)).purchases1h, 4)
  assert.deepEqual(
    pattern.minutes.map(({ purchases }) => purchases),
    [1, 2, 1],
  )
})

test('the pattern of a busy card takes less than a kilobyte, and that of a quiet card a few bytes', () => {
  const pattern = newPattern()
  for (let minute = 0; minute < 3_000; minute++) notePurchase(pattern, new Date(START + minute * MINUTE), 'US')
  const { length } = encodePattern(pattern)
  assert.ok(length < 1_000, `${length} bytes`)
  const quiet = newPattern()
  notePurchase(quiet, new Date(START), 'US')
  const quietLength = encodePattern(quiet).length
  assert.ok(quietLength < 20, `${quietLength} bytes`)
})

test('large counts are stored exactly', () => {
  const pattern = { ...newPattern(), minutes: [{ unit: 29_000_000, purchases: 4_000_000_000, declines: 127 }] }
  assert.deepEqual(decodePattern(encodePattern(pattern)), pattern)
})

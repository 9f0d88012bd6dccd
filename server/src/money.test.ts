import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { centsFromDollars, dollars, isWholeCents } from './money.ts'

/** Decides by the text: a number of whole cents does not change when it is written with two decimals. */
const byText = (number: number) =>
  Number.isFinite(number) && Math.abs(number) < 1e13 && Number(number.toFixed(2)) === number

test('whole cents are those that two decimals can write', () => {
  const near = fc
    .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.constantFrom(0, 1e-3, 1e-9, -1e-12))
    .map(([cents, off]) => Number(cents) / 100 + off)
  fc.assert(
    fc.property(
      fc.oneof(
        near,
        fc.double(),
        fc.integer().map((n) => n / 1000),
      ),
      (number) => {
        assert.equal(isWholeCents(number), byText(number), String(number))
      },
    ),
    { numRuns: 20_000 },
  )
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY, 1e13, 0.001, 19.999, 0.1 + 0.2])
    assert.equal(isWholeCents(number), false, String(number))
})

test('cents become dollars and come back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (cents) => {
      assert.equal(centsFromDollars(dollars(cents)), cents)
    }),
  )
})

import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { keyedPermutation } from './permutation.ts'

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte))
const order = (byte: number, size: number, count = size) => {
  const permute = keyedPermutation(keyOf(byte), size)
  return Array.from({ length: count }, (_, index) => permute(index))
}

test('every number of a small domain occurs exactly once, whatever its size', () => {
  for (const size of [...Array(100).keys()].map((i) => i + 10).concat([997, 1000, 1001, 4096, 10_007])) {
    const permute = keyedPermutation(keyOf(1), size)
    const seen = new Uint8Array(size)
    for (let index = 0; index < size; index++) seen[permute(index)]! += 1
    assert.ok(
      seen.every((times) => times === 1),
      `size ${size}`,
    )
  }
})

test('numbers of a large domain stay inside it and are never repeated, whatever the key', () => {
  const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const anySize = fc.integer({ min: 10_000, max: 10 ** 12 })
  fc.assert(
    fc.property(anyKey, anySize, fc.double({ min: 0, max: 1, noNaN: true }), (key, size, where) => {
      const permute = keyedPermutation(createSecretKey(key), size)
      const start = Math.floor(where * (size - 500))
      const seen = new Set(Array.from({ length: 500 }, (_, i) => permute(start + i)))
      assert.equal(seen.size, 500)
      for (const value of seen)
        assert.ok(Number.isSafeInteger(value) && value >= 0 && value < size, `${value} of ${size}`)
    }),
    { numRuns: 60 },
  )
})

test('the order depends only on the key and the size', () => {
  assert.deepEqual(order(1, 1000), order(1, 1000))
  assert.notDeepEqual(order(1, 1000), order(2, 1000))
  assert.notDeepEqual(order(1, 1_000_000, 50), order(1, 1_000_001, 50))
})

test('the order never changes between releases, because it determines which numbers are already taken', () => {
  assert.deepEqual(order(7, 10), FROZEN_10)
  assert.deepEqual(order(7, 10_000_000, 5), FROZEN_10_MILLION)
})
// These values were verified with a second implementation in another language.
const FROZEN_10 = [6, 0, 5, 4, 1, 8, 2, 9, 3, 7]
const FROZEN_10_MILLION = [5776239, 4202613, 247992, 2336493, 3996174]

test('consecutive counters give neither consecutive nor evenly spaced numbers', () => {
  const values = order(3, 10_000_000, 2000)
  const steps = values.slice(1).map((value, i) => value - values[i]!)
  assert.equal(steps.filter((step) => Math.abs(step) === 1).length, 0)
  assert.ok(new Set(steps).size > 1990, `${new Set(steps).size} different steps`)
})

test('the first numbers are spread evenly over the range', () => {
  const tenths = new Array(10).fill(0)
  for (const value of order(4, 10_000_000, 10_000)) tenths[Math.floor(value / 1_000_000)]++
  // The limit is five standard deviations.
  for (const count of tenths) assert.ok(Math.abs(count - 1000) < 150, `${count} of about 1000`)
})

test('sizes and indexes out of range are rejected', () => {
  for (const size of [0, 9, 10.5, Number.NaN, 10 ** 12 + 1])
    assert.throws(() => keyedPermutation(keyOf(1), size), RangeError)
  const permute = keyedPermutation(keyOf(1), 10)
  for (const index of [-1, 10, 1.5, Number.NaN]) assert.throws(() => permute(index), RangeError)
})

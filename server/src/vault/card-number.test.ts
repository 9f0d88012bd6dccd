import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { cardNumbers } from './card-number.ts'
import { passesLuhn } from './luhn.ts'
import { VaultError } from './vault-error.ts'

const KEY = createSecretKey(Buffer.alloc(32, 9))

test('a card number has the prefix and length of its range and passes the Luhn check', () => {
  const ranges = fc.tuple(fc.stringMatching(/^\d{6,9}$/), fc.integer({ min: 13, max: 19 }), fc.nat({ max: 999 }))
  fc.assert(
    fc.property(ranges, ([prefix, length, counter]) => {
      const number = cardNumbers(KEY, { prefix, length })(BigInt(counter))
      assert.equal(number.length, length)
      assert.ok(number.startsWith(prefix), number)
      assert.ok(passesLuhn(number), number)
    }),
  )
})

test('a range gives each of its numbers once and is then exhausted', () => {
  const numberAt = cardNumbers(KEY, { prefix: '411111220', length: 13 })
  const numbers = new Set(Array.from({ length: 1000 }, (_, i) => numberAt(BigInt(i))))
  assert.equal(numbers.size, 1000)
  assert.equal(new Set([...numbers].map((number) => number.slice(9, 12))).size, 1000)
  for (const counter of [1000n, 2n ** 63n]) {
    assert.throws(
      () => numberAt(counter),
      (error) => error instanceof VaultError && error.code === 'bin_exhausted',
    )
  }
  assert.throws(() => numberAt(-1n), RangeError)
})

test('two ranges give different account digits for the same counter', () => {
  const accounts = ['41111122', '41111123', '51111122'].map((prefix) =>
    [0n, 1n, 2n].map((counter) => cardNumbers(KEY, { prefix, length: 16 })(counter).slice(8, 15)).join(),
  )
  assert.equal(new Set(accounts).size, 3)
})

test('the numbers of a key and a range never change between releases', () => {
  const numberAt = cardNumbers(KEY, { prefix: '41111122', length: 16 })
  assert.deepEqual([0n, 1n, 2n].map(numberAt), FROZEN)
})
const FROZEN = ['4111112216570672', '4111112207584997', '4111112243686558']

test('invalid ranges are rejected', () => {
  const wrong = [
    { prefix: '41111', length: 16 },
    { prefix: '4111111111', length: 16 },
    { prefix: '41111a', length: 16 },
    { prefix: '411111', length: 20 },
    { prefix: '411111', length: 7 },
    { prefix: '411111', length: 16.5 },
  ]
  for (const range of wrong) assert.throws(() => cardNumbers(KEY, range), RangeError)
})

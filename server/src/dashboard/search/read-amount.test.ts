import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf } from './read-amount.ts'

const READ: [string, bigint | undefined][] = [
  ['42.50', 4250n],
  ['42.5', 4250n],
  ['$1,200', 120_000n],
  ['$ 1,200.05', 120_005n],
  ['-9', 900n],
  ['4242', 424_200n],
  ['1,20', undefined],
  ['42.505', undefined],
  ['1200 USD', undefined],
  ['', undefined],
  ['$', undefined],
  ['99999999999', undefined],
]

test('amounts are read as people write them, and other texts are not read as amounts', () => {
  for (const [text, cents] of READ) assert.equal(amountOf(text), cents, text)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWallet } from './low-wallet.ts'

test('a low wallet is reported once, and again only after it has reached 120 % of the threshold', () => {
  let watch = { threshold: 100_00n, isLow: true } // This is a new workspace, whose wallet has always been empty.
  const told = [0n, 99_99n, 120_00n, 100_00n, 99_99n, 50_00n, 101_00n, 99_00n, 119_99n, 99_00n, 500_00n, 0n].map(
    (balance) => {
      const { isLow, isNewlyLow } = checkWallet(watch, balance)
      watch = { ...watch, isLow }
      return isNewlyLow
    },
  )
  assert.deepEqual(told, [false, false, false, false, true, false, false, false, false, false, false, true])
})

test('a low wallet is not reported without a threshold', () => {
  assert.deepEqual(checkWallet({ threshold: null, isLow: false }, -5_00n), { isLow: false, isNewlyLow: false })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWallet } from './low-wallet.ts'

test('a low wallet is told once, and again only after it was at 120 % of the threshold', () => {
  let watch = { threshold: 100_00n, isLow: true } // a new workspace, whose wallet has always been empty
  const told = [0n, 99_99n, 120_00n, 100_00n, 99_99n, 50_00n, 101_00n, 99_00n, 119_99n, 99_00n, 500_00n, 0n].map(
    (balance) => {
      const { isLow, isNewlyLow } = checkWallet(watch, balance)
      watch = { ...watch, isLow }
      return isNewlyLow
    },
  )
  assert.deepEqual(told, [false, false, false, false, true, false, false, false, false, false, false, true])
})

test('without a threshold nobody is told', () => {
  assert.deepEqual(checkWallet({ threshold: null, isLow: false }, -5_00n), { isLow: false, isNewlyLow: false })
})

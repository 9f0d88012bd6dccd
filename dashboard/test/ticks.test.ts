import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ticksFor } from '../src/ui/ticks.ts'

test('an axis has few, round, evenly spaced marks that enclose every value and zero', () => {
  for (const [values, ticks] of [
    [[0], [0, 1]],
    [[7.2], [0, 2, 4, 6, 8]],
    [
      [3, 1_000],
      [0, 250, 500, 750, 1_000],
    ],
    [[0.3], [0, 0.1, 0.2, 0.3]],
    [
      [-40, 90],
      [-50, 0, 50, 100],
    ],
    [[-3], [-3, -2, -1, 0]],
  ] as const)
    assert.deepEqual(ticksFor(values), ticks, String(values))
})

test('an axis of counts has whole numbers as marks', () => {
  assert.deepEqual(ticksFor([1], { isWhole: true }), [0, 1])
  assert.deepEqual(ticksFor([3], { isWhole: true }), [0, 1, 2, 3])
  for (let count = 0; count < 2_000; count += 7) {
    const ticks = ticksFor([count], { isWhole: true })
    assert.ok(ticks.every(Number.isInteger), String(ticks))
    assert.ok(ticks.at(-1)! >= count && ticks.length <= 6, String(ticks))
  }
})

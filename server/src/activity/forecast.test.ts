import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forecastOf } from './forecast.ts'

const days = (...spent: number[]) => spent.map((each) => ({ spent: each }))

const cases: [string, bigint, number[], [number, number, number] | null][] = [
  ['nothing was ever spent', 100_00n, [0, 0, 0, 0, 0, 0, 0], null],
  ['what was spent before the last seven days does not count', 100_00n, [50, 0, 0, 0, 0, 0, 0, 0], null],
  ['seven days of ten dollars', 100_00n, [10, 10, 10, 10, 10, 10, 10], [10, 10, 7]],
  ['days without spending slow the pace', 100_00n, [10, 0, 10, 0, 10, 0, 5], [20, 5, 7]],
  ['who began yesterday is measured by two days', 100_00n, [0, 0, 0, 0, 0, 30, 20], [4, 25, 2]],
  ['more came back than went out', 100_00n, [0, 0, 0, 0, 0, 10, -20], null],
  ['an empty wallet lasts no day', 0n, [10], [0, 10, 1]],
  ['a part of a day is none', 99_99n, [50, 50], [1, 50, 2]],
]

for (const [name, wallet, spent, expected] of cases)
  test(name, () => {
    const forecast = forecastOf(wallet, days(...spent))
    assert.deepEqual(forecast && [forecast.days_left, forecast.spent_per_day, forecast.of_days], expected)
  })

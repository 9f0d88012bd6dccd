import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forecastOf } from './forecast.ts'

const days = (...spent: number[]) => spent.map((each) => ({ spent: each }))

const cases: [string, bigint, number[], [number, number, number] | null][] = [
  ['there is no forecast if nothing was ever spent', 100_00n, [0, 0, 0, 0, 0, 0, 0], null],
  ['there is no forecast if nothing was spent in the last seven days', 100_00n, [50, 0, 0, 0, 0, 0, 0, 0], null],
  ['the pace is the average of the last seven days', 100_00n, [10, 10, 10, 10, 10, 10, 10], [10, 10, 7]],
  ['days without spending lower the average', 100_00n, [10, 0, 10, 0, 10, 0, 5], [20, 5, 7]],
  [
    'the average of a new customer counts only the days since the first spending',
    100_00n,
    [0, 0, 0, 0, 0, 30, 20],
    [4, 25, 2],
  ],
  ['there is no forecast if more was refunded than spent', 100_00n, [0, 0, 0, 0, 0, 10, -20], null],
  ['an empty wallet lasts zero days', 0n, [10], [0, 10, 1]],
  ['a part of a day is not counted as a day', 99_99n, [50, 50], [1, 50, 2]],
]

for (const [name, wallet, spent, expected] of cases)
  test(name, () => {
    const forecast = forecastOf(wallet, days(...spent))
    assert.deepEqual(forecast && [forecast.days_left, forecast.spent_per_day, forecast.of_days], expected)
  })

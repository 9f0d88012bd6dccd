import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdDays } from './hold-days.ts'

test('a hold lasts 30 days for lodging, car rental and cruise lines, and 7 days for other merchants', () => {
  for (const mcc of ['3501', '7011', '3351', '7512', '4411']) assert.equal(holdDays(mcc), 30, mcc)
  for (const mcc of ['7311', '3000', '4511', '5542', '4722', '1234', '']) assert.equal(holdDays(mcc), 7, mcc)
})

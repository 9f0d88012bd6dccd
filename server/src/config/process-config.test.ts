import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { pauseBefore } from '../supervisor/restart-pause.ts'
import { readConfig } from './config.ts'

const processes = (value?: string) => readConfig(value === undefined ? {} : { CARDWRIGHT_PROCESSES: value }).processes

test('CARDWRIGHT_PROCESSES is 1 by default and can be a number up to 64 or auto', () => {
  assert.equal(processes(), 1)
  assert.equal(processes(''), 1)
  assert.equal(processes('1'), 1)
  assert.equal(processes('64'), 64)
  assert.equal(processes('auto'), Math.min(64, availableParallelism()))
  for (const wrong of ['0', '65', '-1', '1.5', 'all', '2 3', '0x2'])
    assert.throws(() => processes(wrong), {
      message: 'CARDWRIGHT_PROCESSES must be a whole number from 1 to 64, or auto (one for each core)',
    })
})

test('a process that dies is replaced immediately, and with growing pauses if it keeps dying', () => {
  const record = { deaths: 0 }
  const young = Array.from({ length: 10 }, () => pauseBefore(record, 100))
  assert.deepEqual(young, [0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000])
  assert.equal(pauseBefore(record, 60_000), 0, 'a process that lived for a while is replaced without a pause')
})

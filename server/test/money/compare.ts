// Compares two answers to one operation.

import assert from 'node:assert/strict'
import type { Answer } from '../harness.ts'
import { isRefusal, type Refusal, type Row } from './model.ts'

export function newestFirst(a: Row, b: Row): number {
  return b.at - a.at || (a.id < b.id ? 1 : -1)
}

/** True when the service refused as the model did; a difference between the two fails the test. */
export function wasRefused<T extends object>(answer: Answer, result: T | Refusal): result is Refusal {
  if (!isRefusal(result)) {
    assert.ok(answer.status < 300, `refused although the model allows it: ${JSON.stringify(answer.body)}`)
    return false
  }
  assert.equal(
    answer.status,
    400,
    `the model refuses (${result.refused}), the service answered ${JSON.stringify(answer.body)}`,
  )
  assert.ok(
    [result.refused].flat().includes(answer.body.error),
    `the model says ${result.refused}, the service ${answer.body.error}`,
  )
  return true
}

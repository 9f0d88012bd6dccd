// Compares two responses to one operation.

import assert from 'node:assert/strict'
import type { Answer } from '../harness.ts'
import { isRefusal, type Refusal, type Row } from './model.ts'

export function newestFirst(a: Row, b: Row): number {
  return b.at - a.at || (a.id < b.id ? 1 : -1)
}

/** Returns true if the service rejected the operation as the model did. A difference between the two fails the test. */
export function wasRefused<T extends object>(answer: Answer, result: T | Refusal): result is Refusal {
  if (!isRefusal(result)) {
    assert.ok(answer.status < 300, `rejected although the model allows it: ${JSON.stringify(answer.body)}`)
    return false
  }
  assert.equal(
    answer.status,
    400,
    `the model rejects the operation (${result.refused}), and the service returned ${JSON.stringify(answer.body)}`,
  )
  assert.ok(
    [result.refused].flat().includes(answer.body.error),
    `the model says ${result.refused}, and the service ${answer.body.error}`,
  )
  return true
}

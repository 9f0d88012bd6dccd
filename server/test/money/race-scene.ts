// Shared by the race tests: many concurrent requests, and the same workspace through a second process.

import assert from 'node:assert/strict'
import { test as plainTest } from 'node:test'
import type { Answer } from '../harness.ts'

// A request that is never answered must fail its test and not the run.
export const test = (name: string, body: () => Promise<void>, timeoutMs = 60_000) =>
  plainTest(name, { timeout: timeoutMs }, body)

/**
 * On a busy machine an authorization may miss its deadline, and nothing has happened. Or the first of several requests under one
 * idempotency key still runs when the others have waited for 5 s. The contract answers 503 to both, and the client asks again.
 */
const isToBeAskedAgain = (answer: Answer) =>
  answer.status === 503 && /nothing happened|is still running/.test(answer.body.message)
export const atOnce = (count: number, send: (n: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      let answer = await send(n)
      for (let again = 0; again < 10 && isToBeAskedAgain(answer); again++) answer = await send(n)
      return answer
    }),
  )
export const count = (answers: Answer[], isSo: (answer: Answer) => boolean): number => answers.filter(isSo).length
export const noServerError = (answers: Answer[]) =>
  assert.deepEqual(
    answers.filter((answer) => answer.status >= 500).map((answer) => answer.body),
    [],
  )

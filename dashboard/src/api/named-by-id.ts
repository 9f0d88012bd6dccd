// Looks up the names of objects that a list knows only by id. All the ids that a page asks for at the same moment are
// sent in one request, however many rows ask.

import type { Environment } from './environment.ts'
import { get } from './request.ts'

/** The service accepts at most 4,000 characters of ids, and one id has 33. */
const MAX_ASKED = 100

type Waiting<T> = { id: string; answer: (found: T | null) => void; fail: (problem: unknown) => void }

/** `find` picks one object out of the answer. The loader returns null for an object that is not in this account. */
export function namedById<Answer, T>(path: string, find: (answer: Answer, id: string) => T | undefined) {
  const waiting = new Map<Environment, Waiting<T>[]>()

  async function askForAll(environment: Environment): Promise<void> {
    const asked = waiting.get(environment) ?? []
    waiting.delete(environment)
    for (let from = 0; from < asked.length; from += MAX_ASKED) {
      const batch = asked.slice(from, from + MAX_ASKED)
      const ids = [...new Set(batch.map(({ id }) => id))].join(',')
      try {
        const found = await get<Answer>(path, { ids }, undefined, environment)
        for (const { id, answer } of batch) answer(find(found, id) ?? null)
      } catch (problem) {
        for (const { fail } of batch) fail(problem)
      }
    }
  }

  return (environment: Environment, id: string): Promise<T | null> =>
    new Promise((answer, fail) => {
      const asked = waiting.get(environment)
      if (asked) return void asked.push({ id, answer, fail })
      waiting.set(environment, [{ id, answer, fail }])
      setTimeout(() => void askForAll(environment))
    })
}

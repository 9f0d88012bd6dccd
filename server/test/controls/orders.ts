// The possible outcomes of concurrent requests: every state of the model after an order in which it gives the same
// responses as the service. Usually there is one; later reads exclude the others.

import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { type Facts, type Outcome, play, type Request, type State } from './model.ts'

export type Step = { request: Request; facts: Facts; outcome: Outcome }

const MAX_STATES = 24

export function statesAfter(states: State[], steps: Step[]): State[] {
  const [only] = steps
  if (only && steps.length === 1)
    return consistent(states, (state) =>
      assert.deepEqual(only.outcome, play(state, only.request, only.facts), JSON.stringify(only.request)),
    )
  // The order of the transaction ids is the most likely one.
  const likeliest = steps.toSorted((a, b) => (a.facts.id < b.facts.id ? -1 : 1))
  const found = states.flatMap((state) => search(state, likeliest))
  assert.ok(found.length > 0, `no order of these requests gives these responses: ${JSON.stringify(steps, null, 1)}`)
  return unlike(found)
}

/** The states that pass the check. If none passes, the error of the first is thrown. */
export function consistent(states: State[], check: (state: State) => void): State[] {
  const errors: unknown[] = []
  const passed = states.filter((state) => {
    try {
      check(state)
      return true
    } catch (error) {
      errors.push(error)
      return false
    }
  })
  if (passed.length === 0) throw errors[0]
  return passed
}

function search(state: State, steps: Step[]): State[] {
  if (steps.length === 0) return [state]
  return steps.flatMap((step) => {
    const next = structuredClone(state)
    if (!isDeepStrictEqual(play(next, step.request, step.facts), step.outcome)) return []
    return search(
      next,
      steps.filter((each) => each !== step),
    )
  })
}

function unlike(states: State[]): State[] {
  const different: State[] = []
  for (const state of states) if (!different.some((each) => isDeepStrictEqual(each, state))) different.push(state)
  return different.slice(0, MAX_STATES)
}

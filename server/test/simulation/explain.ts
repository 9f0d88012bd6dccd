// Looks for an order in which the model gives every answer that the callers saw. A request that ended before another began
// comes first; a request without an answer may have happened at any time since, or never.

import { apply, EMPTY, type State } from './model.ts'
import type { Asked, Seen } from './requests.ts'

/** `begun` and `ended` count events of the run. */
export type Call = Asked & { begun: number; ended: number; seen: Seen }

/** Undefined when there is no such order: then no serial service could have answered so. */
export function explain(calls: readonly Call[]): Call[] | undefined {
  const dead = new Set<string>()
  const search = (left: readonly Call[], state: State): Call[] | undefined => {
    const answered = left.filter(({ seen }) => seen !== undefined)
    if (answered.length === 0) return []
    const place = `${left.map(({ begun }) => begun).join()} ${JSON.stringify(state)}`
    if (dead.has(place)) return undefined
    const firstEnd = Math.min(...answered.map(({ ended }) => ended))
    for (const call of left.filter(({ begun }) => begun < firstEnd)) {
      if (!isPossible(state, call)) continue
      const next = apply(state, call)
      if (call.seen && !isSame(call.seen, next.answer)) continue
      const rest = search(
        left.filter((each) => each !== call),
        next.state,
      )
      if (rest) return [call, ...rest]
    }
    dead.add(place)
    return undefined
  }
  // Requests mostly happen in the order in which they end, so this order is tried first.
  return search(
    oncePerKey(calls).sort((a, b) => a.ended - b.ended),
    EMPTY,
  )
}

/**
 * Requests under one key have one effect: after the first of them began, and before the first of their answers, which are all the
 * same.
 */
function oncePerKey(calls: readonly Call[]): Call[] {
  const groups = Map.groupBy(calls, ({ key, begun }) => key ?? begun)
  return [...groups.values()].map((group) => {
    const [first] = group.toSorted((a, b) => a.ended - b.ended)
    return { ...first!, begun: Math.min(...group.map(({ begun }) => begun)) }
  })
}

/** A card or a hold can only be used after the request that made it. */
function isPossible({ cards, holds }: State, { action }: Call): boolean {
  if ('hold' in action && action.do !== 'authorize') return holds[action.hold] !== undefined
  return !('card' in action) || action.do === 'create' || cards[action.card] !== undefined
}

function isSame(seen: Record<string, unknown>, predicted: Record<string, unknown>): boolean {
  const names = new Set([...Object.keys(seen), ...Object.keys(predicted)])
  return [...names].every((name) => seen[name] === predicted[name])
}

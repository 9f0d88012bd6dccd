// The time of a question. It runs from the moment at which the processor signed it, not from its arrival: a process that was
// stopped, or a network that was slow, would otherwise decide a question that the processor has long decided itself.

import type { WallClock } from '../clock.ts'
import type { Question } from '../processors/question.ts'

/** Times without a zone are those of `performance.now()`, which nobody can set. */
export type Arrival = {
  /** By the signature, in whole seconds of the processor's clock. */
  signedAt: Date
  sentAt: number
  arrivedAt: number
}

/** A signature has whole seconds. Its middle is at most half a second from the real time, in either direction. */
const MIDDLE_OF_SECOND_MS = 500
const MAX_DECISION_MS = 1_500
/** The part of the processor's time limit that is left for sending the answer. */
const RETURN_TRIP_MS = 300

/** A question that seems to come from the future counts from its arrival. */
export function arrivalOf(signedAt: Date, arrivedAt: number, now: Date): Arrival {
  const ageMs = now.getTime() - signedAt.getTime() - MIDDLE_OF_SECOND_MS
  return { signedAt, arrivedAt, sentAt: Math.min(arrivedAt, performance.now() - ageMs) }
}

export type Deadlines = {
  /** For a decision that asks nobody else. */
  first: number
  /** After it the processor takes no answer any more. */
  last: number
}

export function deadlinesOf({ patienceMs, answerBy }: Question, { sentAt }: Arrival, clock: WallClock): Deadlines {
  const theirs = answerBy ? performance.now() + answerBy.getTime() - clock().getTime() : sentAt + patienceMs
  const last = Math.min(theirs, sentAt + patienceMs) - RETURN_TRIP_MS
  return { first: Math.min(sentAt + MAX_DECISION_MS, last), last }
}

/** The time for a decision starts again when the customer has answered. The processor's time limit does not. */
export function deadlineAfterHook({ last }: Deadlines): number {
  return Math.min(performance.now() + MAX_DECISION_MS, last)
}

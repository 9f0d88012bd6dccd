// Our answer, as the response body to `issuing_authorization.request`. The network is told no reason; ours is stored in the
// authorization's metadata, which Stripe's dashboard shows.

import type { ProcessorAnswer } from '../processor.ts'
import type { Question, Verdict } from '../question.ts'
import { API_VERSION } from './stripe-api.ts'

/** Without this header Stripe treats the answer as an error. */
export const answerHeaders = { 'stripe-version': API_VERSION } as const

export function answerOf(question: Question, verdict: Verdict): ProcessorAnswer {
  if (!verdict.approved) {
    const metadata = { cardwright_reason: verdict.reason }
    return { status: 200, text: JSON.stringify({ approved: false, metadata }) }
  }
  // An amount is an error when Stripe does not let us choose it, and must be above zero when it does.
  const isOurs = question.partial && verdict.amount > 0n
  return { status: 200, text: JSON.stringify({ approved: true, ...(isOurs && { amount: Number(verdict.amount) }) }) }
}

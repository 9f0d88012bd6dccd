// Our answer, as the body of the response to `issuing_authorization.request`. The network is told no reason; ours is kept in
// the authorization's metadata, where Stripe's dashboard shows it.

import type { ProcessorAnswer } from '../processor.ts'
import type { Question, Verdict } from '../question.ts'
import { API_VERSION } from './stripe-api.ts'

/** Without it Stripe calls the answer an error. */
export const answerHeaders = { 'stripe-version': API_VERSION } as const

export function answerOf(question: Question, verdict: Verdict): ProcessorAnswer {
  if (!verdict.approved) {
    const metadata = { cardwright_reason: verdict.reason }
    return { status: 200, text: JSON.stringify({ approved: false, metadata }) }
  }
  // An amount is an error where Stripe does not let us choose it, and must be above zero where it does.
  const isOurs = question.partial && verdict.amount > 0n
  return { status: 200, text: JSON.stringify({ approved: true, ...(isOurs && { amount: Number(verdict.amount) }) }) }
}

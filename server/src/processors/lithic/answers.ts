// Our verdict in Lithic's terms. Lithic has no plain "declined". An unknown word declines too, but looks like an error.

import type { DeclineReason } from '../../ledger/decline-reasons.ts'
import type { ProcessorAnswer } from '../processor.ts'
import type { CardBalance, Question, Verdict } from '../question.ts'

/** For reasons that the network has no better word for. */
const OTHER_DECLINE = 'VELOCITY_EXCEEDED'

const words: Partial<Record<DeclineReason, string>> = {
  invalid_card: 'SUSPECTED_FRAUD',
  card_terminated: 'CARD_PAUSED',
  card_frozen: 'CARD_PAUSED',
  card_expired: 'CARD_PAUSED',
  expiry_mismatch: 'SUSPECTED_FRAUD',
  cvv_mismatch: 'SUSPECTED_FRAUD',
  authentication_required: 'SUSPECTED_FRAUD',
  authentication_failed: 'SUSPECTED_FRAUD',
  transaction_limit_exceeded: 'VELOCITY_EXCEEDED',
  spending_limit_exceeded: 'VELOCITY_EXCEEDED',
  category_not_allowed: 'UNAUTHORIZED_MERCHANT',
  insufficient_funds: 'INSUFFICIENT_FUNDS',
}

export function answerLithic(question: Question, verdict: Verdict): ProcessorAnswer {
  const body = question.kind === 'authenticate' ? authentication(question, verdict) : authorization(question, verdict)
  return { status: 200, text: JSON.stringify(body) }
}

function authorization(question: Question, verdict: Verdict): object {
  const common = { token: question.authorizationRef, ...balanceOf(verdict.balance) }
  if (!verdict.approved) return { result: words[verdict.reason] ?? OTHER_DECLINE, ...common }
  // An amount makes it a partial approval, so a full approval names none.
  const isPartial = question.kind === 'authorize' && verdict.amount < question.amount
  return { result: 'APPROVED', ...common, ...(isPartial && { approved_amount: Number(verdict.amount) }) }
}

/**
 * A purchase that needs a person's approval is challenged, and the challenge comes back to us as an event. A challenge that the
 * merchant or its bank wants is not skipped, because the law may require it.
 */
function authentication(question: Question, verdict: Verdict): object {
  const isChallenged = verdict.approved ? question.wantsChallenge : verdict.reason === 'authentication_required'
  if (isChallenged) return { three_ds_authentication_decision: 'CHALLENGE_REQUESTED' }
  return { three_ds_authentication_decision: verdict.approved ? 'APPROVE' : 'DECLINE' }
}

function balanceOf(balance: CardBalance | undefined): object {
  if (!balance) return {}
  return { balance: { amount: Number(balance.total), available: Number(balance.available) } }
}

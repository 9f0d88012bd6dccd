// Our verdicts in Increase's terms: the body of the call that answers a real-time decision.

import type { DeclineReason } from '../../ledger/decline-reasons.ts'
import type { ChallengeAnswer, ProcessorAnswer } from '../processor.ts'
import type { Question, Verdict } from '../question.ts'

type Reason =
  | 'insufficient_funds'
  | 'transaction_never_allowed'
  | 'exceeds_approval_limit'
  | 'card_temporarily_disabled'
  | 'suspected_fraud'
  | 'other'

/** The reasons that Increase tells the network. Any other reason is `other`. */
const REASONS: Partial<Record<DeclineReason, Reason>> = {
  invalid_card: 'transaction_never_allowed',
  card_terminated: 'transaction_never_allowed',
  card_expired: 'transaction_never_allowed',
  card_frozen: 'card_temporarily_disabled',
  expiry_mismatch: 'suspected_fraud',
  cvv_mismatch: 'suspected_fraud',
  authentication_required: 'suspected_fraud',
  authentication_failed: 'suspected_fraud',
  transaction_limit_exceeded: 'exceeds_approval_limit',
  spending_limit_exceeded: 'exceeds_approval_limit',
  category_not_allowed: 'transaction_never_allowed',
  insufficient_funds: 'insufficient_funds',
}

export function answerQuestion(question: Question, verdict: Verdict): ProcessorAnswer {
  return { status: 200, text: JSON.stringify(actionOf(question, verdict)) }
}

function actionOf(question: Question, verdict: Verdict): object {
  switch (question.kind) {
    case 'authorize':
    case 'verify':
      return { card_authorization: authorizationAction(question, verdict) }
    case 'balance':
      return { card_balance_inquiry: balanceAction(verdict) }
    case 'authenticate':
      return { card_authentication: { decision: authenticationDecision(question, verdict) } }
  }
}

function authorizationAction(question: Question, verdict: Verdict): object {
  if (!verdict.approved) return { decision: 'decline', decline: { reason: REASONS[verdict.reason] ?? 'other' } }
  if (verdict.amount >= question.amount) return { decision: 'approve' }
  return { decision: 'approve', approval: { partial_amount: Number(verdict.amount) } }
}

function balanceAction(verdict: Verdict): object {
  if (!verdict.approved) return { decision: 'decline' }
  return { decision: 'approve', approval: { balance: Number(verdict.balance.available) } }
}

/** A challenge that the merchant or its bank wants is not skipped, because the law may require it. */
function authenticationDecision(question: Question, verdict: Verdict): 'approve' | 'challenge' | 'deny' {
  if (verdict.approved) return question.wantsChallenge ? 'challenge' : 'approve'
  return verdict.reason === 'authentication_required' ? 'challenge' : 'deny'
}

/** Increase gave us the passcode to deliver, and wants to know whether it was delivered. */
export function challengeAction(answer: ChallengeAnswer): object {
  return { card_authentication_challenge: { result: answer === 'approve' ? 'success' : 'failure' } }
}

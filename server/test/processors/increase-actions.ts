// The possible responses to a real-time decision of the simulated Increase.

import type { RealTimeDecision, RealTimeDecisionActionParams } from 'increase/resources/real-time-decisions.js'
import { expect, fields, Refusal } from './increase-refusals.ts'

const REASONS = [
  'insufficient_funds',
  'transaction_never_allowed',
  'exceeds_approval_limit',
  'card_temporarily_disabled',
  'suspected_fraud',
  'other',
]

export function actOn(decision: RealTimeDecision, body: Record<string, unknown>): RealTimeDecision {
  if (decision.status !== 'pending') {
    throw new Refusal(409, 'invalid_operation_error', `The Real-Time Decision is ${decision.status}.`)
  }
  const names = Object.keys(body)
  expect(names.length === 1, 'exactly one answer')
  const action = body as RealTimeDecisionActionParams
  if (decision.card_authorization) authorize(decision.card_authorization, action.card_authorization)
  else if (decision.card_balance_inquiry) tellBalance(decision.card_balance_inquiry, action.card_balance_inquiry)
  else if (decision.card_authentication) authenticate(decision.card_authentication, action.card_authentication)
  else challenge(decision.card_authentication_challenge!, action.card_authentication_challenge)
  decision.status = 'responded'
  return decision
}

function authorize(
  asked: RealTimeDecision.CardAuthorization,
  action: RealTimeDecisionActionParams.CardAuthorization | undefined,
): void {
  expect(action !== undefined, 'card_authorization')
  fields(action, ['decision', 'approval', 'decline'])
  expect(action.decision === 'approve' || action.decision === 'decline', 'decision')
  if (action.decision === 'decline') {
    expect(action.approval === undefined && REASONS.includes(action.decline?.reason ?? ''), 'decline.reason')
    asked.decline = { reason: action.decline!.reason }
  } else {
    const partial = action.approval?.partial_amount
    expect(action.decline === undefined, 'decline')
    expect(partial === undefined || asked.partial_approval_capability === 'supported', 'partial approval')
    expect(partial === undefined || (Number.isSafeInteger(partial) && partial > 0), 'partial_amount')
    expect(partial === undefined || partial < asked.settlement_amount, 'partial_amount')
    asked.approval = { partial_amount: partial ?? null }
  }
  asked.decision = action.decision
}

function tellBalance(
  asked: RealTimeDecision.CardBalanceInquiry,
  action: RealTimeDecisionActionParams.CardBalanceInquiry | undefined,
): void {
  expect(action !== undefined, 'card_balance_inquiry')
  fields({ ...action }, ['decision', 'approval'])
  expect(action.decision === 'approve' || action.decision === 'decline', 'decision')
  expect(action.decision === 'decline' || Number.isSafeInteger(action.approval?.balance), 'approval.balance')
  asked.decision = action.decision
  asked.approval = action.approval ?? null
}

function authenticate(
  asked: RealTimeDecision.CardAuthentication,
  action: RealTimeDecisionActionParams.CardAuthentication | undefined,
): void {
  expect(action !== undefined, 'card_authentication')
  fields({ ...action }, ['decision'])
  expect(['approve', 'challenge', 'deny'].includes(action.decision), 'decision')
  asked.decision = action.decision
}

function challenge(
  asked: RealTimeDecision.CardAuthenticationChallenge,
  action: RealTimeDecisionActionParams.CardAuthenticationChallenge | undefined,
): void {
  expect(action !== undefined, 'card_authentication_challenge')
  fields({ ...action }, ['result', 'success'])
  expect(action.result === 'success' || action.result === 'failure', 'result')
  asked.result = action.result
}

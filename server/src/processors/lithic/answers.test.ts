import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeclineReason, declineReasons } from '../../ledger/decline-reasons.ts'
import type { Question, Verdict } from '../question.ts'
import { answerLithic } from './answers.ts'

/** The decline results of Lithic's schema. Lithic also declines for any other text, but as an error of ours. */
const WORDS = [
  'AVS_INVALID',
  'CARD_PAUSED',
  'INSUFFICIENT_FUNDS',
  'UNAUTHORIZED_MERCHANT',
  'VELOCITY_EXCEEDED',
  'DRIVER_NUMBER_INVALID',
  'VEHICLE_NUMBER_INVALID',
  'SUSPECTED_FRAUD',
  'CHALLENGE',
]
const question: Question = {
  kind: 'authorize',
  id: 'q1',
  authorizationRef: '2f0c0000-0000-4000-8000-000000000000',
  cardRef: 'card',
  amount: 2_500n,
  amountIs: 'total',
  partial: true,
  merchant: { name: 'SOMA EATS', mcc: '5812', country: 'US' },
  patienceMs: 6_000,
}
const balance = { available: 5_000n, total: 7_500n }

function bodyOf(asked: Question, verdict: Verdict): unknown {
  const answer = answerLithic(asked, verdict)
  assert.equal(answer.status, 200)
  return JSON.parse(answer.text)
}

test('an approval states the balance, and the amount only if it is partial', () => {
  assert.equal(
    answerLithic(question, { approved: true, amount: 2_500n, balance }).text,
    '{"result":"APPROVED","token":"2f0c0000-0000-4000-8000-000000000000","balance":{"amount":7500,"available":5000}}',
  )
  assert.deepEqual(bodyOf(question, { approved: true, amount: 2_000n, balance }), {
    result: 'APPROVED',
    token: question.authorizationRef,
    balance: { amount: 7_500, available: 5_000 },
    approved_amount: 2_000,
  })
})

test('the answers to a verification and to a balance inquiry state no approved amount', () => {
  for (const kind of ['verify', 'balance'] as const) {
    const body = bodyOf({ ...question, kind, amount: 0n }, { approved: true, amount: 0n, balance })
    assert.deepEqual(body, {
      result: 'APPROVED',
      token: question.authorizationRef,
      balance: { amount: 7_500, available: 5_000 },
    })
  }
})

test('each of our decline reasons is answered with a result that Lithic knows', () => {
  for (const reason of Object.keys(declineReasons) as DeclineReason[]) {
    const body = bodyOf(question, { approved: false, reason, balance: undefined }) as Record<string, unknown>
    assert.ok(WORDS.includes(String(body.result)), `${reason}: ${body.result}`)
    assert.deepEqual(Object.keys(body).sort(), ['result', 'token'])
  }
  const unknown = 'a reason of next year' as DeclineReason
  const body = bodyOf(question, { approved: false, reason: unknown, balance }) as Record<string, unknown>
  assert.equal(body.result, 'VELOCITY_EXCEEDED')
})

test('a 3-D Secure request is approved, challenged or declined', () => {
  const asked = { ...question, kind: 'authenticate' as const }
  const decisionOf = (verdict: Verdict) => bodyOf(asked, verdict)
  assert.deepEqual(decisionOf({ approved: true, amount: 2_500n, balance }), {
    three_ds_authentication_decision: 'APPROVE',
  })
  const challenged = { three_ds_authentication_decision: 'CHALLENGE_REQUESTED' }
  const wished = { ...asked, wantsChallenge: true }
  assert.deepEqual(bodyOf(wished, { approved: true, amount: 2_500n, balance }), challenged)
  assert.deepEqual(bodyOf(wished, { approved: false, reason: 'card_frozen', balance }), {
    three_ds_authentication_decision: 'DECLINE',
  })
  assert.deepEqual(decisionOf({ approved: false, reason: 'authentication_required', balance }), {
    three_ds_authentication_decision: 'CHALLENGE_REQUESTED',
  })
  assert.deepEqual(decisionOf({ approved: false, reason: 'card_frozen', balance }), {
    three_ds_authentication_decision: 'DECLINE',
  })
})

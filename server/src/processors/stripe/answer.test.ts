import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripeWith } from '../../../test/processors/stripe-messages.ts'
import { declineReasons } from '../../ledger/decline-reasons.ts'
import type { Question, Verdict } from '../question.ts'

const stripe = stripeWith({})
const balance = { available: 5_000n, total: 7_500n }
const question = (partial: boolean, amount = 2_500n): Question => ({
  kind: amount === 0n ? 'verify' : 'authorize',
  id: 'evt_1',
  authorizationRef: 'iauth_1',
  cardRef: 'ic_1',
  amount,
  amountIs: 'extra',
  partial,
  merchant: { name: 'SOMA EATS', mcc: '5812', country: 'US' },
  patienceMs: 2_000,
})
const approved = (amount: bigint): Verdict => ({ approved: true, amount, balance })

test('every answer has the API version as a header', () => {
  assert.deepEqual(stripe.answerHeaders, { 'stripe-version': '2026-08-26.dahlia' })
})

test('an answer states an amount only if Stripe lets us choose it', () => {
  assert.deepEqual(stripe.answer(question(false), approved(2_500n)), { status: 200, text: '{"approved":true}' })
  assert.deepEqual(stripe.answer(question(true), approved(2_000n)), {
    status: 200,
    text: '{"approved":true,"amount":2000}',
  })
  assert.equal(stripe.answer(question(true, 0n), approved(0n)).text, '{"approved":true}')
})

test('an answer has our decline reason in its metadata', () => {
  for (const reason of Object.keys(declineReasons) as (keyof typeof declineReasons)[]) {
    const { status, text } = stripe.answer(question(true), { approved: false, reason, balance: undefined })
    assert.equal(status, 200)
    assert.equal(text, `{"approved":false,"metadata":{"cardwright_reason":"${reason}"}}`)
  }
})

// A real-time decision, fetched: the question that Increase asks, or the passcode that it gives us to deliver.

import type { Field } from '../fields.ts'
import type { Inbound } from '../inbound.ts'
import type { NetworkReferences, Question } from '../question.ts'
import { readMerchant } from '../read-merchant.ts'
import { readForeign } from './foreign.ts'

/** Used when the two times make no sense: the shortest time that Increase documents (two to four seconds). */
const DEFAULT_PATIENCE_MS = 2_000
const MAX_PATIENCE_MS = 10_000
/** Increase does not say how long a passcode is good for; a 3-D Secure challenge ends after about this time. */
const PASSCODE_LIFE_MS = 600_000

/** A passcode that must be delivered: whom it is for is in the card payment. */
export type GivenPasscode = { ref: string; cardRef: string; paymentId: string; passcode: string; expiresAt: Date }
export type Decision = { type: 'inbound'; inbound: Inbound } | { type: 'passcode'; given: GivenPasscode }

export function readDecision(decision: Field): Decision {
  const status = decision.get('status').text()
  if (status !== 'pending') return ignored(`real_time_decision ${status}`)
  switch (decision.get('category').text()) {
    case 'card_authorization_requested':
      return asked(authorizationQuestion(decision, decision.get('card_authorization')))
    case 'card_balance_inquiry_requested':
      return asked(balanceQuestion(decision, decision.get('card_balance_inquiry')))
    case 'card_authentication_requested':
      return asked(authenticationQuestion(decision, decision.get('card_authentication')))
    case 'card_authentication_challenge_requested':
      return { type: 'passcode', given: givenPasscode(decision, decision.get('card_authentication_challenge')) }
    default:
      return ignored('real_time_decision of another category')
  }
}

function asked(question: Question): Decision {
  return { type: 'inbound', inbound: { type: 'question', question } }
}

function ignored(what: string): Decision {
  return { type: 'inbound', inbound: { type: 'ignored', what } }
}

function authorizationQuestion(decision: Field, asked: Field): Question {
  if (!asked.get('settlement_currency').is('USD')) throw asked.get('settlement_currency').unreadable('not USD')
  // A credit holds nothing. Increase only asks whether the card may receive it.
  const isCredit = asked.get('direction').is('refund')
  const amount = isCredit ? 0n : asked.get('settlement_amount').cents()
  const details = asked.get('request_details')
  const increment = details.get('category').is('incremental_authorization')
    ? details.get('incremental_authorization')
    : undefined
  const paymentId = increment ? increment.get('card_payment_id') : asked.get('upcoming_card_payment_id')
  return {
    kind: amount === 0n && !increment ? 'verify' : 'authorize',
    ...common(decision, asked),
    authorizationRef: paymentId.text(),
    amount,
    amountIs: 'extra',
    partial: asked.get('partial_approval_capability').is('supported'),
    ...readForeign(asked, amount),
    ...cvvMatch(asked),
    ...authenticationOf(asked),
    isIncrement: increment !== undefined,
    askedAt: decision.get('created_at').time(),
  }
}

function balanceQuestion(decision: Field, asked: Field): Question {
  return {
    kind: 'balance',
    ...common(decision, asked),
    authorizationRef: asked.get('upcoming_card_payment_id').text(),
    amount: 0n,
    amountIs: 'extra',
    partial: false,
    ...cvvMatch(asked),
  }
}

function authenticationQuestion(decision: Field, asked: Field): Question {
  const indicator = asked.get('requestor_challenge_indicator').optional()?.text() ?? ''
  return {
    kind: 'authenticate',
    id: decision.get('id').text(),
    cardRef: asked.get('card_id').text(),
    authorizationRef: asked.get('upcoming_card_payment_id').text(),
    amount: authenticatedAmount(asked),
    amountIs: 'extra',
    partial: false,
    merchant: readMerchant(
      asked.get('merchant_name'),
      asked.get('merchant_category_code'),
      asked.get('merchant_country').prose(2),
    ),
    wantsChallenge: indicator.startsWith('challenge_requested'),
    ...patienceOf(decision),
  }
}

/** In USD, by the network's estimate when the purchase is in another currency. Adding a card costs nothing. */
export function authenticatedAmount(authentication: Field): bigint {
  const payment = authentication.get('message_category').get('payment').optional()
  if (!payment) return 0n
  const estimated = payment.get('purchase_amount_cardholder_estimated').optional()
  if (estimated) return estimated.cents()
  return payment.get('purchase_currency').is('USD') ? payment.get('purchase_amount').cents() : 0n
}

function givenPasscode(decision: Field, asked: Field): GivenPasscode {
  return {
    ref: decision.get('id').text(),
    cardRef: asked.get('card_id').text(),
    paymentId: asked.get('card_payment_id').text(),
    passcode: asked.get('one_time_code').text(),
    expiresAt: new Date(decision.get('created_at').time().getTime() + PASSCODE_LIFE_MS),
  }
}

function common(decision: Field, asked: Field) {
  return {
    id: decision.get('id').text(),
    cardRef: asked.get('card_id').text(),
    merchant: readMerchant(
      asked.get('merchant_descriptor'),
      asked.get('merchant_category_code'),
      asked.get('merchant_country').prose(2),
      { id: asked.get('merchant_acceptor_id'), city: asked.get('merchant_city') },
    ),
    network: networkOf(asked.get('network_identifiers')),
    ...patienceOf(decision),
  }
}

function patienceOf(decision: Field): Pick<Question, 'patienceMs' | 'answerBy'> {
  const answerBy = decision.get('timeout_at').time()
  const patience = answerBy.getTime() - decision.get('created_at').time().getTime()
  return patience > 0
    ? { patienceMs: Math.min(patience, MAX_PATIENCE_MS), answerBy }
    : { patienceMs: DEFAULT_PATIENCE_MS }
}

function cvvMatch(asked: Field): { cvvMatches?: boolean } {
  const result = asked.get('verification').optional()?.get('card_verification_code').optional()?.get('result')
  return result?.is('match') || result?.is('no_match') ? { cvvMatches: result.is('match') } : {}
}

function authenticationOf(asked: Field): { authentication?: 'authenticated' } {
  return electronicCommerceOf(asked) === 'authenticated' ? { authentication: 'authenticated' } : {}
}

/** What the merchant's bank says of 3-D Secure, by Visa's indicator of electronic commerce. */
export function electronicCommerceOf(source: Field): 'authenticated' | 'attempted' | undefined {
  const visa = source.get('network_details').optional()?.get('visa').optional()
  const indicator = visa?.get('electronic_commerce_indicator')
  if (indicator?.is('secure_electronic_commerce')) return 'authenticated'
  return indicator?.is('non_authenticated_security_transaction_at_3ds_capable_merchant') ? 'attempted' : undefined
}

export function networkOf(identifiers: Field): NetworkReferences {
  if (!identifiers.optional()) return {}
  const transactionId = identifiers.get('transaction_id').optional()?.text()
  const authCode = identifiers.get('authorization_identification_response').optional()?.text()
  const arn = identifiers.get('acquirer_reference_number').optional()?.text()
  return { ...(transactionId && { transactionId }), ...(authCode && { authCode }), ...(arn && { arn }) }
}

// An authorization that waits for our answer. A later request for more is the same authorization with the extra amount, so the
// event's id identifies the question.

import type { Field } from '../fields.ts'
import type { Question } from '../question.ts'
import { readForeignAmount } from './foreign-amount.ts'
import { listOf, readId, readMerchantData, refuseOtherCurrency } from './read-objects.ts'

/** docs.stripe.com/issuing/purchases/authorizations. Afterwards the account's own setting decides. */
const PATIENCE_MS = 2_000

export function readQuestion(eventId: string, authorization: Field): Question {
  const request = authorization.get('pending_request')
  refuseOtherCurrency(request)
  const amount = request.get('amount').cents()
  const foreign = readForeignAmount(request, amount)
  const decidedBefore = listOf(authorization.get('request_history')).length
  const transactionId = authorization.get('network_data').optional()?.get('transaction_id').prose(100)
  return {
    kind: amount === 0n ? 'verify' : 'authorize',
    id: eventId,
    authorizationRef: authorization.get('id').text(),
    cardRef: readId(authorization.get('card')),
    amount,
    amountIs: 'extra',
    partial: request.get('is_amount_controllable').optional()?.boolean() ?? false,
    merchant: readMerchantData(authorization),
    ...(foreign && { foreign }),
    ...checksOf(authorization.get('verification_data').optional()),
    ...(transactionId !== undefined && { network: { transactionId } }),
    patienceMs: PATIENCE_MS,
    isIncrement: decidedBefore > 0,
    decidedBefore,
  }
}

type Checks = Pick<Question, 'cvvMatches' | 'expiryMatches' | 'authentication'>

function checksOf(data: Field | undefined): Checks {
  if (!data) return {}
  const cvvMatches = matchOf(data.get('cvc_check'))
  const expiryMatches = matchOf(data.get('expiry_check'))
  const result = data.get('three_d_secure').optional()?.get('result')
  const authentication = result?.is('authenticated') ? 'authenticated' : result?.is('failed') ? 'failed' : undefined
  return {
    ...(cvvMatches !== undefined && { cvvMatches }),
    ...(expiryMatches !== undefined && { expiryMatches }),
    ...(authentication && { authentication }),
  }
}

function matchOf(check: Field): boolean | undefined {
  return check.is('match') ? true : check.is('mismatch') ? false : undefined
}

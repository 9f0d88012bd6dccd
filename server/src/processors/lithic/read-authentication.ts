// 3-D Secure at Lithic: Lithic asks whether a purchase is authenticated, and sends us the challenge that a person answers.

import type { Merchant } from '../../transactions/merchant.ts'
import type { Field } from '../fields.ts'
import type { ProcessorChallenge } from '../inbound.ts'
import type { Question } from '../question.ts'
import { readMerchant } from '../read-merchant.ts'
import { countryOfThreeLetters } from './countries.ts'

const PATIENCE_MS = 3_000

const wishes = new Set(['CHALLENGE_PREFERENCE', 'CHALLENGE_MANDATE'])

export function readAuthentication(authentication: Field): Question {
  const token = authentication.get('token').text()
  const expiry = authentication.get('card_expiry_check')
  const amount = amountOf(authentication)
  const wish = authentication.get('three_ds_requestor_challenge_indicator').prose(50)
  return {
    kind: 'authenticate',
    id: `3ds:${token}`,
    authorizationRef: token,
    cardRef: authentication.get('card_token').text(),
    amount,
    amountIs: 'total',
    partial: false,
    merchant: merchantOf(authentication),
    ...(expiry.is('MATCH') && { expiryMatches: true }),
    ...(expiry.is('MISMATCH') && { expiryMatches: false }),
    ...(wish !== undefined && wishes.has(wish) && { wantsChallenge: true }),
    patienceMs: PATIENCE_MS,
  }
}

export function readChallenge(message: Field): ProcessorChallenge {
  const authentication = message.get('authentication_object')
  return {
    ref: authentication.get('token').text(),
    cardRef: authentication.get('card_token').text(),
    merchant: merchantOf(authentication).name,
    amount: amountOf(authentication),
    // A person says yes or no; there is no code to type.
    passcode: undefined,
    expiresAt: message.get('challenge').get('expiry_time').time(),
  }
}

/** In dollars, by Lithic's estimate. Zero when there is no purchase (a card is stored), or when the amount is unknown. */
function amountOf(authentication: Field): bigint {
  const transaction = authentication.get('transaction').optional()
  if (!transaction) return 0n
  const converted = transaction.get('cardholder_amount').optional()
  if (converted) return converted.cents()
  return transaction.get('currency').is('USD') ? transaction.get('amount').cents() : 0n
}

function merchantOf(authentication: Field): Merchant {
  const merchant = authentication.get('merchant')
  return readMerchant(
    merchant.get('name'),
    merchant.get('mcc'),
    countryOfThreeLetters(merchant.get('country').prose(3)),
  )
}

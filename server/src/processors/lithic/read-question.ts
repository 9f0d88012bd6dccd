// A request of Auth Stream Access: Lithic asks, a merchant waits, and the HTTP response is the answer.

import type { Merchant } from '../../transactions/merchant.ts'
import type { Field } from '../fields.ts'
import type { Question } from '../question.ts'
import { readMerchant, unknownMerchant } from '../read-merchant.ts'
import { readDollars, readForeign } from './amounts.ts'
import { countryOfThreeLetters } from './countries.ts'

/** After this time Lithic declines by itself. It recommends answering within three seconds. */
const PATIENCE_MS = 6_000

const debits = new Set(['AUTHORIZATION', 'FINANCIAL_AUTHORIZATION'])
/** A merchant that announces a refund. It moves no money: the refund itself comes as a report. */
const credits = new Set(['CREDIT_AUTHORIZATION', 'FINANCIAL_CREDIT_AUTHORIZATION'])

export function readQuestion(message: Field): Question {
  const status = message.get('status').text()
  const amount = amountOf(message, status)
  const foreign = debits.has(status) ? readForeign(message.get('amounts')) : undefined
  const authentication = authenticationOf(message)
  return {
    kind: status === 'BALANCE_INQUIRY' ? 'balance' : amount === 0n ? 'verify' : 'authorize',
    id: idOf(message, status, amount),
    authorizationRef: message.get('token').text(),
    cardRef: message.get('card').get('token').text(),
    amount,
    // A repeated question about an authorization names the total to hold.
    amountIs: 'total',
    partial: takesLess(message),
    merchant: readLithicMerchant(message.get('merchant')),
    ...(foreign && { foreign }),
    ...(authentication && { authentication }),
    patienceMs: PATIENCE_MS,
  }
}

/** A missing merchant is no reason to let the question go unanswered. */
export function readLithicMerchant(field: Field): Merchant {
  const merchant = field.optional()
  if (!merchant) return unknownMerchant
  return readMerchant(
    merchant.get('descriptor'),
    merchant.get('mcc'),
    countryOfThreeLetters(merchant.get('country').prose(3)),
    { id: merchant.get('acceptor_id'), city: merchant.get('city') },
  )
}

/** The amount to hold may exceed the purchase, for fuel and tips. */
function amountOf(message: Field, status: string): bigint {
  if (status === 'BALANCE_INQUIRY' || credits.has(status)) return 0n
  if (!debits.has(status)) throw message.get('status').unreadable('not a known kind of question')
  const amounts = message.get('amounts')
  const asked = amounts.get('hold').optional() ?? amounts.get('cardholder')
  const amount = readDollars(asked)
  if (amount < 0n) throw asked.get('amount').unreadable('negative')
  return amount
}

/** Lithic gives a question an id only in a beta feature. Otherwise a repeat after a failure has the same values in all of these. */
function idOf(message: Field, status: string, amount: bigint): string {
  const token = message.get('token').text()
  const event = message.get('event_token').optional()?.text()
  return event ? `${token}:${event}` : `${token}:${status}:${amount}:${message.get('created').text()}`
}

function takesLess(message: Field): boolean {
  const terminal = message.get('pos').optional()?.get('terminal').optional()
  return terminal?.get('partial_approval_capable').optional()?.boolean() ?? false
}

function authenticationOf(message: Field): Question['authentication'] {
  const result = message.get('cardholder_authentication').optional()?.get('authentication_result')
  if (result?.is('SUCCESS')) return 'authenticated'
  return result?.is('DECLINE') ? 'failed' : undefined
}

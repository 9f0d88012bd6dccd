// The parts that Stripe's objects share. A webhook endpoint keeps the API version it was created with, so a message may have a
// much older form than our calls. Fields that later versions added are read only when they are present.

import type { Merchant } from '../../transactions/merchant.ts'
import { Field } from '../fields.ts'
import type { OutsideState, Post } from '../inbound.ts'
import { readMerchant } from '../read-merchant.ts'

/** Stripe writes a related object as its id or, when expanded, as the whole object. */
export function readId(field: Field): string {
  return isText(field) ? field.text() : field.get('id').text()
}

export function isText(field: Field): boolean {
  return field.prose(1) !== undefined
}

export function listOf(field: Field): Field[] {
  return field.optional()?.list() ?? []
}

/** Our cards are in USD, and so are all their amounts. Older versions leave the currency out of some objects. */
export function refuseOtherCurrency(object: Field): void {
  const currency = object.get('currency').optional()
  if (currency && currency.text().toLowerCase() !== 'usd') throw currency.unreadable('not usd')
}

export function readMerchantData(object: Field): Merchant {
  const data = object.get('merchant_data').optional() ?? new Field({}, 'merchant_data')
  return readMerchant(data.get('name'), data.get('category_code'), data.get('country').prose(10)?.toUpperCase(), {
    id: data.get('network_id'),
    city: data.get('city'),
  })
}

/** `lost` and `stolen` are of versions before 2020. Undefined for a word that is not known. */
export function stateOf(status: Field): OutsideState | undefined {
  const word = status.text()
  if (word === 'active') return 'active'
  if (word === 'inactive') return 'frozen'
  return ['canceled', 'lost', 'stolen'].includes(word) ? 'closed' : undefined
}

/** Undefined for a transaction that moves nothing. */
export function readPost(transaction: Field): Post | undefined {
  refuseOtherCurrency(transaction)
  const amount = transaction.get('amount').integer()
  if (amount === 0n) return undefined
  // A negative amount leaves the balance: a capture, or a reversed refund. Only a capture has a hold.
  const isDebit = amount < 0n
  return {
    id: transaction.get('id').text(),
    direction: isDebit ? 'debit' : 'credit',
    amount: isDebit ? -amount : amount,
    usesHold: isDebit && transaction.get('type').is('capture'),
  }
}

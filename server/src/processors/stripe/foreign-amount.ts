// The merchant's amount in its own currency. Stripe gives both amounts but no rate, so the rate is their quotient.

import { decimalsOf, type ForeignAmount, isRate } from '../../foreign-money.ts'
import type { Field } from '../fields.ts'

/** Currencies whose amounts at Stripe are not in the smallest unit of ISO 4217 (docs.stripe.com/currencies). */
const STRIPE_DECIMALS = new Map([
  ['ISK', 2],
  ['UGX', 2],
  ['MGA', 0],
])
const RATE_DECIMALS = 12

/** Of an object with `merchant_amount` and `merchant_currency`; `cents` is the same amount in USD. */
export function readForeignAmount(object: Field, cents: bigint): ForeignAmount | undefined {
  const currency = object.get('merchant_currency').prose(10)?.toUpperCase()
  if (currency === undefined || currency === 'USD' || !/^[A-Z]{3}$/.test(currency)) return undefined
  const theirs = object.get('merchant_amount').optional()?.integer() ?? 0n
  const amount = inSmallestUnits(theirs < 0n ? -theirs : theirs, currency)
  if (amount === 0n) return undefined
  const rate = rateOf(cents, amount, decimalsOf(currency))
  return isRate(rate) ? { amount, currency, rate } : undefined
}

function inSmallestUnits(amount: bigint, currency: string): bigint {
  const difference = decimalsOf(currency) - (STRIPE_DECIMALS.get(currency) ?? decimalsOf(currency))
  return difference < 0 ? amount / 10n ** BigInt(-difference) : amount * 10n ** BigInt(difference)
}

/** USD for one whole unit, rounded half up, without zeros at the end. */
function rateOf(cents: bigint, amount: bigint, decimals: number): string {
  const divisor = 100n * amount
  const scaled = (cents * 10n ** BigInt(decimals + RATE_DECIMALS) + divisor / 2n) / divisor
  const digits = scaled.toString().padStart(RATE_DECIMALS + 1, '0')
  const whole = digits.slice(0, -RATE_DECIMALS)
  const fraction = digits.slice(-RATE_DECIMALS).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

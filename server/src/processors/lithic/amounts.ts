// Amounts as Lithic writes them: whole numbers of the smallest unit beside their currency.

import { decimalsOf, type ForeignAmount, isRate } from '../../foreign-money.ts'
import type { Cents } from '../../money.ts'
import type { Field } from '../fields.ts'

const RATE_DECIMALS = 10n

/** May be negative. Our cards are in dollars, so we cannot serve a program in another currency. Zero is accepted in any currency. */
export function readDollars(field: Field): Cents {
  const amount = field.get('amount').integer()
  if (amount !== 0n && !field.get('currency').is('USD')) throw field.unreadable('not in USD')
  return amount
}

/** The merchant's amount when it is not in dollars. `amounts` holds `cardholder` and `merchant`. */
export function readForeign(amounts: Field): ForeignAmount | undefined {
  const merchant = amounts.get('merchant').optional()
  const currency = merchant?.get('currency').prose(10)
  if (!merchant || currency === undefined || currency === 'USD' || !/^[A-Z]{3}$/.test(currency)) return undefined
  const amount = absolute(merchant.get('amount').integer())
  const cents = absolute(readDollars(amounts.get('cardholder')))
  if (amount === 0n || cents === 0n) return undefined
  return { amount, currency, rate: rateOf(amounts.get('cardholder'), { amount, currency, cents }) }
}

export function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

/**
 * Lithic's rate when the currency has two decimals like the dollar. For others (yen, dinar) Lithic does not document whether the
 * rate is for whole units or for the smallest, so it is computed from the two amounts.
 */
function rateOf(cardholder: Field, of: { amount: bigint; currency: string; cents: bigint }): string {
  const given = cardholder.get('conversion_rate').prose(30)
  if (decimalsOf(of.currency) === 2 && given !== undefined && isRate(given)) return given
  return quotient(of.cents * 10n ** BigInt(decimalsOf(of.currency)), of.amount * 100n)
}

/** As a decimal text, rounded half up. */
function quotient(dividend: bigint, divisor: bigint): string {
  const scaled = (2n * dividend * 10n ** RATE_DECIMALS + divisor) / (2n * divisor)
  const digits = scaled.toString().padStart(Number(RATE_DECIMALS) + 1, '0')
  return `${digits.slice(0, -Number(RATE_DECIMALS))}.${digits.slice(-Number(RATE_DECIMALS))}`.replace(/\.?0+$/, '')
}

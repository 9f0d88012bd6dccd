// Amounts as Lithic writes them: whole numbers of the smallest unit beside their currency.

import type { ForeignAmount } from '../../foreign-money.ts'
import type { Cents } from '../../money.ts'
import type { Field } from '../fields.ts'

const DECIMAL = /^\d{1,12}(\.\d{1,12})?$/
const RATE_DIGITS = 6

/** Of any sign. Our cards are in dollars, so another currency is a program that we cannot serve; zero is zero in any. */
export function readDollars(field: Field): Cents {
  const amount = field.get('amount').integer()
  if (amount !== 0n && !field.get('currency').is('USD')) throw field.unreadable('not in USD')
  return amount
}

/** What the merchant asked for, where that is not dollars. `amounts` holds `cardholder` and `merchant`. */
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
 * Their rate where the currency has hundredths as the dollar has. For the others (yen, dinar) their documents do not say
 * whether the rate is of whole units or of the smallest, so it is computed from the two amounts.
 */
function rateOf(cardholder: Field, of: { amount: bigint; currency: string; cents: bigint }): string {
  const digits = fractionDigitsOf(of.currency)
  const given = cardholder.get('conversion_rate').prose(30)
  if (digits === 2 && given !== undefined && DECIMAL.test(given) && Number(given) > 0) return given
  const rate = Number(of.cents) / 100 / (Number(of.amount) / 10 ** digits)
  return asDecimal(rate)
}

function asDecimal(rate: number): string {
  const decimals = Math.min(20, Math.max(0, RATE_DIGITS - 1 - Math.floor(Math.log10(rate))))
  const text = rate.toFixed(decimals)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function fractionDigitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

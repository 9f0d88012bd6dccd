// What the merchant asked for in its own currency. Stripe tells both amounts and no rate, so the rate is their quotient.

import type { ForeignAmount } from '../../foreign-money.ts'
import type { Field } from '../fields.ts'

/** As Stripe writes amounts (docs.stripe.com/currencies), which for ISK and UGX is not as ISO 4217 has it. */
const NO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
const RATE_DECIMALS = 8

/** Of an object with `amount`, `currency`, `merchant_amount` and `merchant_currency`. `cents` is its amount in USD. */
export function readForeignAmount(object: Field, cents: bigint): ForeignAmount | undefined {
  const currency = object.get('merchant_currency').prose(10)?.toUpperCase()
  if (currency === undefined || currency === 'USD' || !/^[A-Z]{3}$/.test(currency)) return undefined
  const signed = object.get('merchant_amount').optional()?.integer() ?? 0n
  const amount = signed < 0n ? -signed : signed
  if (amount === 0n) return undefined
  return { amount, currency, rate: rateOf(cents, amount, decimalsOf(currency)) }
}

function decimalsOf(currency: string): number {
  return NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2
}

/** USD for one whole unit, rounded down, without zeros at the end. */
function rateOf(cents: bigint, amount: bigint, decimals: number): string {
  const scaled = (cents * 10n ** BigInt(decimals + RATE_DECIMALS - 2)) / amount
  const digits = scaled.toString().padStart(RATE_DECIMALS + 1, '0')
  const fraction = digits.slice(-RATE_DECIMALS).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -RATE_DECIMALS) : `${digits.slice(0, -RATE_DECIMALS)}.${fraction}`
}

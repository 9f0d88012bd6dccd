// The merchant's amount in its own currency, beside the amount in dollars.

import type { Transaction } from '../api/schemas.ts'
import { foreignMoney } from './amounts.tsx'

export type Foreign = Pick<Transaction, 'merchant_amount' | 'merchant_currency' | 'conversion_rate'>

/** Shows nothing if the merchant charged in dollars. */
export function ForeignAmount({ of: { merchant_amount, merchant_currency } }: { of: Foreign }) {
  if (merchant_amount === null || merchant_currency === null) return null
  return (
    <span className="tabular text-[13px] whitespace-nowrap text-soft">
      {foreignMoney(merchant_amount, merchant_currency)}
    </span>
  )
}

/** `EUR 25.00 at 1.0834 USD`, or undefined if the merchant charged in dollars. */
export function conversionText({ merchant_amount, merchant_currency, conversion_rate }: Foreign): string | undefined {
  if (merchant_amount === null || merchant_currency === null) return undefined
  return `${foreignMoney(Math.abs(merchant_amount), merchant_currency)} at ${conversion_rate} USD`
}

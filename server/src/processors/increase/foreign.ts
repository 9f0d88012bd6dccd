// The amount that a merchant asked for in another currency. Increase gives both amounts but no rate, so the rate is computed.

import type { ForeignAmount } from '../../foreign-money.ts'
import type { Cents } from '../../money.ts'
import type { Field } from '../fields.ts'

const RATE_DECIMALS = 10n

/** Undefined where the merchant asked for USD, or where nothing was asked for. */
export function readForeign(source: Field, settled: Cents): { foreign?: ForeignAmount } {
  const currency = source.get('presentment_currency').optional()?.text()
  if (currency === undefined || currency === 'USD' || !/^[A-Z]{3}$/.test(currency)) return {}
  const amount = source.get('presentment_amount').optional()?.cents() ?? 0n
  if (amount === 0n || settled === 0n) return {}
  return { foreign: { amount, currency, rate: rateOf(settled, amount, decimalsOf(currency)) } }
}

/** USD for one whole unit: (cents / 100) / (minor units / 10^decimals), to ten decimals. */
function rateOf(cents: Cents, minorUnits: bigint, decimals: bigint): string {
  const divisor = 100n * minorUnits
  const scaled = (cents * 10n ** (decimals + RATE_DECIMALS) + divisor / 2n) / divisor
  const digits = scaled.toString().padStart(Number(RATE_DECIMALS) + 1, '0')
  const fraction = digits.slice(-Number(RATE_DECIMALS)).replace(/0+$/, '')
  const whole = digits.slice(0, -Number(RATE_DECIMALS))
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** JavaScript knows the minor units of ISO 4217. An unknown code gets two decimals. */
function decimalsOf(currency: string): bigint {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return BigInt(maximumFractionDigits ?? 2)
}

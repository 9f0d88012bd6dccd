// The currencies that fill a wallet: their base units, minimum deposits, usual confirmations and sandbox prices.

import type { Cents } from '../money.ts'

export const currencyNames = ['btc', 'eth', 'sol', 'usdt'] as const
export type Currency = (typeof currencyNames)[number]

/** Micro-dollars for one whole coin: a cent would be too coarse for a coin worth a dollar. */
export type RateMicros = bigint

type CurrencyFacts = {
  code: number
  decimals: number
  minimum: bigint
  confirmations: number
  sandboxRateMicros: RateMicros
}

/** `minimum` is in base units: 0.0001 btc, 0.005 eth, 0.05 sol, 10 usdt. */
export const currencies: Record<Currency, CurrencyFacts> = {
  btc: { code: 1, decimals: 8, minimum: 10_000n, confirmations: 2, sandboxRateMicros: 60_000_000_000n },
  eth: { code: 2, decimals: 18, minimum: 5_000_000_000_000_000n, confirmations: 12, sandboxRateMicros: 3_000_000_000n },
  sol: { code: 3, decimals: 9, minimum: 50_000_000n, confirmations: 32, sandboxRateMicros: 150_000_000n },
  usdt: { code: 4, decimals: 6, minimum: 10_000_000n, confirmations: 12, sandboxRateMicros: 1_000_000n },
}

export function currencyOfCode(code: number): Currency {
  return currencyNames[code - 1]!
}

/** Base units of a decimal text; undefined when it is no positive decimal or finer than the currency. */
export function parseCryptoAmount(currency: Currency, text: string): bigint | undefined {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text)
  const { decimals } = currencies[currency]
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > decimals) return undefined
  const base = BigInt(match[1]! + fraction.padEnd(decimals, '0'))
  return base > 0n ? base : undefined
}

/** The decimal text of base units, without trailing zeros. */
export function formatCryptoAmount(currency: Currency, base: bigint): string {
  const { decimals } = currencies[currency]
  const digits = base.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (fraction && `.${fraction}`)
}

const MICROS_PER_CENT = 10_000n

export type Valuation = { amount: Cents; fee: Cents; credited: Cents }

/** The value of a deposit, rounded down to the cent, and its fee, rounded half up. The rest is credited. */
export function valueDeposit(currency: Currency, base: bigint, rateMicros: RateMicros, feeBps: bigint): Valuation {
  const amount = (base * rateMicros) / (10n ** BigInt(currencies[currency].decimals) * MICROS_PER_CENT)
  const fee = (amount * feeBps + 5_000n) / 10_000n
  return { amount, fee, credited: amount - fee }
}

// Amounts in currencies other than USD. Inside the service they are integers in the smallest unit of their currency,
// like cents. A rate is a decimal text that says how many USD one whole unit is worth. Floats are never used.

import type { Cents } from './money.ts'

/**
 * ISO 4217, grouped by the number of decimals. Metals, funds and test codes are left out, because no merchant uses
 * them.
 */
const codesByDecimals: [number, string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK
     DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD
     KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
     PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
     USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
]

const decimals = new Map(
  codesByDecimals.flatMap(([count, codes]) => codes.split(/\s+/).map((code) => [code, count] as const)),
)

export const currencyCodes: readonly string[] = [...decimals.keys()].sort()

export function isCurrencyCode(text: string): boolean {
  return decimals.has(text)
}

/** Returns 2 for an unknown code, since a processor may name a currency that is newer than the table. */
export function decimalsOf(currency: string): number {
  return decimals.get(currency) ?? 2
}

/**
 * The amount that a merchant asked for: `amount` in the smallest unit of the currency, `rate` in USD for one whole
 * unit.
 */
export type ForeignAmount = { amount: bigint; currency: string; rate: string }

const RATE = /^(0|[1-9]\d{0,8})(?:\.(\d{1,12}))?$/

/** A rate is above zero, in plain decimal notation, with at most nine digits before the point and twelve after it. */
export function isRate(text: string): boolean {
  return RATE.test(text) && /[1-9]/.test(text)
}

/** A JSON number in smallest units; undefined when it has more decimals than the currency, or is too large to be exact. */
export function smallestUnits(amount: number, currency: string): bigint | undefined {
  const scale = 10 ** decimalsOf(currency)
  const units = Math.round(amount * scale)
  return Number.isSafeInteger(units) && units / scale === amount ? BigInt(units) : undefined
}

/** Smallest units as a JSON number. This is exact: the quotient of safe integers prints as it was written. */
export function wholeUnits(units: bigint, currency: string): number {
  return Number(units) / 10 ** decimalsOf(currency)
}

/** Cents of USD, rounded half up. */
export function centsOf({ amount, currency, rate }: ForeignAmount): Cents {
  const [digits, scale] = fractionOf(rate)
  return roundedQuotient(amount * digits * 100n, scale * unitsOf(currency))
}

/** The reverse: cents of USD in the smallest unit of the currency, rounded half up. */
export function foreignUnitsOf(cents: Cents, currency: string, rate: string): bigint {
  const [digits, scale] = fractionOf(rate)
  return roundedQuotient(cents * scale * unitsOf(currency), digits * 100n)
}

function unitsOf(currency: string): bigint {
  return 10n ** BigInt(decimalsOf(currency))
}

/** A rate as a fraction of integers. */
function fractionOf(rate: string): [bigint, bigint] {
  const [whole, fraction = ''] = rate.split('.') as [string, string?]
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}

/** Rounds half up; both arguments must be positive. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor)
}

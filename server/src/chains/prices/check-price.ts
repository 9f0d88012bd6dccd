// Decides whether quotes can be trusted with money. When they are out of bounds, deposits wait: there is never a wrong credit.

import type { Currency, RateMicros } from '../../currencies/currencies.ts'
import type { PriceSources } from '../../ledger/rows.ts'

/** The price from one source: micro-dollars for a whole coin, its time, and how long it is valid. */
export type Quote = { source: string; rateMicros: RateMicros; at: Date; maxAgeMs: number }

export type KnownPrice = { rateMicros: RateMicros; at: Date }

export type Verdict =
  | { isTrusted: true; rateMicros: RateMicros; sources: PriceSources }
  | { isTrusted: false; reason: string }

const MIN_SOURCES = 2
const MAX_SPREAD_PER_MILLE = 15n
const MAX_JUMP_PER_CENT = 10n
/** An older price cannot prove a jump, since markets do move by a tenth in a day. A glitch at most sources is shorter than this. */
const JUMP_WINDOW_MS = 3_600_000
const MAX_AHEAD_MS = 60_000
const DOLLAR: RateMicros = 1_000_000n
const MIN_USDT: RateMicros = 980_000n

/** `last` is the price that was trusted before. */
export function checkPrice(
  currency: Currency,
  quotes: readonly Quote[],
  last: KnownPrice | undefined,
  now: Date,
): Verdict {
  const fresh = quotes.filter((quote) => quote.rateMicros > 0n && isFresh(quote, now))
  if (fresh.length < MIN_SOURCES) return held(`${fresh.length} of ${quotes.length} sources are fresh`)
  const rates = fresh.map((quote) => quote.rateMicros).sort(byValue)
  const median = medianOf(rates)
  if ((rates.at(-1)! - rates[0]!) * 1_000n > median * MAX_SPREAD_PER_MILLE)
    return held('sources differ by more than 1.5 %')
  if (last && isRecent(last, now) && distance(median, last.rateMicros) * 100n > last.rateMicros * MAX_JUMP_PER_CENT)
    return held('moved by more than 10 % within an hour')
  if (currency === 'usdt' && median < MIN_USDT) return held('usdt is below 0.98')
  const rateMicros = currency === 'usdt' && median > DOLLAR ? DOLLAR : median
  return { isTrusted: true, rateMicros, sources: fresh.map((quote) => describeQuote(quote, now)) }
}

function held(reason: string): Verdict {
  return { isTrusted: false, reason }
}

function isFresh({ at, maxAgeMs }: Quote, now: Date): boolean {
  const age = now.getTime() - at.getTime()
  return age <= maxAgeMs && age >= -MAX_AHEAD_MS
}

function isRecent({ at }: KnownPrice, now: Date): boolean {
  return now.getTime() - at.getTime() <= JUMP_WINDOW_MS
}

function byValue(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** For an even count, the median is the mean of the middle two, rounded down. */
function medianOf(sorted: readonly bigint[]): bigint {
  const upper = sorted[Math.floor(sorted.length / 2)]!
  return sorted.length % 2 === 1 ? upper : (sorted[sorted.length / 2 - 1]! + upper) / 2n
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a
}

function describeQuote({ source, rateMicros, at }: Quote, now: Date): PriceSources[number] {
  const age = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1_000))
  return { source, rate: formatRate(rateMicros), age_seconds: age }
}

export function formatRate(micros: RateMicros): string {
  const digits = micros.toString().padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '')
  return digits.slice(0, -6) + (fraction && `.${fraction}`)
}

/** Parses a decimal text and cuts off digits below a millionth; undefined when it is not a decimal. */
export function parseRate(text: unknown): RateMicros | undefined {
  const match = typeof text === 'string' ? /^(\d{1,12})(?:\.(\d{1,30}))?$/.exec(text) : null
  return match ? BigInt(match[1]! + (match[2] ?? '').slice(0, 6).padEnd(6, '0')) : undefined
}

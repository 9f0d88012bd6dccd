// How long the wallet lasts if spending continues as in the last days. Money that cards spend must be replaced from the
// wallet.

import { type Cents, centsFromDollars, dollars } from '../money.ts'

export const PACE_DAYS = 7

export type Forecast = { days_left: number; spent_per_day: number; of_days: number }

/**
 * `days` end with today. The average begins on the first of the last seven days with spending: an account that began
 * yesterday has not spent slowly for a week. Null when nothing was spent, or when refunds exceed the spending.
 */
export function forecastOf(wallet: Cents, days: readonly { spent: number }[]): Forecast | null {
  const last = days.slice(-PACE_DAYS).map(({ spent }) => centsFromDollars(spent))
  const first = last.findIndex((cents) => cents !== 0n)
  if (first < 0) return null
  const counted = last.slice(first)
  const spent = counted.reduce((sum, cents) => sum + cents, 0n)
  if (spent <= 0n) return null
  const count = BigInt(counted.length)
  const left = wallet < 0n ? 0n : (wallet * count) / spent
  return { days_left: Number(left), spent_per_day: dollars(spent / count), of_days: counted.length }
}

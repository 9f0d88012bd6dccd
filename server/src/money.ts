// Inside the service, dollars are integer cents. In the API they are JSON numbers with at most two decimals.

/** Integer US cents. A bigint, so that a fraction or a float cannot slip into a sum. */
export type Cents = bigint

/**
 * True when a JSON number means whole cents: 19.99 does, 19.999 does not. Below 10^13 dollars the nearest whole number
 * of cents is exact, and dividing it by 100 gives back the same number exactly when it meant whole cents.
 */
export function isWholeCents(dollars: number): boolean {
  return Math.abs(dollars) < 1e13 && Math.round(dollars * 100) / 100 === dollars
}

/** The caller must have checked `isWholeCents`. Anything else is a programming error and is never rounded. */
export function centsFromDollars(dollars: number): Cents {
  if (!isWholeCents(dollars)) throw new RangeError('not a whole number of cents')
  return BigInt(Math.round(dollars * 100))
}

/** This is exact: a safe integer divided by 100 prints with at most two decimals. */
export function dollars(cents: Cents): number {
  return Number(cents) / 100
}

export function minCents(a: Cents, b: Cents): Cents {
  return a < b ? a : b
}

export function maxCents(a: Cents, b: Cents): Cents {
  return a > b ? a : b
}

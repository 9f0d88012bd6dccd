// Dollars are integer cents inside, and JSON numbers with at most two decimals outside.

/** Integer US cents. A bigint, so that a fraction or a float cannot slip into a sum. */
export type Cents = bigint

/**
 * True when a JSON number means whole cents: 19.99 does, 19.999 does not. Below 10^13 dollars the nearest whole number
 * of cents is exact, and its hundredth is the number that was written, or not.
 */
export function isWholeCents(dollars: number): boolean {
  return Math.abs(dollars) < 1e13 && Math.round(dollars * 100) / 100 === dollars
}

/** The caller has checked `isWholeCents`; anything else is a programming error, never rounded. */
export function centsFromDollars(dollars: number): Cents {
  if (!isWholeCents(dollars)) throw new RangeError('not a whole number of cents')
  return BigInt(Math.round(dollars * 100))
}

/** Exact: a quotient by 100 of a safe integer prints with at most two decimals. */
export function dollars(cents: Cents): number {
  return Number(cents) / 100
}

export function minCents(a: Cents, b: Cents): Cents {
  return a < b ? a : b
}

export function maxCents(a: Cents, b: Cents): Cents {
  return a > b ? a : b
}

// The controls of a card in their stored form, in which every part is present. A card without controls stores null, and costs
// the decision nothing.

export const windows = ['day', 'week', 'month', 'year', 'all_time'] as const
export type Window = (typeof windows)[number]
/** A limit may also apply to each single purchase, which needs no counter. */
export const limitWindows = ['per_transaction', ...windows] as const
export type LimitWindow = (typeof limitWindows)[number]

/** By the network's id of the merchant, or by a name in which * stands for anything. */
export type MerchantPattern = { id: string } | { name: string }

/** Amounts are whole cents as numbers: JSON has no bigint, and they are far below the largest safe integer. */
export type Limit = { window: LimitWindow; amount: number | null; count: number | null; categories: string[] }

export type Controls = {
  limits: Limit[]
  merchants: { allowed: MerchantPattern[]; blocked: MerchantPattern[] }
  categories: { blocked: string[] }
  countries: { allowed: string[]; blocked: string[] }
  uses: number | null
  merchant_lock: 'first' | null
  /** ISO 8601. */
  active_from: string | null
  active_until: string | null
}

export const noControls: Controls = {
  limits: [],
  merchants: { allowed: [], blocked: [] },
  categories: { blocked: [] },
  countries: { allowed: [], blocked: [] },
  uses: null,
  merchant_lock: null,
  active_from: null,
  active_until: null,
}

/** The merchant that a lock has bound the card to. */
export type LockedTo = { id: string | null; name: string }

/**
 * What has been used of a card's controls; the card row's lock covers it. Null on a card whose controls count nothing.
 * `at`: the windows that `limits` count in, in the order of `windows`. `limits`: cents and purchases for each limit, in their order.
 */
export type CardUsage = {
  at: number[]
  limits: [cents: number, count: number][]
  /** Purchases over the card's whole life; null when `uses` is not set. */
  uses: number | null
  locked_to: LockedTo | null
  /** How many verifications were approved without holding money, on a card with `uses`. */
  verifications?: number
  /** The card was terminated by its last use. */
  isUsedUp?: true
}

/**
 * What a hold has counted and may still give back. `counted`: for each window its number and the cents.
 * `purchase`: the windows in which it counted as a purchase; null once something has settled, or it was given back.
 * `isUse`: it is one of the card's `uses`, which is never given back. `unheld`: cents that were approved and not held, for a
 * verification.
 */
export type HoldUsage = {
  mcc: string
  counted: [window: number, cents: number][]
  purchase: number[] | null
  isUse: boolean
  unheld?: number
}

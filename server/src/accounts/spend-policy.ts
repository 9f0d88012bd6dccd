// What a key may have without asking anybody, and from which amount on a person must prove who they are.

import type { MerchantPattern } from '../ledger/stored-controls.ts'
import { type Cents, centsFromDollars } from '../money.ts'

/** Where no policy says otherwise. */
const CONFIRM_ABOVE: Cents = centsFromDollars(100)

/** As a key stores it, in whole cents. */
export type SpendPolicy = {
  auto_approve: { per_request: number; per_day: number } | null
  /** Only these are approved without a person; empty: all. */
  merchants: MerchantPattern[]
  /** Above this a person must have proved lately who they are; null: the amount of a key without a policy. */
  confirm_above: number | null
}

/** Above it a person must have proved lately who they are. */
export function confirmAbove(policy: SpendPolicy | null): Cents {
  return policy?.confirm_above == null ? CONFIRM_ABOVE : BigInt(policy.confirm_above)
}

// Which spend requests of a key are approved without a person, and above which amount a person must reauthenticate.

import type { MerchantPattern } from '../ledger/stored-controls.ts'
import { type Cents, centsFromDollars } from '../money.ts'

/** Used when no policy says otherwise. */
const CONFIRM_ABOVE: Cents = centsFromDollars(100)

/** As a key stores it, in whole cents. */
export type SpendPolicy = {
  auto_approve: { per_request: number; per_day: number } | null
  /** Only purchases at these merchants are approved without a person; an empty list means all merchants. */
  merchants: MerchantPattern[]
  /** Above this amount a person must have reauthenticated recently; null means the default amount. */
  confirm_above: number | null
}

/** The amount above which a person must have reauthenticated recently. */
export function confirmAbove(policy: SpendPolicy | null): Cents {
  return policy?.confirm_above == null ? CONFIRM_ABOVE : BigInt(policy.confirm_above)
}

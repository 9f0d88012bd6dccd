// What a key may have without asking anybody, and from which amount on a person must prove who they are.

import type { MerchantPattern } from '../ledger/stored-controls.ts'

/** As a key stores it, in whole cents. */
export type SpendPolicy = {
  auto_approve: { per_request: number; per_day: number } | null
  /** Only these are approved without a person; empty: all. */
  merchants: MerchantPattern[]
  /** Above this a person must have proved lately who they are; null: the amount of a key without a policy. */
  confirm_above: number | null
}

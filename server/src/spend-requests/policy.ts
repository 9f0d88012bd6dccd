// What a key may have without asking anybody, and from which amount on a person must prove who they are. Set with the key.

import type { SpendPolicy } from '../accounts/spend-policy.ts'
import { isListed } from '../controls/merchant-patterns.ts'
import type { SpendRequestRow } from '../ledger/spend-request-row.ts'
import { type Cents, centsFromDollars } from '../money.ts'

/** Where no policy says otherwise. */
export const CONFIRM_ABOVE: Cents = centsFromDollars(100)

/** `usedToday`: what the policy has approved of this key on this UTC day of the workspace. */
export function isAutomatic(
  policy: SpendPolicy | null | undefined,
  usedToday: Cents,
  { amount_cents, merchant }: Pick<SpendRequestRow, 'amount_cents' | 'merchant'>,
): boolean {
  if (!policy?.auto_approve) return false
  const { per_request, per_day } = policy.auto_approve
  if (amount_cents > BigInt(per_request) || usedToday + amount_cents > BigInt(per_day)) return false
  return policy.merchants.length === 0 || isListed(policy.merchants, merchant)
}

export function mustConfirm(policy: SpendPolicy | null, amount: Cents): boolean {
  return amount > (policy?.confirm_above == null ? CONFIRM_ABOVE : BigInt(policy.confirm_above))
}

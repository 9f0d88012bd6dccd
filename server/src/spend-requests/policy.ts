// Applies the policy of a key: which of its requests need no person, and which merchants its cards are bound to.

import { confirmAbove, type SpendPolicy } from '../accounts/spend-policy.ts'
import { isListed } from '../controls/merchant-patterns.ts'
import type { RequestedMerchant, SpendRequestRow } from '../ledger/spend-request-row.ts'
import type { MerchantPattern } from '../ledger/stored-controls.ts'
import type { Cents } from '../money.ts'

/** `usedToday` is what the policy has approved for this key on this UTC day of workspace time. */
export function isAutomatic(
  policy: SpendPolicy | null | undefined,
  usedToday: Cents,
  { amount_cents, merchant }: Pick<SpendRequestRow, 'amount_cents' | 'merchant'>,
): boolean {
  if (!policy?.auto_approve) return false
  const { per_request, per_day } = policy.auto_approve
  if (amount_cents > BigInt(per_request) || usedToday + amount_cents > BigInt(per_day)) return false
  return policy.merchants.length === 0 || isCovered(policy.merchants, merchant)
}

/** With an id, only the id counts, since the requester can choose the name freely. */
function isCovered(patterns: readonly MerchantPattern[], { id, name }: RequestedMerchant): boolean {
  return isListed(id === null ? patterns : patterns.filter((pattern) => 'id' in pattern), { id, name })
}

/**
 * The merchant that the card of a request is bound to: by the id if there is one, else by a part of the name, since a name is
 * written in many ways. `within` are the merchants of the policy that approved it, which the card must not exceed either.
 */
export function boundTo({ id, name }: RequestedMerchant, within: readonly MerchantPattern[]): MerchantPattern {
  if (id !== null) return { id }
  const forms = [`*${name}*`, `${name}*`, `*${name}`, name]
  // A star in `form` is compared like any other character, so only a star of the policy's pattern can match it.
  const isWithin = (form: string) => within.length === 0 || isListed(within, { id: null, name: form })
  return { name: forms.find(isWithin) ?? name }
}

export function mustConfirm(policy: SpendPolicy | null, amount: Cents): boolean {
  return amount > confirmAbove(policy)
}

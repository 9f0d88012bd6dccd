// What a key may have without asking anybody, and from which amount on a person must prove who they are. Set with the key.

import { confirmAbove, type SpendPolicy } from '../accounts/spend-policy.ts'
import { isListed } from '../controls/merchant-patterns.ts'
import type { RequestedMerchant, SpendRequestRow } from '../ledger/spend-request-row.ts'
import type { MerchantPattern } from '../ledger/stored-controls.ts'
import type { Cents } from '../money.ts'

/** `usedToday`: what the policy has approved of this key on this UTC day of the workspace. */
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

/** The card is bound to the id where one is given: a name beside it, which whoever asks can choose freely, then proves nothing. */
function isCovered(patterns: readonly MerchantPattern[], { id, name }: RequestedMerchant): boolean {
  return isListed(id === null ? patterns : patterns.filter((pattern) => 'id' in pattern), { id, name })
}

/**
 * The merchant to which the card of a request is bound: by the id where there is one; else a part of the name must do, since a name
 * is written in many ways. `within`: the merchants of the policy that approved it, beyond which the card must not reach either.
 */
export function boundTo({ id, name }: RequestedMerchant, within: readonly MerchantPattern[]): MerchantPattern {
  if (id !== null) return { id }
  const forms = [`*${name}*`, `${name}*`, `*${name}`, name]
  // A form is within a pattern that matches it letter by letter: its stars can then only stand where the pattern has one.
  const isWithin = (form: string) => within.length === 0 || isListed(within, { id: null, name: form })
  return { name: forms.find(isWithin) ?? name }
}

export function mustConfirm(policy: SpendPolicy | null, amount: Cents): boolean {
  return amount > confirmAbove(policy)
}

// Checks a purchase by the controls of a card: where, when, how often and how much. Pure, in the order of the decline reasons.

import { mccIsAllowed } from '../categories/categories.ts'
import type { CardRow } from '../ledger/rows.ts'
import { type Controls, type LimitWindow, noControls } from '../ledger/stored-controls.ts'
import type { Cents } from '../money.ts'
import { isElsewhere, isListed } from './merchant-patterns.ts'
import { endOf } from './windows.ts'

export type Purchase = {
  merchant: { id: string | null; name: string; mcc: string; country: string }
  /** Raises an approved authorization and is not a new purchase. */
  isIncrement: boolean
  /** Whether the purchase counts as one of the card's uses. */
  isUse: boolean
  /** What the authorization that is incremented has already reserved. */
  alreadyHeld: Cents
}

type PlaceReason =
  | 'category_not_allowed'
  | 'merchant_not_allowed'
  | 'country_not_allowed'
  | 'outside_active_period'
  | 'use_limit_reached'

/** Which limit was exceeded, how much of it was used, and when it resets. In dollars, or in purchases. */
export type LimitDetail = {
  window: LimitWindow
  categories: string[]
  unit: 'amount' | 'count'
  limit: number
  used: number
  resets_at: string | null
}

/** Why the card may not buy here and now, whatever the amount. */
export function whyNotHere(card: CardRow, purchase: Purchase, now: Date): PlaceReason | undefined {
  const { controls, allowed_categories: allowed } = card
  const { mcc } = purchase.merchant
  if (!controls) return mccIsAllowed(allowed, mcc) ? undefined : 'category_not_allowed'
  const { blocked } = controls.categories
  if (blocked.length > 0 && mccIsAllowed(blocked, mcc)) return 'category_not_allowed'
  return whyNotAllowed(card, controls, purchase) ?? whyNotNow(card, controls, purchase, now)
}

/** The two lists of allowed merchants and categories are one group: a merchant that is on either of them passes. */
function whyNotAllowed(
  { usage, allowed_categories: categories }: CardRow,
  { merchants, countries, merchant_lock: lock }: Controls,
  { merchant }: Purchase,
): PlaceReason | undefined {
  const isChosen = categories.length > 0 || merchants.allowed.length > 0
  const isOnList =
    (categories.length > 0 && mccIsAllowed(categories, merchant.mcc)) || isListed(merchants.allowed, merchant)
  if (isChosen && !isOnList && categories.length > 0) return 'category_not_allowed'
  if (isListed(merchants.blocked, merchant) || (isChosen && !isOnList)) return 'merchant_not_allowed'
  if (lock && usage?.locked_to && isElsewhere(usage.locked_to, merchant)) return 'merchant_not_allowed'
  const isAbroad = countries.allowed.length > 0 && !countries.allowed.includes(merchant.country)
  return isAbroad || countries.blocked.includes(merchant.country) ? 'country_not_allowed' : undefined
}

function whyNotNow(
  { usage }: CardRow,
  { active_from: from, active_until: until, uses }: Controls,
  { isUse }: Purchase,
  now: Date,
): PlaceReason | undefined {
  const time = now.getTime()
  if ((from !== null && time < Date.parse(from)) || (until !== null && time >= Date.parse(until)))
    return 'outside_active_period'
  return uses !== null && isUse && usage!.uses! >= uses ? 'use_limit_reached' : undefined
}

/** The first limit that this amount would exceed. The windows must have been rolled to `now`. */
export function exceededLimit(card: CardRow, purchase: Purchase, amount: Cents, now: Date): LimitDetail | undefined {
  const { limits } = card.controls ?? noControls
  if (limits.length === 0) return undefined
  const { mcc } = purchase.merchant
  for (const [index, { window, amount: most, count, categories }] of limits.entries()) {
    if (!mccIsAllowed(categories, mcc)) continue
    const isEach = window === 'per_transaction'
    const [cents, uses] = isEach ? [Number(purchase.alreadyHeld), 0] : card.usage!.limits[index]!
    const detail = { window, categories, resets_at: endOf(window, now)?.toISOString() ?? null }
    if (most !== null && cents + Number(amount) > most)
      return { ...detail, unit: 'amount', limit: most / 100, used: cents / 100 }
    if (count !== null && !purchase.isIncrement && uses + 1 > count)
      return { ...detail, unit: 'count', limit: count, used: uses }
  }
  return undefined
}

// Counts what controls limit, on rows whose card is locked. Counting and giving back follow the monthly limit
// (controls/monthly-use.ts), separately for each window. Purchases are approved authorizations and forced settlements.

import { mccIsAllowed } from '../categories/categories.ts'
import { type CardRow, type HoldRow, HoldStatus } from '../ledger/rows.ts'
import { type CardUsage, type Controls, type HoldUsage, type Window, windows } from '../ledger/stored-controls.ts'
import { type Cents, minCents } from '../money.ts'
import { windowsAt } from './windows.ts'

/** The part of a card and of a hold that counts. */
export type CountingCard = Pick<CardRow, 'controls' | 'usage'>
export type CountingHold = Pick<HoldRow, 'held_cents' | 'usage'>

/** An authorization of at most this much is a verification and no use: the merchant only checks that the card works. */
const MAX_VERIFICATION = 100n
const MAX_VERIFICATIONS = 3

/**
 * On a card with `uses`, a verification is approved without holding money, so that the amount of the card stays there for the
 * purchase.
 */
export function isVerification({ controls }: CountingCard, amount: Cents): boolean {
  return controls?.uses != null && amount <= MAX_VERIFICATION
}

/** Whether the card may not be verified once more. */
export function isVerifiedEnough({ usage }: CountingCard): boolean {
  return (usage?.verifications ?? 0) >= MAX_VERIFICATIONS
}

/** Notes that an amount was approved and not held. */
export function countVerification({ usage }: CountingCard, hold: CountingHold, amount: Cents): void {
  if (!usage || !hold.usage) return
  usage.verifications = (usage.verifications ?? 0) + 1
  hold.usage.unheld = Number(amount)
}

/** Less of a verification is open once something beyond its hold has settled. */
export function settleUnheld({ usage }: CountingHold, settled: Cents): void {
  if (usage?.unheld !== undefined) usage.unheld = Math.max(0, usage.unheld - Number(settled))
}

/** What a pending verification may still settle beyond its hold. */
export function unheldOf({ status, usage }: Pick<HoldRow, 'status' | 'usage'>): Cents {
  return status === HoldStatus.pending ? BigInt(usage?.unheld ?? 0) : 0n
}

/** The counters that these controls need, all at zero; null when they count nothing. */
export function emptyUsage(controls: Controls | null, now: Date): CardUsage | null {
  if (!controls) return null
  const { limits, uses, merchant_lock: lock } = controls
  if (limits.length === 0 && uses === null && lock === null) return null
  return { at: windowsAt(now), limits: limits.map(() => [0, 0]), uses: uses === null ? null : 0, locked_to: null }
}

/** Resets the counters whose windows have ended. A window never goes back. */
export function rollWindows({ controls, usage }: CountingCard, now: Date): void {
  if (!usage || !controls || controls.limits.length === 0) return
  const at = windowsAt(now)
  const isOver = at.map((number, index) => number > usage.at[index]!)
  if (!isOver.includes(true)) return
  usage.at = usage.at.map((number, index) => Math.max(number, at[index]!))
  for (const [index, { window }] of controls.limits.entries())
    if (window !== 'per_transaction' && isOver[indexOf(window)]) usage.limits[index] = [0, 0]
}

/** Counts a held amount, which the hold can give back. `isNew` is true for a new purchase. */
export function countHeldUsage(
  card: CountingCard,
  hold: CountingHold,
  amount: Cents,
  mcc: string,
  isNew: boolean,
): void {
  const { usage } = card
  if (!usage) return
  hold.usage ??= { mcc, counted: usage.at.map((number) => [number, 0]), purchase: null, isUse: false }
  if (becomesUse(hold, 0n)) {
    hold.usage.isUse = true
    if (usage.uses !== null) usage.uses += 1
  }
  addToLimits(card, mcc, amount, isNew ? 1 : 0)
  hold.usage.counted = hold.usage.counted.map(([number, cents], index) => {
    const current = usage.at[index]!
    return [current, (number === current ? cents : 0) + Number(amount)]
  })
  if (isNew) hold.usage.purchase = [...usage.at]
}

/** An authorization becomes a use once it is for more than a verification, which may happen by an increment. */
export function becomesUse({ held_cents, usage }: CountingHold, more: Cents): boolean {
  return usage?.isUse !== true && held_cents + BigInt(usage?.unheld ?? 0) + more > MAX_VERIFICATION
}

/** Counts what settles beyond a hold: above it, after it ended, or forced. A forced settlement is a purchase of its own. */
export function countSpentUsage(card: CountingCard, amount: Cents, mcc: string, isForced: boolean): void {
  const { usage } = card
  if (!usage) return
  if (isForced && usage.uses !== null) usage.uses += 1
  addToLimits(card, mcc, amount, isForced ? 1 : 0)
}

/** A settled amount stays counted, and so does its purchase. */
export function keepUsage({ usage }: CountingHold, settled: Cents): void {
  if (!usage) return
  usage.purchase = null
  for (const each of usage.counted) each[1] -= Number(minCents(settled, BigInt(each[1])))
}

/** `hasEnded` is true when nothing of the authorization is left. Its purchase is then given back unless something has settled. */
export function giveUsageBack(card: CountingCard, hold: CountingHold, released: Cents, hasEnded: boolean): void {
  const { usage: used } = card
  const { usage } = hold
  if (!usage) return
  const given = usage.counted.map((each) => {
    const cents = Number(minCents(released, BigInt(each[1])))
    each[1] -= cents
    return cents
  })
  const purchase = hasEnded ? usage.purchase : null
  if (hasEnded) usage.purchase = null
  if (!used || !card.controls) return
  for (const [index, { window, categories }] of card.controls.limits.entries()) {
    if (window === 'per_transaction' || !mccIsAllowed(categories, usage.mcc)) continue
    takeBack(used, index, indexOf(window), usage, given, purchase)
  }
}

function takeBack(
  { at, limits }: CardUsage,
  index: number,
  window: number,
  { counted }: HoldUsage,
  given: readonly number[],
  purchase: readonly number[] | null,
): void {
  const limit = limits[index]!
  if (counted[window]![0] === at[window]) limit[0] = Math.max(0, limit[0] - given[window]!)
  if (purchase && purchase[window] === at[window]) limit[1] = Math.max(0, limit[1] - 1)
}

function addToLimits({ controls, usage }: CountingCard, mcc: string, amount: Cents, purchases: number): void {
  for (const [index, { window, categories }] of controls!.limits.entries()) {
    if (window === 'per_transaction' || !mccIsAllowed(categories, mcc)) continue
    const limit = usage!.limits[index]!
    limit[0] += Number(amount)
    limit[1] += purchases
  }
}

function indexOf(window: Window): number {
  return windows.indexOf(window)
}

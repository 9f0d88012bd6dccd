// What counts against the limits of a card. The monthly spending limit, which every card has, is here: a UTC calendar month
// of workspace time. A card stores the month it counts, which never goes back; a hold stores the month it counted in and how
// much of that is still its own. The limits that a customer sets besides are counted in the same steps (controls/usage.ts).

import { monthOf } from '../clock.ts'
import { countHeldUsage, countSpentUsage, giveUsageBack, keepUsage, rollWindows } from '../controls/usage.ts'
import type { CardRow, HoldRow } from '../ledger/rows.ts'
import { type Cents, minCents } from '../money.ts'

/** Begins what has begun anew on the card when time has moved on. */
export function rollUse(card: CardRow, now: Date): void {
  rollWindows(card, now)
  const month = monthOf(now)
  if (month <= card.month) return
  card.month = month
  card.month_used_cents = 0n
}

/** What is held counts, and is the hold's to give back. In a later month than the hold's first, only the new part is. */
export function countHeld(card: CardRow, hold: HoldRow, amount: Cents, mcc: string, isNew: boolean): void {
  countHeldUsage(card, hold, amount, mcc, isNew)
  card.month_used_cents += amount
  if (hold.month !== card.month) {
    hold.month = card.month
    hold.counted_cents = 0n
  }
  hold.counted_cents += amount
}

/** What settles above its hold, late or forced. */
export function countSpent(card: CardRow, amount: Cents, mcc: string, isForced: boolean): void {
  countSpentUsage(card, amount, mcc, isForced)
  card.month_used_cents += amount
}

/** What has settled stays counted and is no longer the hold's. */
export function keepCounted(hold: HoldRow, settled: Cents): void {
  keepUsage(hold, settled)
  hold.counted_cents -= minCents(settled, hold.counted_cents)
}

/** Released money gives back at most what its hold counted, and only while that is still the card's month. */
export function giveBack(card: CardRow, hold: HoldRow, released: Cents): void {
  giveUsageBack(card, hold, released, released === hold.held_cents)
  const counted = minCents(released, hold.counted_cents)
  hold.counted_cents -= counted
  if (hold.month === card.month) card.month_used_cents -= minCents(counted, card.month_used_cents)
}

// Counts what is spent against the limits of a card. The monthly limit that every card has is counted here, by UTC calendar
// months of workspace time. A card stores the month it counts, which never goes back. A hold stores the month in which it was
// counted and how much of it can still be given back. The customer's own limits are counted in the same steps
// (controls/usage.ts).

import { monthOf } from '../clock.ts'
import { countHeldUsage, countSpentUsage, giveUsageBack, keepUsage, rollWindows } from '../controls/usage.ts'
import type { CardRow, HoldRow } from '../ledger/rows.ts'
import { type Cents, minCents } from '../money.ts'

/** Resets the counters of the card whose month or window has ended. */
export function rollUse(card: CardRow, now: Date): void {
  rollWindows(card, now)
  const month = monthOf(now)
  if (month <= card.month) return
  card.month = month
  card.month_used_cents = 0n
}

/** Counts a held amount, which the hold can give back. In a later month than the hold's first, only the new part can be. */
export function countHeld(card: CardRow, hold: HoldRow, amount: Cents, mcc: string, isNew: boolean): void {
  countHeldUsage(card, hold, amount, mcc, isNew)
  card.month_used_cents += amount
  if (hold.month !== card.month) {
    hold.month = card.month
    hold.counted_cents = 0n
  }
  hold.counted_cents += amount
}

/** Counts what settles beyond a hold: above it, after it ended, or without one. */
export function countSpent(card: CardRow, amount: Cents, mcc: string, isForced: boolean): void {
  countSpentUsage(card, amount, mcc, isForced)
  card.month_used_cents += amount
}

/** A settled amount stays counted, and the hold can no longer give it back. */
export function keepCounted(hold: HoldRow, settled: Cents): void {
  keepUsage(hold, settled)
  hold.counted_cents -= minCents(settled, hold.counted_cents)
}

/** Gives back at most what the hold counted, and only while the card still counts that month. */
export function giveBack(card: CardRow, hold: HoldRow, released: Cents): void {
  giveUsageBack(card, hold, released, released === hold.held_cents)
  const counted = minCents(released, hold.counted_cents)
  hold.counted_cents -= counted
  if (hold.month === card.month) card.month_used_cents -= minCents(counted, card.month_used_cents)
}

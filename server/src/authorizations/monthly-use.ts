// The monthly spending limit: a UTC calendar month of workspace time. A card stores the month it counts,
// which never goes back; a hold stores the month it counted in and how much of that is still its own.

import { monthOf } from '../clock.ts'
import type { CardRow, HoldRow } from '../ledger/rows.ts'
import { type Cents, minCents } from '../money.ts'

/** Begins a new month on the card when time has moved into one. */
export function rollMonth(card: CardRow, now: Date): void {
  const month = monthOf(now)
  if (month <= card.month) return
  card.month = month
  card.month_used_cents = 0n
}

/** What is held counts, and is the hold's to give back. In a later month than the hold's first, only the new part is. */
export function countHeld(card: CardRow, hold: HoldRow, amount: Cents): void {
  card.month_used_cents += amount
  if (hold.month !== card.month) {
    hold.month = card.month
    hold.counted_cents = 0n
  }
  hold.counted_cents += amount
}

/** What settles above its hold, late or forced. */
export function countSpent(card: CardRow, amount: Cents): void {
  card.month_used_cents += amount
}

/** What has settled stays counted and is no longer the hold's. */
export function keepCounted(hold: HoldRow, settled: Cents): void {
  hold.counted_cents -= minCents(settled, hold.counted_cents)
}

/** Released money gives back at most what its hold counted, and only while that is still the card's month. */
export function giveBack(card: CardRow, hold: HoldRow, released: Cents): void {
  const counted = minCents(released, hold.counted_cents)
  hold.counted_cents -= counted
  if (hold.month === card.month) card.month_used_cents -= minCents(counted, card.month_used_cents)
}

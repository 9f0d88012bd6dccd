// One card takes the place of another. The old card is terminated, and its money waits for the new card on the ledger account
// for issuances. The new card continues where the old one stopped, including what was used of its limits.

import type { Books } from '../engine/books.ts'
import type { Uuid } from '../ids.ts'
import type { Changes } from '../ledger/changes.ts'
import { postReplacement } from '../ledger/postings.ts'
import type { CardRow, Replacement } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import type { Cents } from '../money.ts'
import type { CardSettings } from './new-card.ts'
import { terminate } from './terminate-card.ts'

export const replacementReasons = ['lost', 'stolen', 'compromised', 'other'] as const

export function settingsOfCard(card: CardRow): CardSettings {
  const { label, metadata, spending_limit_cents, allowed_categories, auto_freeze_cents, controls } = card
  return { label, metadata, spending_limit_cents, allowed_categories, auto_freeze_cents, controls }
}

export function replacementOf({ id, month, month_used_cents, usage }: CardRow, reason: string): Replacement {
  return { card_id: id, reason, month, month_used_cents: String(month_used_cents), usage: structuredClone(usage) }
}

/**
 * Terminates the old card and returns the amount that goes to the new one. Its holds stay, and settle as on any terminated
 * card. The wallet pays an overdraft. `replacedBy` is null until a processor has issued the new card.
 */
export function retireCard(books: Books, actor: string | null, reason: string, replacedBy: Uuid | null): Cents {
  const { card, changes, workspace: wallet, now } = books
  changes.card(card)
  const moved = postReplacement(changes.posting(card.id, TransferKind.replace, now), wallet, card)
  card.replaced_by = replacedBy
  terminate(books, actor, reason)
  return moved
}

/** Copies what the new card takes over besides the settings and the money. */
export function takeOver(card: CardRow, { card_id, month, month_used_cents, usage }: Replacement): void {
  card.replaces = card_id
  card.month = month
  card.month_used_cents = BigInt(month_used_cents)
  card.usage = usage
}

/** Makes the old card name the new one, in its history too. */
export function linkReplaced(
  changes: Changes,
  old: CardRow,
  card: CardRow,
  { reason, amount, actor, now }: { reason: string; amount: Cents; actor: string | null; now: Date },
): void {
  old.replaced_by = card.id
  changes.changedSettings.set(old.id, old)
  changes.history(old, 'replaced', now, actor, { amount, reason })
}

// A debit that leaves the balance below the card's threshold freezes the card at once, in the same commit.

import type { CardBooks } from '../engine/books.ts'
import { balanceOfCard, CardStatus } from '../ledger/rows.ts'
import { freeze } from './freeze-card.ts'

/** Must be called after the debit and its own event, so that `card.frozen` follows its cause. */
export function freezeIfBelowThreshold(books: CardBooks): void {
  const { card } = books
  if (card.status !== CardStatus.active || card.auto_freeze_cents === null) return
  if (balanceOfCard(card) < card.auto_freeze_cents) freeze(books, 'auto_freeze', null)
}

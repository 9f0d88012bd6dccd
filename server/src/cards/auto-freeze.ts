// A debit that leaves the balance below the card's threshold freezes the card at once, in the same commit.

import type { Workspace } from '../accounts/workspace.ts'
import type { Changes } from '../ledger/changes.ts'
import { balanceOfCard, type CardRow, CardStatus } from '../ledger/rows.ts'
import { freeze } from './freeze-card.ts'

/** Must be called after the debit and its own event, so that `card.frozen` follows its cause. */
export function freezeIfBelowThreshold(
  changes: Changes,
  workspace: Pick<Workspace, 'bucket' | 'id'>,
  card: CardRow,
  now: Date,
): void {
  if (card.status !== CardStatus.active || card.auto_freeze_cents === null) return
  if (balanceOfCard(card) < card.auto_freeze_cents) freeze(changes, workspace, card, now, 'auto_freeze', null)
}

// Increments of a card that its last use has ended: the wallet pays them, up to what the card returned to it then.

import { unheldOf } from '../controls/usage.ts'
import { leftAfterEnd } from '../ledger/postings.ts'
import { type CardRow, CardStatus, type HoldRow, type WorkspaceRow } from '../ledger/rows.ts'
import { type Cents, minCents } from '../money.ts'
import type { Asked } from './decide.ts'

/** What the wallet may still pay for this hold; nothing is said when the card pays, or when the hold is no use of it. */
export function afterLastUse(
  wallet: WorkspaceRow,
  card: CardRow,
  hold: HoldRow,
): Pick<Asked, 'fromWallet' | 'promised'> {
  if (!isOfLastUse(card, hold)) return {}
  // What a verification was approved for without being held may still settle, so an increment leaves it.
  const promised = unheldOf(hold)
  const left = leftAfterEnd(card)
  return { promised, fromWallet: minCents(spendable(wallet), left > promised ? left - promised : 0n) }
}

export function isOfLastUse(card: CardRow, hold: HoldRow): boolean {
  return card.status === CardStatus.terminated && card.usage?.isUsedUp === true && hold.usage?.isUse === true
}

function spendable({ on_hold, wallet_cents }: WorkspaceRow): Cents {
  return on_hold ? 0n : wallet_cents
}

import type { CardBooks } from '../engine/books.ts'
import { newUuid } from '../ids.ts'
import { type HoldRow, HoldStatus } from '../ledger/rows.ts'

const DAY_MS = 86_400_000

/** Of a new authorization, before anything is reserved. */
export function newHold({ changes, card, now }: CardBooks, days: number): HoldRow {
  const hold: HoldRow = {
    bucket: card.bucket,
    id: newUuid(),
    workspace_id: card.workspace_id,
    card_id: card.id,
    held_cents: 0n,
    month: card.month,
    counted_cents: 0n,
    status: HoldStatus.pending,
    expires_at: new Date(now.getTime() + days * DAY_MS),
    usage: null,
    created_at: now,
    authorized_cents: 0n,
    settled_cents: 0n,
    refunded_cents: 0n,
  }
  changes.newHolds.push(hold)
  return hold
}

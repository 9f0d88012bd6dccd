// The two ways in which held money becomes available again without a settlement: the merchant reverses the
// authorization, or it expires.

import { giveBack } from '../controls/monthly-use.ts'
import type { CardBooks } from '../engine/books.ts'
import { newUuid } from '../ids.ts'
import { HoldRelease } from '../ledger/changes.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { postRelease } from '../ledger/postings.ts'
import { type HoldRow, HoldStatus } from '../ledger/rows.ts'
import type { DetailedTransaction } from '../ledger/transaction-details.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { type Cents, dollars } from '../money.ts'
import { holdStatusNames, presentTransactionEvent } from '../transactions/present-transaction.ts'

/** The authorization as its event shows it. */
export type Authorized = { transaction: DetailedTransaction; merchant: MerchantRow }

export function reverseHold(books: CardBooks, hold: HoldRow, amount: Cents, authorized: Authorized): void {
  release(books, hold, amount, 'reversed')
  if (hold.held_cents === 0n) hold.status = HoldStatus.reversed
  releaseEvent(books, hold, authorized, 'transaction.reversed')
}

export function expireHold(books: CardBooks, hold: HoldRow, authorized: Authorized): void {
  release(books, hold, hold.held_cents, 'expired')
  hold.status = HoldStatus.expired
  releaseEvent(books, hold, authorized, 'transaction.expired')
}

function release(
  { changes, workspace: wallet, card, now }: CardBooks,
  hold: HoldRow,
  amount: Cents,
  event: keyof typeof HoldRelease,
): void {
  changes.card(card)
  changes.changedHolds.set(hold.id, hold)
  const id = newUuid()
  postRelease(
    changes.posting(id, event === 'reversed' ? TransferKind.reverse : TransferKind.expire, now),
    wallet,
    card,
    amount,
  )
  giveBack(card, hold, amount)
  hold.held_cents -= amount
  changes.holdReleases.push({
    bucket: hold.bucket,
    id,
    workspace_id: hold.workspace_id,
    authorization_id: hold.id,
    event: HoldRelease[event],
    amount_cents: amount,
    created_at: now,
  })
}

function releaseEvent(
  { changes, workspace: wallet, now }: CardBooks,
  hold: HoldRow,
  { transaction, merchant }: Authorized,
  type: 'transaction.reversed' | 'transaction.expired',
): void {
  const data = {
    ...presentTransactionEvent(transaction, merchant),
    authorization_status: holdStatusNames[hold.status - 1],
    held_amount: dollars(hold.held_cents),
  }
  changes.event(wallet, type, now, { data })
}

// The two ways in which held money becomes available again without a settlement: the merchant reverses the
// authorization, or it expires.

import { giveBack } from '../controls/monthly-use.ts'
import { newUuid } from '../ids.ts'
import { type Changes, HoldRelease } from '../ledger/changes.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { postRelease } from '../ledger/postings.ts'
import { type CardRow, type HoldRow, HoldStatus, type WorkspaceRow } from '../ledger/rows.ts'
import type { DetailedTransaction } from '../ledger/transaction-details.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { type Cents, dollars } from '../money.ts'
import { holdStatusNames, presentTransactionEvent } from '../transactions/present-transaction.ts'

/** The authorization as its event shows it. */
export type Authorized = { transaction: DetailedTransaction; merchant: MerchantRow }

export function reverseHold(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  hold: HoldRow,
  amount: Cents,
  authorized: Authorized,
  now: Date,
): void {
  release(changes, wallet, card, hold, amount, now, 'reversed')
  if (hold.held_cents === 0n) hold.status = HoldStatus.reversed
  releaseEvent(changes, wallet, hold, authorized, now, 'transaction.reversed')
}

export function expireHold(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  hold: HoldRow,
  authorized: Authorized,
  now: Date,
): void {
  release(changes, wallet, card, hold, hold.held_cents, now, 'expired')
  hold.status = HoldStatus.expired
  releaseEvent(changes, wallet, hold, authorized, now, 'transaction.expired')
}

function release(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  hold: HoldRow,
  amount: Cents,
  now: Date,
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
  changes: Changes,
  wallet: WorkspaceRow,
  hold: HoldRow,
  { transaction, merchant }: Authorized,
  now: Date,
  type: 'transaction.reversed' | 'transaction.expired',
): void {
  const data = {
    ...presentTransactionEvent(transaction, merchant),
    authorization_status: holdStatusNames[hold.status - 1],
    held_amount: dollars(hold.held_cents),
  }
  changes.event(wallet, type, now, { data })
}

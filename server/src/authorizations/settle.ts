// Settlements and refunds, which the network posts without asking us. A settlement always posts: on a frozen,
// terminated or expired card, above the hold, after it ended, or without any authorization.

import { freezeIfBelowThreshold } from '../cards/auto-freeze.ts'
import { terminateIfUsedUp } from '../cards/terminate-card.ts'
import { countSpent, giveBack, keepCounted, rollUse } from '../controls/monthly-use.ts'
import { settleUnheld } from '../controls/usage.ts'
import type { CardBooks } from '../engine/books.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { type TransactionRow, TransactionType } from '../ledger/changes.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { postRefund, postRelease, postSettlement } from '../ledger/postings.ts'
import { addToHold, type HoldRow, HoldStatus } from '../ledger/rows.ts'
import { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { type Cents, minCents } from '../money.ts'
import { transactionRow } from './authorize.ts'

export type Settlement = {
  amount: Cents
  final: boolean
  merchant: Pick<MerchantRow, 'id' | 'mcc'>
  threeDs: ThreeDsStatus
}

/** Without a hold the settlement is forced. */
export function settle(books: CardBooks, hold: HoldRow | null, settlement: Settlement): TransactionRow {
  const { changes, workspace: wallet, card, now } = books
  changes.card(card)
  rollUse(card, now)
  const id = newUuid()
  const posting = changes.posting(id, TransferKind.settle, now)
  const fromHold = hold ? minCents(settlement.amount, hold.held_cents) : 0n
  postSettlement(posting, wallet, card, settlement.amount, fromHold)
  const usesBefore = card.usage?.uses ?? null
  countSpent(card, settlement.amount - fromHold, settlement.merchant.mcc, hold === null)
  if (hold) {
    changes.changedHolds.set(hold.id, hold)
    keepCounted(hold, fromHold)
    settleUnheld(hold, settlement.amount - fromHold)
    hold.held_cents -= fromHold
    addToHold(hold, 'settled_cents', settlement.amount)
    if (settlement.final) {
      postRelease(posting, wallet, card, hold.held_cents)
      giveBack(card, hold, hold.held_cents)
      hold.held_cents = 0n
      hold.status = HoldStatus.settled
    }
  }
  card.total_spent_cents += settlement.amount
  card.settlement_count += 1
  card.last_used_at = now
  const entry = {
    id,
    merchantId: settlement.merchant.id,
    threeDs: settlement.threeDs,
    authorizationId: hold?.id ?? null,
    type: TransactionType.settlement,
    signed: -settlement.amount,
  }
  const transaction = transactionRow(card, entry, now)
  changes.transactions.push(transaction)
  changes.event(wallet, 'transaction.settled', now, { subjectId: id })
  freezeIfBelowThreshold(books)
  terminateIfUsedUp(books, usesBefore)
  return transaction
}

export type Refund = {
  amount: Cents
  merchantId: Uuid
  settlement: { id: Uuid; threeDs: ThreeDsStatus } | null
  /** Of the authorization that it belongs to, where there is one: of the settlement, or known without it. */
  hold: HoldRow | null
}

/** A refund fills an overdraft first; on a terminated card it goes to the wallet. It does not lower the monthly use. */
export function refund(
  { changes, workspace: wallet, card, now }: CardBooks,
  { amount, merchantId, settlement, hold }: Refund,
): TransactionRow {
  changes.card(card)
  const id = newUuid()
  postRefund(changes.posting(id, TransferKind.refund, now), wallet, card, amount)
  card.total_spent_cents -= amount
  card.refund_count += 1
  if (hold) {
    changes.changedHolds.set(hold.id, hold)
    addToHold(hold, 'refunded_cents', amount)
  }
  const entry = {
    id,
    merchantId,
    authorizationId: hold?.id ?? null,
    ...(settlement && { refundOf: settlement.id }),
    threeDs: settlement?.threeDs ?? ThreeDsStatus.not_required,
    type: TransactionType.refund,
    signed: amount,
  }
  const transaction = transactionRow(card, entry, now)
  changes.transactions.push(transaction)
  changes.event(wallet, 'transaction.refunded', now, { subjectId: id })
  return transaction
}

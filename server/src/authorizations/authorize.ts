// Applies a decision to the books: the hold or the decline, the row of it, the counters and the events.
// Works on rows that the caller has locked, and writes to `changes` only.

import { freezeIfBelowThreshold } from '../cards/auto-freeze.ts'
import { holdDays } from '../categories/categories.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { type Changes, type MerchantRow, type TransactionRow, TransactionType } from '../ledger/changes.ts'
import { postHold } from '../ledger/postings.ts'
import { balanceOfCard, type CardRow, type HoldRow, HoldStatus } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import type { Cents } from '../money.ts'
import { type Asked, decide, type ThreeDsStatus } from './decide.ts'
import { type DeclineReason, declineReasons } from './decline-reasons.ts'
import { countHeld, rollMonth } from './monthly-use.ts'

const DAY_MS = 86_400_000

export type Outcome = { approved: boolean; declineReason: DeclineReason | null; transaction: TransactionRow }

type Owner = { bucket: number; id: Uuid }

export function authorize(
  changes: Changes,
  workspace: Owner,
  card: CardRow,
  merchant: MerchantRow,
  asked: Asked,
  now: Date,
): Outcome {
  changes.card(card)
  rollMonth(card, now)
  const decision = decide(card, asked, now)
  if (!decision.approved)
    return decline(
      changes,
      workspace,
      card,
      { merchantId: merchant.id, authorizationId: null, threeDs: decision.threeDs, amount: asked.amount },
      decision.reason,
      now,
    )
  const id = newUuid()
  const hold: HoldRow = {
    bucket: card.bucket,
    id,
    workspace_id: card.workspace_id,
    card_id: card.id,
    held_cents: 0n,
    month: card.month,
    counted_cents: 0n,
    status: HoldStatus.pending,
    expires_at: new Date(now.getTime() + holdDays(asked.mcc) * DAY_MS),
  }
  changes.newHolds.push(hold)
  const entry = {
    id,
    merchantId: merchant.id,
    authorizationId: null,
    threeDs: decision.threeDs,
    amount: decision.amount,
  }
  return { approved: true, declineReason: null, transaction: reserve(changes, workspace, card, hold, entry, now) }
}

export type Increment = { merchantId: Uuid; threeDs: ThreeDsStatus; asked: Asked }

/** More for an authorization that is still pending. A refusal is a decline of its own and leaves the hold as it was. */
export function increment(
  changes: Changes,
  workspace: Owner,
  card: CardRow,
  hold: HoldRow,
  { merchantId, threeDs, asked }: Increment,
  now: Date,
): Outcome {
  changes.card(card)
  rollMonth(card, now)
  const decision = decide(card, asked, now)
  const entry = { merchantId, authorizationId: hold.id, threeDs, amount: asked.amount }
  if (!decision.approved) return decline(changes, workspace, card, entry, decision.reason, now)
  changes.changedHolds.set(hold.id, hold)
  return {
    approved: true,
    declineReason: null,
    transaction: reserve(changes, workspace, card, hold, { ...entry, id: newUuid() }, now),
  }
}

type Entry = { merchantId: Uuid; authorizationId: Uuid | null; threeDs: ThreeDsStatus; amount: Cents }

function reserve(
  changes: Changes,
  workspace: Owner,
  card: CardRow,
  hold: HoldRow,
  entry: Entry & { id: Uuid },
  now: Date,
): TransactionRow {
  postHold(changes.posting(entry.id, TransferKind.hold, now), workspace, card, entry.amount)
  hold.held_cents += entry.amount
  countHeld(card, hold, entry.amount)
  card.authorization_count += 1
  card.last_used_at = now
  const transaction = transactionRow(
    card,
    { ...entry, type: TransactionType.authorization, signed: -entry.amount },
    now,
  )
  changes.transactions.push(transaction)
  changes.event(workspace, 'transaction.authorized', now, { subjectId: transaction.id })
  freezeIfBelowThreshold(changes, workspace, card, now)
  return transaction
}

function decline(
  changes: Changes,
  workspace: Owner,
  card: CardRow,
  entry: Entry,
  reason: DeclineReason,
  now: Date,
): Outcome {
  card.decline_count += 1
  const transaction = transactionRow(
    card,
    { ...entry, id: newUuid(), type: TransactionType.decline, signed: -entry.amount, reason },
    now,
  )
  changes.transactions.push(transaction)
  changes.event(workspace, 'transaction.declined', now, { subjectId: transaction.id })
  return { approved: false, declineReason: reason, transaction }
}

type NewTransaction = {
  id: Uuid
  merchantId: Uuid
  authorizationId: Uuid | null
  refundOf?: Uuid
  threeDs: ThreeDsStatus
  type: TransactionType
  signed: Cents
  reason?: DeclineReason
}

export function transactionRow(card: CardRow, entry: NewTransaction, now: Date): TransactionRow {
  return {
    bucket: card.bucket,
    id: entry.id,
    workspace_id: card.workspace_id,
    card_id: card.id,
    merchant_id: entry.merchantId,
    authorization_id: entry.authorizationId,
    refund_of: entry.refundOf ?? null,
    amount_cents: entry.signed,
    balance_after_cents: balanceOfCard(card),
    created_at: now,
    type: entry.type,
    decline_reason: entry.reason ? declineReasons[entry.reason] : null,
    three_ds_status: entry.threeDs,
  }
}

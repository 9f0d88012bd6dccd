// Applies a decision to the books: the hold or the decline, the row of it, the counters and the events.
// Works on rows that the caller has locked, and writes to `changes` only.

import { freezeIfBelowThreshold } from '../cards/auto-freeze.ts'
import { holdDays } from '../categories/categories.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { type Changes, type MerchantRow, type TransactionRow, TransactionType } from '../ledger/changes.ts'
import { postAdoptedHold, postHold } from '../ledger/postings.ts'
import { balanceOfCard, type CardRow, type HoldRow, HoldStatus, type WorkspaceRow } from '../ledger/rows.ts'
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
  const hold = newHold(changes, card, asked.holdDays ?? holdDays(asked.mcc), now)
  const entry = {
    id: hold.id,
    merchantId: merchant.id,
    authorizationId: null,
    threeDs: decision.threeDs,
    amount: decision.amount,
  }
  return { approved: true, declineReason: null, transaction: reserve(changes, workspace, card, hold, entry, now) }
}

function newHold(changes: Changes, card: CardRow, days: number, now: Date): HoldRow {
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
  }
  changes.newHolds.push(hold)
  return hold
}

export type Adoption = { merchantId: Uuid; amount: Cents; threeDs: ThreeDsStatus; holdDays: number }

/** Somebody else has approved it: it is held even where it overdraws. More for a hold that is there, or a new one. */
export function adopt(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  known: HoldRow | undefined,
  { holdDays: days, ...entry }: Adoption,
  now: Date,
): { hold: HoldRow; transaction: TransactionRow } {
  changes.card(card)
  rollMonth(card, now)
  const hold = known ?? newHold(changes, card, days, now)
  if (known) changes.changedHolds.set(known.id, known)
  hold.status = HoldStatus.pending
  const ids = known ? { id: newUuid(), authorizationId: known.id } : { id: hold.id, authorizationId: null }
  postAdoptedHold(changes.posting(ids.id, TransferKind.hold, now), wallet, card, entry.amount)
  return { hold, transaction: countReserved(changes, wallet, card, hold, { ...entry, ...ids }, now) }
}

/** A decline that was decided elsewhere. */
export function noteDecline(
  changes: Changes,
  workspace: Owner,
  card: CardRow,
  entry: { merchantId: Uuid; amount: Cents; threeDs: ThreeDsStatus },
  now: Date,
): TransactionRow {
  changes.card(card)
  return decline(changes, workspace, card, { ...entry, authorizationId: null }, 'declined_by_processor', now)
    .transaction
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
  return countReserved(changes, workspace, card, hold, entry, now)
}

/** What follows from a hold whose money has been posted. */
function countReserved(
  changes: Changes,
  workspace: Owner,
  card: CardRow,
  hold: HoldRow,
  entry: Entry & { id: Uuid },
  now: Date,
): TransactionRow {
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

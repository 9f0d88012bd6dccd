// Applies a decision to the books: the hold or the decline with its row, the counters and the events. Works on rows that the
// caller has locked, and writes only to `changes`.

import { freezeIfBelowThreshold } from '../cards/auto-freeze.ts'
import { terminateIfUsedUp } from '../cards/terminate-card.ts'
import { countHeld, rollUse } from '../controls/monthly-use.ts'
import { becomesUse, countVerification } from '../controls/usage.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { type Changes, type TransactionRow, TransactionType } from '../ledger/changes.ts'
import { type DeclineReason, declineReasons } from '../ledger/decline-reasons.ts'
import { showDecision } from '../ledger/hook-answer.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { postAdoptedHold, postHold } from '../ledger/postings.ts'
import { addToHold, balanceOfCard, type CardRow, type HoldRow, HoldStatus, type WorkspaceRow } from '../ledger/rows.ts'
import type { RuleFacts } from '../ledger/rule-rows.ts'
import type { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import { addDetails, type DetailedTransaction } from '../ledger/transaction-details.ts'
import type { TransactionDetails } from '../ledger/transaction-details-row.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import type { Cents } from '../money.ts'
import { noteDeclineOf, notePurchaseOf } from '../rules/note-use.ts'
import type { RuleEvaluation } from '../rules/rule-set.ts'
import { afterLastUse, isOfLastUse } from './after-last-use.ts'
import { type Asked, type Decision, decide } from './decide.ts'
import { holdDays } from './hold-days.ts'
import { newHold } from './new-hold.ts'

export type Outcome = { approved: boolean; declineReason: DeclineReason | null; transaction: DetailedTransaction }

export function authorize(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  merchant: MerchantRow,
  asked: Asked,
  now: Date,
): Outcome {
  changes.card(card)
  rollUse(card, now)
  const decision = decide(card, merchant, asked, now)
  const { threeDs, evaluated } = decision
  if (evaluated) countMatches(changes, evaluated, now)
  const entry = {
    merchant,
    authorizationId: null,
    threeDs,
    details: detailsOf(card, asked, decision),
    evaluated,
    hasBought: asked.rules?.hasBought === true,
  }
  if (!decision.approved)
    return decline(changes, wallet, card, { ...entry, amount: asked.amount }, decision.reason, now)
  const hold = newHold(changes, card, asked.holdDays ?? holdDays(merchant.mcc), now)
  const reserved = { ...entry, id: hold.id, amount: decision.amount, held: decision.held }
  return { approved: true, declineReason: null, transaction: reserve(changes, wallet, card, hold, reserved, now) }
}

/** Counts the rules that matched, for their reports. */
function countMatches(changes: Changes, { matched, stopping }: RuleEvaluation, now: Date): void {
  for (const rule of matched) changes.ruleCounts.add(rule.version, now, rule === stopping?.rule)
}

export type Adoption = { merchant: MerchantRow; amount: Cents; threeDs: ThreeDsStatus; holdDays: number }

/** Holds money for an approval that was made elsewhere, even when it overdraws the card: a new hold, or more of an existing one. */
export function adopt(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  known: HoldRow | undefined,
  { holdDays: days, ...entry }: Adoption,
  now: Date,
): { hold: HoldRow; transaction: TransactionRow } {
  changes.card(card)
  rollUse(card, now)
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
  wallet: WorkspaceRow,
  card: CardRow,
  entry: { merchant: MerchantRow; amount: Cents; threeDs: ThreeDsStatus },
  now: Date,
): TransactionRow {
  changes.card(card)
  return decline(changes, wallet, card, { ...entry, authorizationId: null }, 'declined_by_processor', now).transaction
}

export type Increment = { merchant: MerchantRow; threeDs: ThreeDsStatus; asked: Asked }

/** Raises the hold of a pending authorization. A refusal is a decline of its own and leaves the hold as it was. */
export function increment(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  hold: HoldRow,
  { merchant, threeDs, asked }: Increment,
  now: Date,
): Outcome {
  changes.card(card)
  rollUse(card, now)
  const decision = decide(card, merchant, asMore(wallet, card, hold, asked), now)
  const { evaluated } = decision
  if (evaluated) countMatches(changes, evaluated, now)
  const entry = { merchant, authorizationId: hold.id, threeDs, details: detailsOf(card, asked, decision), evaluated }
  if (!decision.approved)
    return decline(changes, wallet, card, { ...entry, amount: asked.amount }, decision.reason, now)
  changes.changedHolds.set(hold.id, hold)
  return {
    approved: true,
    declineReason: null,
    transaction: reserve(changes, wallet, card, hold, { ...entry, amount: decision.amount, id: newUuid() }, now),
  }
}

function asMore(wallet: WorkspaceRow, card: CardRow, hold: HoldRow, asked: Asked): Asked {
  return {
    ...asked,
    isIncrement: true,
    becomesUse: becomesUse(hold, asked.amount),
    ...afterLastUse(wallet, card, hold),
  }
}

/** What `authorize`, or `increment` of a hold, would decide now. It rolls counters forward in time, and changes nothing else. */
export function preview(
  wallet: WorkspaceRow,
  card: CardRow,
  hold: HoldRow | undefined,
  merchant: MerchantRow,
  asked: Asked,
  now: Date,
): Decision {
  rollUse(card, now)
  return decide(card, merchant, hold ? asMore(wallet, card, hold, asked) : asked, now)
}

/** The hook's answer is shown whatever was decided: it may have approved a purchase that became impossible meanwhile. */
function detailsOf(
  { bucket }: CardRow,
  { hook }: Asked,
  { details }: Decision,
): Partial<TransactionDetails> | undefined {
  return hook ? { ...details, decision: showDecision(bucket, hook) } : details
}

type Entry = {
  merchant: MerchantRow
  authorizationId: Uuid | null
  threeDs: ThreeDsStatus
  details?: Partial<TransactionDetails> | undefined
  evaluated?: RuleEvaluation | undefined
  /** The card is known to have bought from the merchant before. */
  hasBought?: boolean
  amount: Cents
  /** What is held of the amount, where that is not all of it. */
  held?: Cents
}

function reserve(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  hold: HoldRow,
  entry: Entry & { id: Uuid },
  now: Date,
): DetailedTransaction {
  const posting = changes.posting(entry.id, TransferKind.hold, now)
  if (isOfLastUse(card, hold)) postAdoptedHold(posting, wallet, card, entry.amount)
  else postHold(posting, wallet, card, entry.held ?? entry.amount)
  return countReserved(changes, wallet, card, hold, entry, now)
}

/** Updates counters and events after the money of a hold was posted. */
function countReserved(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  hold: HoldRow,
  entry: Entry & { id: Uuid },
  now: Date,
): DetailedTransaction {
  const usesBefore = card.usage?.uses ?? null
  const held = entry.held ?? entry.amount
  hold.held_cents += held
  addToHold(hold, 'authorized_cents', entry.amount)
  const isNew = entry.authorizationId === null
  countHeld(card, hold, held, entry.merchant.mcc, isNew)
  if (held < entry.amount) countVerification(card, hold, entry.amount)
  if (isNew) {
    lockToMerchant(card, entry.merchant)
    notePurchaseOf(changes, card, entry.merchant, entry.hasBought === true, now)
  }
  card.authorization_count += 1
  card.last_used_at = now
  const transaction = transactionRow(
    card,
    { ...entry, merchantId: entry.merchant.id, type: TransactionType.authorization, signed: -entry.amount },
    now,
  )
  changes.transactions.push(transaction)
  changes.event(wallet, 'transaction.authorized', now, { subjectId: transaction.id })
  freezeIfBelowThreshold(changes, wallet, card, now)
  terminateIfUsedUp(changes, wallet, card, usesBefore, now)
  return entry.details ? addDetails(changes, transaction, entry.details) : transaction
}

/** Locks the card to the first merchant that is approved. */
function lockToMerchant({ controls, usage }: CardRow, { network_id: id, name }: MerchantRow): void {
  if (usage && controls?.merchant_lock) usage.locked_to ??= { id, name }
}

function decline(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  entry: Entry,
  reason: DeclineReason,
  now: Date,
): Outcome {
  card.decline_count += 1
  noteDeclineOf(card, now)
  const transaction = transactionRow(
    card,
    {
      ...entry,
      merchantId: entry.merchant.id,
      id: newUuid(),
      type: TransactionType.decline,
      signed: -entry.amount,
      reason,
    },
    now,
  )
  changes.transactions.push(transaction)
  changes.event(wallet, 'transaction.declined', now, { subjectId: transaction.id })
  const detailed = entry.details ? addDetails(changes, transaction, entry.details) : transaction
  return { approved: false, declineReason: reason, transaction: detailed }
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
  evaluated?: RuleEvaluation | undefined
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
    rules_version: entry.evaluated?.setVersion ?? null,
    rule_facts: entry.evaluated ? factsOf(entry.evaluated, entry.signed) : null,
  }
}

/** Keeps the evaluated amount where the row shows another: a partial approval that a rule stops, and an increment. */
function factsOf({ amount, facts }: RuleEvaluation, signed: Cents): RuleFacts | null {
  return BigInt(amount) === -signed ? facts : { ...facts, a: amount }
}

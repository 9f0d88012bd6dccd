// Writes a `Changes` with one array statement per table, all in one flush: cards, transactions, holds,
// transfers, then the workspace rows, then the events numbered from the sequence those rows hold.
// The statements join `unnest`, so a batch may span workspaces and buckets.

import { plainArray, textArray, timeArray } from '../database/arrays.ts'
import type { Tx } from '../database/database.ts'
import { eventTypes } from '../events/event-types.ts'
import type { Uuid } from '../ids.ts'
import type { Cents } from '../money.ts'
import { type Changes, TransactionType, type WorkspaceChanges } from './changes.ts'
import { isAsset, LedgerAccount } from './ledger-accounts.ts'
import { type CardRow, CardStatus, type HoldRow } from './rows.ts'

/** Sends every statement without waiting between them; resolves when all have succeeded. */
export function record(tx: Tx, changes: Changes): Promise<unknown> {
  const statements = [
    ...(changes.cards.size ? [updateCards(tx, [...changes.cards.values()])] : []),
    ...(changes.merchants.size ? [insertMerchants(tx, changes)] : []),
    ...(changes.transactions.length ? [insertTransactions(tx, changes)] : []),
    ...(changes.newHolds.length ? [insertHolds(tx, changes.newHolds)] : []),
    ...(changes.changedHolds.size ? [updateHolds(tx, [...changes.changedHolds.values()])] : []),
    ...(changes.holdReleases.length ? [insertHoldReleases(tx, changes)] : []),
    ...(changes.transfers.length ? [insertTransfers(tx, changes)] : []),
    ...recordWorkspaces(tx, changes),
  ]
  return Promise.all(statements)
}

function updateCards(tx: Tx, cards: CardRow[]) {
  return tx`
    update cards c set
      available_cents = r.available, held_cents = r.held, overdraft_cents = r.overdraft,
      month = r.month, month_used_cents = r.month_used, total_spent_cents = r.total_spent,
      authorization_count = r.authorizations, settlement_count = r.settlements,
      refund_count = r.refunds, decline_count = r.declines,
      status = r.status, last_used_at = r.last_used_at, frozen_at = r.frozen_at,
      terminated_at = r.terminated_at, refunded_cents = r.refunded
    from unnest(
      ${plainArray(cards.map((c) => c.bucket))}::text::smallint[], ${plainArray(cards.map((c) => c.id))}::text::uuid[],
      ${plainArray(cards.map((c) => c.available_cents))}::text::bigint[], ${plainArray(cards.map((c) => c.held_cents))}::text::bigint[],
      ${plainArray(cards.map((c) => c.overdraft_cents))}::text::bigint[], ${plainArray(cards.map((c) => c.month))}::text::integer[],
      ${plainArray(cards.map((c) => c.month_used_cents))}::text::bigint[], ${plainArray(cards.map((c) => c.total_spent_cents))}::text::bigint[],
      ${plainArray(cards.map((c) => c.authorization_count))}::text::integer[], ${plainArray(cards.map((c) => c.settlement_count))}::text::integer[],
      ${plainArray(cards.map((c) => c.refund_count))}::text::integer[], ${plainArray(cards.map((c) => c.decline_count))}::text::integer[],
      ${plainArray(cards.map((c) => c.status))}::text::smallint[], ${timeArray(cards.map((c) => c.last_used_at))}::text::timestamptz[],
      ${timeArray(cards.map((c) => c.frozen_at))}::text::timestamptz[], ${timeArray(cards.map((c) => c.terminated_at))}::text::timestamptz[],
      ${plainArray(cards.map((c) => c.refunded_cents))}::text::bigint[]
    ) as r (bucket, id, available, held, overdraft, month, month_used, total_spent, authorizations, settlements,
            refunds, declines, status, last_used_at, frozen_at, terminated_at, refunded)
    where c.bucket = r.bucket and c.id = r.id`
}

function insertMerchants(tx: Tx, { merchants }: Changes) {
  const rows = [...merchants.values()]
  return tx`
    insert into merchants (bucket, id, workspace_id, name, mcc, country)
    select * from unnest(
      ${plainArray(rows.map((m) => m.bucket))}::text::smallint[], ${plainArray(rows.map((m) => m.id))}::text::uuid[],
      ${plainArray(rows.map((m) => m.workspace_id))}::text::uuid[], ${textArray(rows.map((m) => m.name))}::text::text[],
      ${textArray(rows.map((m) => m.mcc))}::text::text[], ${textArray(rows.map((m) => m.country))}::text::text[])
    on conflict do nothing`
}

function insertTransactions(tx: Tx, { transactions: rows }: Changes) {
  return tx`
    insert into transactions (bucket, id, workspace_id, card_id, merchant_id, authorization_id, refund_of,
      amount_cents, balance_after_cents, created_at, type, decline_reason, three_ds_status)
    select * from unnest(
      ${plainArray(rows.map((t) => t.bucket))}::text::smallint[], ${plainArray(rows.map((t) => t.id))}::text::uuid[],
      ${plainArray(rows.map((t) => t.workspace_id))}::text::uuid[], ${plainArray(rows.map((t) => t.card_id))}::text::uuid[],
      ${plainArray(rows.map((t) => t.merchant_id))}::text::uuid[], ${plainArray(rows.map((t) => t.authorization_id))}::text::uuid[],
      ${plainArray(rows.map((t) => t.refund_of))}::text::uuid[], ${plainArray(rows.map((t) => t.amount_cents))}::text::bigint[],
      ${plainArray(rows.map((t) => t.balance_after_cents))}::text::bigint[], ${timeArray(rows.map((t) => t.created_at))}::text::timestamptz[],
      ${plainArray(rows.map((t) => t.type))}::text::smallint[], ${plainArray(rows.map((t) => t.decline_reason))}::text::smallint[],
      ${plainArray(rows.map((t) => t.three_ds_status))}::text::smallint[])`
}

function insertHolds(tx: Tx, rows: HoldRow[]) {
  return tx`
    insert into holds (bucket, id, workspace_id, card_id, held_cents, month, counted_cents, status, expires_at)
    select * from unnest(
      ${plainArray(rows.map((h) => h.bucket))}::text::smallint[], ${plainArray(rows.map((h) => h.id))}::text::uuid[],
      ${plainArray(rows.map((h) => h.workspace_id))}::text::uuid[], ${plainArray(rows.map((h) => h.card_id))}::text::uuid[],
      ${plainArray(rows.map((h) => h.held_cents))}::text::bigint[], ${plainArray(rows.map((h) => h.month))}::text::integer[],
      ${plainArray(rows.map((h) => h.counted_cents))}::text::bigint[], ${plainArray(rows.map((h) => h.status))}::text::smallint[],
      ${timeArray(rows.map((h) => h.expires_at))}::text::timestamptz[])`
}

function updateHolds(tx: Tx, rows: HoldRow[]) {
  return tx`
    update holds h set held_cents = r.held, month = r.month, counted_cents = r.counted, status = r.status
    from unnest(
      ${plainArray(rows.map((h) => h.bucket))}::text::smallint[], ${plainArray(rows.map((h) => h.id))}::text::uuid[],
      ${plainArray(rows.map((h) => h.held_cents))}::text::bigint[], ${plainArray(rows.map((h) => h.month))}::text::integer[],
      ${plainArray(rows.map((h) => h.counted_cents))}::text::bigint[], ${plainArray(rows.map((h) => h.status))}::text::smallint[]
    ) as r (bucket, id, held, month, counted, status)
    where h.bucket = r.bucket and h.id = r.id`
}

function insertHoldReleases(tx: Tx, { holdReleases: rows }: Changes) {
  return tx`
    insert into hold_releases (bucket, id, workspace_id, authorization_id, event, amount_cents, created_at)
    select * from unnest(
      ${plainArray(rows.map((r) => r.bucket))}::text::smallint[], ${plainArray(rows.map((r) => r.id))}::text::uuid[],
      ${plainArray(rows.map((r) => r.workspace_id))}::text::uuid[], ${plainArray(rows.map((r) => r.authorization_id))}::text::uuid[],
      ${plainArray(rows.map((r) => r.event))}::text::smallint[], ${plainArray(rows.map((r) => r.amount_cents))}::text::bigint[],
      ${timeArray(rows.map((r) => r.created_at))}::text::timestamptz[])`
}

function insertTransfers(tx: Tx, { transfers: rows }: Changes) {
  return tx`
    insert into transfers (bucket, operation_id, leg, workspace_id, card_id, kind, debit, credit, amount_cents, wallet_after_cents, created_at)
    select * from unnest(
      ${plainArray(rows.map((t) => t.bucket))}::text::smallint[], ${plainArray(rows.map((t) => t.operationId))}::text::uuid[],
      ${plainArray(rows.map((t) => t.leg))}::text::smallint[], ${plainArray(rows.map((t) => t.workspaceId))}::text::uuid[],
      ${plainArray(rows.map((t) => t.cardId))}::text::uuid[], ${plainArray(rows.map((t) => t.kind))}::text::smallint[],
      ${plainArray(rows.map((t) => t.debit))}::text::smallint[], ${plainArray(rows.map((t) => t.credit))}::text::smallint[],
      ${plainArray(rows.map((t) => t.amount))}::text::bigint[], ${plainArray(rows.map((t) => t.walletAfter))}::text::bigint[],
      ${timeArray(rows.map((t) => t.createdAt))}::text::timestamptz[])`
}

/** What a transaction adds to the row of a workspace. */
type Deltas = {
  accounts: Record<LedgerAccount, Cents>
  spent: Cents
  cardsBalance: Cents
  cards: Record<CardStatus, number>
  transactions: Record<TransactionType, number>
}

function recordWorkspaces(tx: Tx, changes: Changes) {
  for (const card of touchedCards(changes)) changes.workspace({ bucket: card.bucket, id: card.workspace_id })
  const rows = [...changes.workspaces.values()].sort(byLockOrder)
  if (rows.length === 0) return []
  const deltas = deltasOf(changes)
  const events = rows.flatMap((row) =>
    row.events.map((event, index) => ({ row, event, fromLast: row.events.length - 1 - index })),
  )
  return [
    ...(rows.length > 1 ? [lockWorkspaces(tx, rows)] : []),
    updateWorkspaces(tx, rows, deltas),
    ...(events.length ? [insertEvents(tx, events)] : []),
  ]
}

function touchedCards(changes: Changes): CardRow[] {
  return [...changes.cards.values(), ...changes.createdCards]
}

function byLockOrder(a: WorkspaceChanges, b: WorkspaceChanges): number {
  return a.bucket - b.bucket || (a.id < b.id ? -1 : 1)
}

function deltasOf(changes: Changes): Map<Uuid, Deltas> {
  const all = new Map<Uuid, Deltas>()
  for (const id of changes.workspaces.keys()) all.set(id, noDeltas())
  for (const card of touchedCards(changes)) {
    const deltas = all.get(card.workspace_id)!
    const { before, after } = changes.contributions(card)
    deltas.cardsBalance += after.balance - before.balance
    deltas.spent += after.spent - before.spent
    if (before.status !== 0) deltas.cards[before.status] -= 1
    if (after.status !== 0) deltas.cards[after.status] += 1
  }
  for (const transaction of changes.transactions) all.get(transaction.workspace_id)!.transactions[transaction.type] += 1
  for (const transfer of changes.transfers) {
    const { accounts } = all.get(transfer.workspaceId)!
    accounts[transfer.debit] += isAsset(transfer.debit) ? transfer.amount : -transfer.amount
    accounts[transfer.credit] += isAsset(transfer.credit) ? -transfer.amount : transfer.amount
  }
  return all
}

function noDeltas(): Deltas {
  return {
    accounts: { 1: 0n, 2: 0n, 3: 0n, 4: 0n, 5: 0n, 6: 0n, 7: 0n, 8: 0n },
    spent: 0n,
    cardsBalance: 0n,
    cards: { 1: 0, 2: 0, 3: 0 },
    transactions: { 1: 0, 2: 0, 3: 0, 4: 0 },
  }
}

/** In the order of (bucket, id), before they are changed: two batches never wait for each other in a circle. */
function lockWorkspaces(tx: Tx, rows: WorkspaceChanges[]) {
  return tx`
    select 1 from workspaces w
    join unnest(${plainArray(rows.map((row) => row.bucket))}::text::smallint[], ${plainArray(rows.map((row) => row.id))}::text::uuid[])
      as r (bucket, id) on w.bucket = r.bucket and w.id = r.id
    order by w.bucket, w.id for no key update of w`
}

/** A workspace that a reset has replaced divides by zero: the whole transaction fails, and runs again on the new one. */
function updateWorkspaces(tx: Tx, rows: WorkspaceChanges[], deltas: Map<Uuid, Deltas>) {
  const of = <T extends Cents | number>(pick: (d: Deltas) => T) =>
    plainArray(rows.map((row) => pick(deltas.get(row.id)!)))
  return tx`
    update workspaces w set
      wallet_cents = wallet_cents + r.wallet, owed_cents = owed_cents + r.owed,
      crypto_clearing_cents = crypto_clearing_cents + r.clearing, deposit_fees_cents = deposit_fees_cents + r.fees,
      network_settlement_cents = network_settlement_cents + r.network, deposited_cents = deposited_cents + r.deposited,
      spent_cents = spent_cents + r.spent, cards_balance_cents = cards_balance_cents + r.cards_balance,
      cards_active = cards_active + r.active, cards_frozen = cards_frozen + r.frozen,
      cards_terminated = cards_terminated + r.terminated, authorization_count = authorization_count + r.authorizations,
      settlement_count = settlement_count + r.settlements, refund_count = refund_count + r.refunds,
      decline_count = decline_count + r.declines, event_sequence = event_sequence + r.events / w.live::integer
    from unnest(
      ${plainArray(rows.map((row) => row.bucket))}::text::smallint[], ${plainArray(rows.map((row) => row.id))}::text::uuid[],
      ${of((d) => d.accounts[LedgerAccount.wallet])}::text::bigint[], ${of((d) => d.accounts[LedgerAccount.owed])}::text::bigint[],
      ${of((d) => d.accounts[LedgerAccount.cryptoClearing])}::text::bigint[], ${of((d) => d.accounts[LedgerAccount.depositFees])}::text::bigint[],
      ${of((d) => d.accounts[LedgerAccount.networkSettlement])}::text::bigint[], ${plainArray(rows.map((row) => row.deposited))}::text::bigint[],
      ${of((d) => d.spent)}::text::bigint[], ${of((d) => d.cardsBalance)}::text::bigint[],
      ${of((d) => d.cards[CardStatus.active])}::text::integer[], ${of((d) => d.cards[CardStatus.frozen])}::text::integer[],
      ${of((d) => d.cards[CardStatus.terminated])}::text::integer[], ${of((d) => d.transactions[TransactionType.authorization])}::text::integer[],
      ${of((d) => d.transactions[TransactionType.settlement])}::text::integer[], ${of((d) => d.transactions[TransactionType.refund])}::text::integer[],
      ${of((d) => d.transactions[TransactionType.decline])}::text::integer[], ${plainArray(rows.map((row) => row.events.length))}::text::integer[]
    ) as r (bucket, id, wallet, owed, clearing, fees, network, deposited, spent, cards_balance, active, frozen, terminated,
            authorizations, settlements, refunds, declines, events)
    where w.bucket = r.bucket and w.id = r.id`
}

type NumberedEvent = { row: WorkspaceChanges; event: WorkspaceChanges['events'][number]; fromLast: number }

/** The sequence was raised by the statement before, under a lock that lasts to the commit: no gaps, in commit order. */
function insertEvents(tx: Tx, events: NumberedEvent[]) {
  return tx`
    insert into events (bucket, id, workspace_id, sequence, type, subject_id, data, created_at)
    select r.bucket, r.id, r.workspace_id, w.event_sequence - r.from_last, r.type, r.subject_id, r.data, r.created_at
    from unnest(
      ${plainArray(events.map((e) => e.row.bucket))}::text::smallint[], ${plainArray(events.map((e) => e.event.id))}::text::uuid[],
      ${plainArray(events.map((e) => e.row.id))}::text::uuid[], ${plainArray(events.map((e) => e.fromLast))}::text::integer[],
      ${plainArray(events.map((e) => eventTypes[e.event.type]))}::text::smallint[], ${plainArray(events.map((e) => e.event.subjectId))}::text::uuid[],
      ${textArray(events.map((e) => e.event.data))}::text::text[], ${timeArray(events.map((e) => e.event.createdAt))}::text::timestamptz[]
    ) as r (bucket, id, workspace_id, from_last, type, subject_id, data, created_at)
    join workspaces w on w.bucket = r.bucket and w.id = r.workspace_id`
}

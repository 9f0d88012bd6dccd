// Writes a `Changes` with one statement per table, all in one flush: cards, transactions, holds, transfers,
// then the workspace rows, then the events numbered from the sequence those rows hold. The statements join
// arrays, so a batch may span workspaces and buckets.

import { bigint, insertOf, integer, smallint, text, timestamptz, updateOf, uuid } from '../database/bulk.ts'
import { allOrFirstError, type Tx } from '../database/database.ts'
import type { CardHistoryRow, Changes, HoldReleaseRow, MerchantRow, TransactionRow } from './changes.ts'
import type { Transfer } from './postings.ts'
import { recordWorkspaces } from './record-workspaces.ts'
import type { CardRow, HoldRow } from './rows.ts'

const updateCards = updateOf<CardRow>('cards', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  available_cents: bigint((row) => row.available_cents),
  held_cents: bigint((row) => row.held_cents),
  overdraft_cents: bigint((row) => row.overdraft_cents),
  month: integer((row) => row.month),
  month_used_cents: bigint((row) => row.month_used_cents),
  total_spent_cents: bigint((row) => row.total_spent_cents),
  authorization_count: integer((row) => row.authorization_count),
  settlement_count: integer((row) => row.settlement_count),
  refund_count: integer((row) => row.refund_count),
  decline_count: integer((row) => row.decline_count),
  status: smallint((row) => row.status),
  last_used_at: timestamptz((row) => row.last_used_at),
  frozen_at: timestamptz((row) => row.frozen_at),
  terminated_at: timestamptz((row) => row.terminated_at),
  refunded_cents: bigint((row) => row.refunded_cents),
})

const insertMerchants = insertOf<MerchantRow>(
  'merchants',
  {
    id: uuid((row) => row.id),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspace_id),
    name: text((row) => row.name),
    mcc: text((row) => row.mcc),
    country: text((row) => row.country),
  },
  'on conflict do nothing',
)

const insertTransactions = insertOf<TransactionRow>('transactions', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  card_id: uuid((row) => row.card_id),
  merchant_id: uuid((row) => row.merchant_id),
  authorization_id: uuid((row) => row.authorization_id),
  refund_of: uuid((row) => row.refund_of),
  amount_cents: bigint((row) => row.amount_cents),
  balance_after_cents: bigint((row) => row.balance_after_cents),
  created_at: timestamptz((row) => row.created_at),
  type: smallint((row) => row.type),
  decline_reason: smallint((row) => row.decline_reason),
  three_ds_status: smallint((row) => row.three_ds_status),
})

const insertHolds = insertOf<HoldRow>('holds', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  card_id: uuid((row) => row.card_id),
  held_cents: bigint((row) => row.held_cents),
  month: integer((row) => row.month),
  counted_cents: bigint((row) => row.counted_cents),
  status: smallint((row) => row.status),
  expires_at: timestamptz((row) => row.expires_at),
})

const updateHolds = updateOf<HoldRow>('holds', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  held_cents: bigint((row) => row.held_cents),
  month: integer((row) => row.month),
  counted_cents: bigint((row) => row.counted_cents),
  status: smallint((row) => row.status),
})

const insertHoldReleases = insertOf<HoldReleaseRow>('hold_releases', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  authorization_id: uuid((row) => row.authorization_id),
  event: smallint((row) => row.event),
  amount_cents: bigint((row) => row.amount_cents),
  created_at: timestamptz((row) => row.created_at),
})

const insertTransfers = insertOf<Transfer>('transfers', {
  operation_id: uuid((row) => row.operation_id),
  bucket: smallint((row) => row.bucket),
  leg: smallint((row) => row.leg),
  workspace_id: uuid((row) => row.workspace_id),
  card_id: uuid((row) => row.card_id),
  kind: smallint((row) => row.kind),
  debit: smallint((row) => row.debit),
  credit: smallint((row) => row.credit),
  amount_cents: bigint((row) => row.amount_cents),
  wallet_after_cents: bigint((row) => row.wallet_after_cents),
  wallet_sequence: bigint((row) => row.wallet_sequence),
  created_at: timestamptz((row) => row.created_at),
})

const insertCardHistory = insertOf<CardHistoryRow>('card_history', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  card_id: uuid((row) => row.card_id),
  workspace_id: uuid((row) => row.workspace_id),
  type: smallint((row) => row.type),
  amount_cents: bigint((row) => row.amount_cents),
  reason: text((row) => row.reason),
  actor: text((row) => row.actor),
  created_at: timestamptz((row) => row.created_at),
})

/**
 * Sends every statement at once, in this order, without waiting between them; resolves when all have succeeded.
 * Merchants come last: two transactions that meet the same new one must not wait for each other with the workspace in hand.
 */
export function record(tx: Tx, changes: Changes): Promise<unknown> {
  const { cards, merchants, transactions, newHolds, changedHolds, holdReleases, transfers, cardHistory } = changes
  return allOrFirstError([
    ...(cards.size > 0 ? [updateCards(tx, [...cards.values()])] : []),
    ...(transactions.length > 0 ? [insertTransactions(tx, transactions)] : []),
    ...(newHolds.length > 0 ? [insertHolds(tx, newHolds)] : []),
    ...(changedHolds.size > 0 ? [updateHolds(tx, [...changedHolds.values()])] : []),
    ...(holdReleases.length > 0 ? [insertHoldReleases(tx, holdReleases)] : []),
    ...(transfers.length > 0 ? [insertTransfers(tx, transfers)] : []),
    ...(cardHistory.length > 0 ? [insertCardHistory(tx, cardHistory)] : []),
    ...recordWorkspaces(tx, changes),
    ...(merchants.size > 0 ? [insertMerchants(tx, [...merchants.values()])] : []),
  ])
}

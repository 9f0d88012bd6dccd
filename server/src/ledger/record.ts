// Writes a `Changes` with one statement per table, all in one flush: cards, transactions, holds, transfers,
// then the workspace rows, then the events numbered from the sequence those rows hold. The statements join
// arrays, so a batch may span workspaces and buckets.

import { insertOf, updateOf } from '../database/bulk.ts'
import { allOrFirstError, type Tx } from '../database/database.ts'
import type { Changes, HoldReleaseRow, MerchantRow, TransactionRow } from './changes.ts'
import type { Transfer } from './postings.ts'
import { recordWorkspaces } from './record-workspaces.ts'
import type { CardRow, HoldRow } from './rows.ts'

const updateCards = updateOf<CardRow>('cards', {
  id: 'uuid',
  bucket: 'smallint',
  available_cents: 'bigint',
  held_cents: 'bigint',
  overdraft_cents: 'bigint',
  month: 'integer',
  month_used_cents: 'bigint',
  total_spent_cents: 'bigint',
  authorization_count: 'integer',
  settlement_count: 'integer',
  refund_count: 'integer',
  decline_count: 'integer',
  status: 'smallint',
  last_used_at: 'timestamptz',
  frozen_at: 'timestamptz',
  terminated_at: 'timestamptz',
  refunded_cents: 'bigint',
})

const insertMerchants = insertOf<MerchantRow>(
  'merchants',
  {
    id: 'uuid',
    bucket: 'smallint',
    workspace_id: 'uuid',
    name: 'text',
    mcc: 'text',
    country: 'text',
  },
  'on conflict do nothing',
)

const insertTransactions = insertOf<TransactionRow>('transactions', {
  id: 'uuid',
  bucket: 'smallint',
  workspace_id: 'uuid',
  card_id: 'uuid',
  merchant_id: 'uuid',
  authorization_id: 'uuid',
  refund_of: 'uuid',
  amount_cents: 'bigint',
  balance_after_cents: 'bigint',
  created_at: 'timestamptz',
  type: 'smallint',
  decline_reason: 'smallint',
  three_ds_status: 'smallint',
})

const insertHolds = insertOf<HoldRow>('holds', {
  id: 'uuid',
  bucket: 'smallint',
  workspace_id: 'uuid',
  card_id: 'uuid',
  held_cents: 'bigint',
  month: 'integer',
  counted_cents: 'bigint',
  status: 'smallint',
  expires_at: 'timestamptz',
})

const updateHolds = updateOf<HoldRow>('holds', {
  id: 'uuid',
  bucket: 'smallint',
  held_cents: 'bigint',
  month: 'integer',
  counted_cents: 'bigint',
  status: 'smallint',
})

const insertHoldReleases = insertOf<HoldReleaseRow>('hold_releases', {
  id: 'uuid',
  bucket: 'smallint',
  workspace_id: 'uuid',
  authorization_id: 'uuid',
  event: 'smallint',
  amount_cents: 'bigint',
  created_at: 'timestamptz',
})

const insertTransfers = insertOf<Transfer>('transfers', {
  operation_id: 'uuid',
  bucket: 'smallint',
  leg: 'smallint',
  workspace_id: 'uuid',
  card_id: 'uuid',
  kind: 'smallint',
  debit: 'smallint',
  credit: 'smallint',
  amount_cents: 'bigint',
  wallet_after_cents: 'bigint',
  wallet_sequence: 'bigint',
  created_at: 'timestamptz',
})

/**
 * Sends every statement at once, in this order, without waiting between them; resolves when all have succeeded.
 * Merchants come last: two transactions that meet the same new one must not wait for each other with the workspace in hand.
 */
export function record(tx: Tx, changes: Changes): Promise<unknown> {
  const { cards, merchants, transactions, newHolds, changedHolds, holdReleases, transfers } = changes
  return allOrFirstError([
    ...(cards.size > 0 ? [updateCards(tx, [...cards.values()])] : []),
    ...(transactions.length > 0 ? [insertTransactions(tx, transactions)] : []),
    ...(newHolds.length > 0 ? [insertHolds(tx, newHolds)] : []),
    ...(changedHolds.size > 0 ? [updateHolds(tx, [...changedHolds.values()])] : []),
    ...(holdReleases.length > 0 ? [insertHoldReleases(tx, holdReleases)] : []),
    ...(transfers.length > 0 ? [insertTransfers(tx, transfers)] : []),
    ...recordWorkspaces(tx, changes),
    ...(merchants.size > 0 ? [insertMerchants(tx, [...merchants.values()])] : []),
  ])
}

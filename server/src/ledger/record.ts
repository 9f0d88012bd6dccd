// Writes a `Changes` with one statement per table, all in one flush: cards, transactions, holds, transfers, then the workspace
// rows, then the events numbered from the sequence in those rows. The statements join arrays, so a batch may span
// workspaces and buckets.

import {
  bigint,
  bytea,
  insertOf,
  integer,
  jsonb,
  smallint,
  text,
  timestamptz,
  updateOf,
  uuid,
} from '../database/bulk.ts'
import { allOrFirstError, type Tx } from '../database/database.ts'
import type { CardHistoryRow, Changes, EndedSpendRequest } from './changes.ts'
import { holdReleases, transactions } from './entries.ts'
import { giveBudgetsBack } from './given-back-budgets.ts'
import { insertKeyCards, type KeyCardRow, storeKeyBudgets } from './key-rows.ts'
import type { MerchantRow } from './known-merchants.ts'
import type { Transfer } from './postings.ts'
import { deleteIssuances, insertOutsideRoutes, pushStates } from './record-outside.ts'
import { recordWorkspaces } from './record-workspaces.ts'
import type { CardSecretsRow, NewCard, NumberedCard } from './rows.ts'
import { addRuleDays, insertCardMerchants } from './rule-rows.ts'
import {
  cards,
  challenges,
  deposits,
  holds,
  issuances,
  outsideAuthorizations,
  outsidePosts,
  processorCards,
  spendRequests,
} from './tables.ts'
import { insertTransactionDetails } from './transaction-details.ts'

/** The columns that money and a card's state change. None but `status` may be indexed, because an index would prevent HOT updates. */
const updateCards = cards.update(
  'available_cents',
  'held_cents',
  'overdraft_cents',
  'month',
  'month_used_cents',
  'total_spent_cents',
  'authorization_count',
  'settlement_count',
  'refund_count',
  'decline_count',
  'status',
  'last_used_at',
  'frozen_at',
  'terminated_at',
  'refunded_cents',
  'taken_after_end_cents',
  'usage',
  'pattern',
)

const updateSettings = cards.update(
  'label',
  'spending_limit_cents',
  'auto_freeze_cents',
  'allowed_categories',
  'metadata',
  'controls',
  'usage',
  'replaced_by',
)

const updateHolds = holds.update(
  'held_cents',
  'month',
  'counted_cents',
  'status',
  'usage',
  'authorized_cents',
  'settled_cents',
  'refunded_cents',
)
const updateChallenges = challenges.update('attempts', 'status', 'used_by', 'answer', 'answering_until')
const updateOutside = outsideAuthorizations.update(
  'hold_id',
  'answered',
  'version',
  'updated_at',
  'decided',
  'requests',
  'last_request_at',
  'placed_by',
  'placed_cents',
  'compare_at',
  'differs_since',
  'outside_cents',
)
const updateDeposits = deposits.update(
  'amount_base',
  'amount_usd_cents',
  'fee_cents',
  'credited_cents',
  'status',
  'confirmations',
  'confirmed_at',
  'expires_at',
  'rate_micros',
  'price_sources',
  'reversed_at',
)

const updateSpendRequests = spendRequests.update(
  'status',
  'decided_by',
  'decided_at',
  'note',
  'card_id',
  'due_at',
  'ended_at',
  'outcome',
  'outcome_note',
  'budget_period',
)
const endSpendRequests = updateOf<EndedSpendRequest>('spend_requests', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  status: smallint((row) => row.status),
  ended_at: timestamptz((row) => row.ended_at),
  due_at: timestamptz((row) => row.due_at),
})

const insertSecrets = insertOf<CardSecretsRow>('card_secrets', {
  card_id: uuid((row) => row.card_id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  number_sealed: bytea((row) => row.number_sealed),
  cvk_version: integer((row) => row.cvk_version),
  exp_month: smallint((row) => row.exp_month),
  exp_year: smallint((row) => row.exp_year),
  holder_name: text((row) => row.holder_name),
  billing_address: jsonb((row) => row.billing_address),
})

/** The route that finds a card by its number. */
const insertNumberRoutes = insertOf<NumberedCard>('card_number_routes', {
  number_index: bytea((row) => row.numberIndex),
  bucket: smallint(({ card }) => card.bucket),
  workspace_id: uuid(({ card }) => card.workspace_id),
  card_id: uuid(({ card }) => card.id),
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
    network_id: text((row) => row.network_id),
    city: text((row) => row.city),
  },
  'on conflict do nothing',
)

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

function keyCardOf({ card, madeBy }: NewCard): KeyCardRow[] {
  if (madeBy === null) return []
  return [{ card_id: card.id, bucket: card.bucket, workspace_id: card.workspace_id, key_id: madeBy }]
}

/**
 * Sends all statements in this order, without waiting between them, and resolves when all have succeeded. Merchants come
 * last, so that two transactions with the same new merchant do not wait for each other while they hold a workspace's lock.
 */
export function record(tx: Tx, changes: Changes): Promise<void> {
  const when = <Row>(rows: Iterable<Row>, write: (tx: Tx, rows: Row[]) => Promise<unknown>) => {
    const list = [...rows]
    return list.length > 0 ? [write(tx, list)] : []
  }
  const { newCards } = changes
  const numbered = newCards.filter((each) => 'secrets' in each)
  const outside = newCards.flatMap((each) => ('outside' in each ? [each.outside] : []))
  return allOrFirstError([
    ...when(changes.cards.values(), updateCards),
    ...when(changes.changedSettings.values(), updateSettings),
    ...when(
      newCards.map(({ card }) => card),
      cards.insert,
    ),
    ...when(
      numbered.map(({ secrets }) => secrets),
      insertSecrets,
    ),
    ...when(numbered, insertNumberRoutes),
    ...when(newCards.flatMap(keyCardOf), insertKeyCards),
    ...when(changes.keyBudgets.values(), storeKeyBudgets),
    ...when(outside, processorCards.insert),
    ...when(outside, insertOutsideRoutes),
    ...when(changes.cardsWithNewStatus(), pushStates),
    ...when(changes.newIssuances, issuances.insert),
    ...when(changes.endedIssuances, deleteIssuances),
    ...when(changes.transactions, transactions.insert),
    ...when(changes.transactionDetails.values(), insertTransactionDetails),
    ...when(changes.newHolds, holds.insert),
    ...when(changes.changedHolds.values(), updateHolds),
    ...when(changes.holdReleases, holdReleases.insert),
    ...when(changes.newOutside.values(), outsideAuthorizations.insert),
    ...when(changes.changedOutside.values(), updateOutside),
    ...when(changes.outsidePosts, outsidePosts.insert),
    ...when(changes.newChallenges, challenges.insert),
    ...when(changes.changedChallenges.values(), updateChallenges),
    ...when(changes.newDeposits, deposits.insert),
    ...when(changes.changedDeposits.values(), updateDeposits),
    ...when(changes.newSpendRequests, spendRequests.insert),
    ...when(changes.changedSpendRequests.values(), updateSpendRequests),
    ...when(changes.endedSpendRequests.values(), endSpendRequests),
    ...giveBudgetsBack(tx, changes.unusedSpendRequests),
    ...when(changes.transfers, insertTransfers),
    ...when(changes.cardHistory, insertCardHistory),
    ...when(changes.cardMerchants, insertCardMerchants),
    ...when(changes.ruleCounts.rows(), addRuleDays),
    ...recordWorkspaces(tx, changes),
    ...when(changes.merchants.values(), insertMerchants),
  ])
}

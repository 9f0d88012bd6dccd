// The tables of the rows that operations lock.

import type { Tx } from '../database/database.ts'
import { column, tableOf } from '../database/table.ts'
import type { Uuid } from '../ids.ts'
import type {
  CardRow,
  CardStatus,
  ChallengeRow,
  DepositRow,
  HoldRow,
  IssuanceRow,
  OutsideAuthorizationRow,
  OutsidePostRow,
  ProcessorCardRow,
  WorkspaceRow,
} from './rows.ts'
import type { SpendRequestRow } from './spend-request-row.ts'

const { smallint, integer, bigint, boolean, uuid, text, bytea, timestamptz, textArray, jsonb, numeric } = column

export const cards = tableOf<CardRow>('cards', {
  id: uuid((card) => card.id),
  bucket: smallint((card) => card.bucket),
  workspace_id: uuid((card) => card.workspace_id),
  available_cents: bigint((card) => card.available_cents),
  held_cents: bigint((card) => card.held_cents),
  overdraft_cents: bigint((card) => card.overdraft_cents),
  spending_limit_cents: bigint((card) => card.spending_limit_cents),
  month: integer((card) => card.month),
  month_used_cents: bigint((card) => card.month_used_cents),
  total_spent_cents: bigint((card) => card.total_spent_cents),
  auto_freeze_cents: bigint((card) => card.auto_freeze_cents),
  authorization_count: integer((card) => card.authorization_count),
  settlement_count: integer((card) => card.settlement_count),
  refund_count: integer((card) => card.refund_count),
  decline_count: integer((card) => card.decline_count),
  status: smallint<CardRow, CardStatus>((card) => card.status),
  last_used_at: timestamptz((card) => card.last_used_at),
  frozen_at: timestamptz((card) => card.frozen_at),
  terminated_at: timestamptz((card) => card.terminated_at),
  refunded_cents: bigint((card) => card.refunded_cents),
  taken_after_end_cents: bigint((card) => card.taken_after_end_cents),
  created_at: timestamptz((card) => card.created_at),
  expires_at: timestamptz((card) => card.expires_at),
  bin_id: text((card) => card.bin_id),
  network: text((card) => card.network),
  last4: text((card) => card.last4),
  label: text((card) => card.label),
  allowed_categories: textArray((card) => card.allowed_categories),
  metadata: jsonb((card) => card.metadata),
  controls: jsonb((card) => card.controls),
  usage: jsonb((card) => card.usage),
  pattern: bytea((card) => card.pattern),
  replaces: uuid((card) => card.replaces),
  replaced_by: uuid((card) => card.replaced_by),
  spend_request_id: uuid((card) => card.spend_request_id),
})

export const holds = tableOf<HoldRow>('holds', {
  id: uuid((hold) => hold.id),
  bucket: smallint((hold) => hold.bucket),
  workspace_id: uuid((hold) => hold.workspace_id),
  card_id: uuid((hold) => hold.card_id),
  held_cents: bigint((hold) => hold.held_cents),
  month: integer((hold) => hold.month),
  counted_cents: bigint((hold) => hold.counted_cents),
  status: smallint((hold) => hold.status),
  expires_at: timestamptz((hold) => hold.expires_at),
  usage: jsonb((hold) => hold.usage),
  created_at: timestamptz((hold) => hold.created_at),
  authorized_cents: bigint((hold) => hold.authorized_cents),
  settled_cents: bigint((hold) => hold.settled_cents),
  refunded_cents: bigint((hold) => hold.refunded_cents),
})

export const challenges = tableOf<ChallengeRow>('three_ds_challenges', {
  id: uuid((challenge) => challenge.id),
  bucket: smallint((challenge) => challenge.bucket),
  workspace_id: uuid((challenge) => challenge.workspace_id),
  card_id: uuid((challenge) => challenge.card_id),
  merchant: text((challenge) => challenge.merchant),
  amount_cents: bigint((challenge) => challenge.amount_cents),
  otp_sealed: bytea((challenge) => challenge.otp_sealed),
  attempts: smallint((challenge) => challenge.attempts),
  status: smallint((challenge) => challenge.status),
  used_by: uuid((challenge) => challenge.used_by),
  expires_at: timestamptz((challenge) => challenge.expires_at),
  created_at: timestamptz((challenge) => challenge.created_at),
  processor: text((challenge) => challenge.processor),
  processor_ref: text((challenge) => challenge.processor_ref),
  answer: smallint((challenge) => challenge.answer),
  answering_until: timestamptz((challenge) => challenge.answering_until),
})

export const outsideAuthorizations = tableOf<OutsideAuthorizationRow>('processor_authorizations', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  card_id: uuid((row) => row.card_id),
  processor: text((row) => row.processor),
  reference: text((row) => row.reference),
  hold_id: uuid((row) => row.hold_id),
  answered: smallint((row) => row.answered),
  version: bigint((row) => row.version),
  updated_at: timestamptz((row) => row.updated_at),
  decided: integer((row) => row.decided),
  requests: integer((row) => row.requests),
  last_request_at: timestamptz((row) => row.last_request_at),
  placed_by: uuid((row) => row.placed_by),
  placed_cents: bigint((row) => row.placed_cents),
  compare_at: timestamptz((row) => row.compare_at),
  differs_since: timestamptz((row) => row.differs_since),
  outside_cents: bigint((row) => row.outside_cents),
})

export const outsidePosts = tableOf<OutsidePostRow>('processor_posts', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  authorization_id: uuid((row) => row.authorization_id),
  transaction_id: uuid((row) => row.transaction_id),
  processor: text((row) => row.processor),
  reference: text((row) => row.reference),
  amount_cents: bigint((row) => row.amount_cents),
  posted_at: timestamptz((row) => row.posted_at),
})

export const processorCards = tableOf<ProcessorCardRow>('processor_cards', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  processor: text((row) => row.processor),
  external_id: text((row) => row.external_id),
  observed_state: smallint((row) => row.observed_state),
  observed_at: timestamptz((row) => row.observed_at),
  push_at: timestamptz((row) => row.push_at),
  push_attempts: integer((row) => row.push_attempts),
  exp_month: smallint((row) => row.exp_month),
  exp_year: smallint((row) => row.exp_year),
  holder_name: text((row) => row.holder_name),
  billing_address: jsonb((row) => row.billing_address),
})

export const issuances = tableOf<IssuanceRow>('card_issuances', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  processor: text((row) => row.processor),
  request_key: uuid((row) => row.request_key),
  fingerprint: uuid((row) => row.fingerprint),
  amount_cents: bigint((row) => row.amount_cents),
  settings: jsonb((row) => row.settings),
  actor: text((row) => row.actor),
  issue_key: uuid((row) => row.issue_key),
  attempts: integer((row) => row.attempts),
  next_try_at: timestamptz((row) => row.next_try_at),
  created_at: timestamptz((row) => row.created_at),
})

export const deposits = tableOf<DepositRow>('deposits', {
  id: uuid((deposit) => deposit.id),
  bucket: smallint((deposit) => deposit.bucket),
  workspace_id: uuid((deposit) => deposit.workspace_id),
  currency: smallint((deposit) => deposit.currency),
  amount_base: numeric((deposit) => deposit.amount_base),
  amount_usd_cents: bigint((deposit) => deposit.amount_usd_cents),
  fee_cents: bigint((deposit) => deposit.fee_cents),
  credited_cents: bigint((deposit) => deposit.credited_cents),
  status: smallint((deposit) => deposit.status),
  tx_hash: text((deposit) => deposit.tx_hash),
  output_index: integer((deposit) => deposit.output_index),
  confirmations: integer((deposit) => deposit.confirmations),
  created_at: timestamptz((deposit) => deposit.created_at),
  confirmed_at: timestamptz((deposit) => deposit.confirmed_at),
  expires_at: timestamptz((deposit) => deposit.expires_at),
  rate_micros: bigint((deposit) => deposit.rate_micros),
  price_sources: jsonb((deposit) => deposit.price_sources),
  reversed_at: timestamptz((deposit) => deposit.reversed_at),
})

export const spendRequests = tableOf<SpendRequestRow>('spend_requests', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  key_id: uuid((row) => row.key_id),
  requested_by: text((row) => row.requested_by),
  status: smallint((row) => row.status),
  amount_cents: bigint((row) => row.amount_cents),
  merchant: jsonb((row) => row.merchant),
  reason: text((row) => row.reason),
  valid_for_s: integer((row) => row.valid_for_s),
  metadata: jsonb((row) => row.metadata),
  decided_by: text((row) => row.decided_by),
  decided_at: timestamptz((row) => row.decided_at),
  note: text((row) => row.note),
  card_id: uuid((row) => row.card_id),
  created_at: timestamptz((row) => row.created_at),
  due_at: timestamptz((row) => row.due_at),
  ended_at: timestamptz((row) => row.ended_at),
  outcome: smallint((row) => row.outcome),
  outcome_note: text((row) => row.outcome_note),
  budget_period: integer((row) => row.budget_period),
})

/** The columns that operations read. Counters and totals are only added to: see record-workspaces.ts. */
export const workspaces = tableOf<WorkspaceRow>('workspaces', {
  id: uuid((workspace) => workspace.id),
  bucket: smallint((workspace) => workspace.bucket),
  lineage_id: uuid((workspace) => workspace.lineage_id),
  environment: smallint((workspace) => workspace.environment),
  live: boolean((workspace) => workspace.live),
  clock_offset_ms: bigint((workspace) => workspace.clock_offset_ms),
  clock_goal_ms: bigint((workspace) => workspace.clock_goal_ms),
  wallet_cents: bigint((workspace) => workspace.wallet_cents),
  owed_cents: bigint((workspace) => workspace.owed_cents),
  issuing_cents: bigint((workspace) => workspace.issuing_cents),
  event_sequence: bigint((workspace) => workspace.event_sequence),
  on_hold: boolean((workspace) => workspace.on_hold),
  wallet_movements: bigint((workspace) => workspace.wallet_movements),
  rules_version: integer((workspace) => workspace.rules_version),
  decision_hook_version: integer((workspace) => workspace.decision_hook_version),
})

/** For `sql.readBy(cards.read)`. */
export const cardColumns = cards.columns('c')

/** Must always be the last lock of a transaction. */
export function lockWorkspaceById(tx: Tx, bucket: number, id: Uuid) {
  return workspaces.lock(tx, [{ bucket, id }])
}

// Tables whose rows are inserted once and never change.

import { column, tableOf } from '../database/table.ts'
import type { HoldReleaseRow, TransactionRow } from './changes.ts'

const { smallint, integer, bigint, uuid, timestamptz, jsonb } = column

export const transactions = tableOf<TransactionRow>('transactions', {
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
  rules_version: integer((row) => row.rules_version),
  rule_facts: jsonb((row) => row.rule_facts),
})

export const holdReleases = tableOf<HoldReleaseRow>('hold_releases', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  authorization_id: uuid((row) => row.authorization_id),
  event: smallint((row) => row.event),
  amount_cents: bigint((row) => row.amount_cents),
  created_at: timestamptz((row) => row.created_at),
})

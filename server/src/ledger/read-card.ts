// A card as the two statements read it that fetch cards by the hundred: in binary, column by column. Every column
// of the statement must be read here, in its order.

import type { RowReader } from '../database/wire/row-reader.ts'
import type { CardRow, CardStatus } from './rows.ts'

export const cardColumnList = `c.bucket, c.id, c.workspace_id, c.available_cents, c.held_cents, c.overdraft_cents, c.spending_limit_cents,
    c.month, c.month_used_cents, c.total_spent_cents, c.auto_freeze_cents, c.authorization_count, c.settlement_count,
    c.refund_count, c.decline_count, c.status, c.last_used_at, c.frozen_at, c.terminated_at, c.refunded_cents,
    c.created_at, c.expires_at, c.bin_id, c.network, c.last4, c.label, c.allowed_categories, c.metadata`

export function readCard(row: RowReader): CardRow {
  return {
    bucket: row.int16()!,
    id: row.uuid()!,
    workspace_id: row.uuid()!,
    available_cents: row.int64()!,
    held_cents: row.int64()!,
    overdraft_cents: row.int64()!,
    spending_limit_cents: row.int64()!,
    month: row.int32()!,
    month_used_cents: row.int64()!,
    total_spent_cents: row.int64()!,
    auto_freeze_cents: row.int64(),
    authorization_count: row.int32()!,
    settlement_count: row.int32()!,
    refund_count: row.int32()!,
    decline_count: row.int32()!,
    status: row.int16() as CardStatus,
    last_used_at: row.time(),
    frozen_at: row.time(),
    terminated_at: row.time(),
    refunded_cents: row.int64(),
    created_at: row.time()!,
    expires_at: row.time()!,
    bin_id: row.text()!,
    network: row.text()!,
    last4: row.text()!,
    label: row.text()!,
    allowed_categories: row.texts()!,
    metadata: row.json() as CardRow['metadata'],
  }
}

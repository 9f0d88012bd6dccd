// A card as one column. The driver spends about half a microsecond on every column of every row; for the two
// statements that read cards by the hundred, a JSON array of all columns and one JSON.parse cost a quarter of that.

import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { CardRow, CardStatus } from './rows.ts'

export type PackedCard = { card: string }

export function packedCard(sql: Sql) {
  return sql`json_build_array(c.bucket, c.id, c.workspace_id, c.available_cents, c.held_cents, c.overdraft_cents, c.spending_limit_cents,
    c.month, c.month_used_cents, c.total_spent_cents, c.auto_freeze_cents, c.authorization_count, c.settlement_count,
    c.refund_count, c.decline_count, c.status, c.last_used_at, c.frozen_at, c.terminated_at, c.refunded_cents,
    c.created_at, c.expires_at, c.bin_id, c.network, c.last4, c.label, c.allowed_categories, c.metadata)::text as card`
}

type Packed = [
  number,
  Uuid,
  Uuid,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number | null,
  number,
  number,
  number,
  number,
  CardStatus,
  string | null,
  string | null,
  string | null,
  number | null,
  string,
  string,
  string,
  string,
  string,
  string,
  string[],
  CardRow['metadata'],
]

/** Cents are whole numbers far below 2^53, so they pass through JSON unharmed. */
export function unpackCard({ card }: PackedCard): CardRow {
  const [
    bucket,
    id,
    workspace_id,
    available,
    held,
    overdraft,
    spendingLimit,
    month,
    monthUsed,
    totalSpent,
    autoFreeze,
    authorization_count,
    settlement_count,
    refund_count,
    decline_count,
    status,
    lastUsed,
    frozen,
    terminated,
    refunded,
    created,
    expires,
    bin_id,
    network,
    last4,
    label,
    allowed_categories,
    metadata,
  ] = JSON.parse(card) as Packed
  return {
    bucket,
    id,
    workspace_id,
    available_cents: BigInt(available),
    held_cents: BigInt(held),
    overdraft_cents: BigInt(overdraft),
    spending_limit_cents: BigInt(spendingLimit),
    month,
    month_used_cents: BigInt(monthUsed),
    total_spent_cents: BigInt(totalSpent),
    auto_freeze_cents: autoFreeze === null ? null : BigInt(autoFreeze),
    authorization_count,
    settlement_count,
    refund_count,
    decline_count,
    status,
    last_used_at: lastUsed === null ? null : new Date(lastUsed),
    frozen_at: frozen === null ? null : new Date(frozen),
    terminated_at: terminated === null ? null : new Date(terminated),
    refunded_cents: refunded === null ? null : BigInt(refunded),
    created_at: new Date(created),
    expires_at: new Date(expires),
    bin_id,
    network,
    last4,
    label,
    allowed_categories,
    metadata,
  }
}

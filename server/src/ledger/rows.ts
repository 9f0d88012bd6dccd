// The rows that carry balances, as they are read under a lock and changed in memory before they are
// written back. Names are the columns'.

import { fragment, type Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { Cents } from '../money.ts'

export const CardStatus = { active: 1, frozen: 2, terminated: 3 } as const
export type CardStatus = (typeof CardStatus)[keyof typeof CardStatus]
export const cardStatusNames = ['active', 'frozen', 'terminated'] as const
export type CardStatusName = (typeof cardStatusNames)[number]

export type CardRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  available_cents: Cents
  held_cents: Cents
  overdraft_cents: Cents
  spending_limit_cents: Cents
  month: number
  month_used_cents: Cents
  total_spent_cents: Cents
  auto_freeze_cents: Cents | null
  authorization_count: number
  settlement_count: number
  refund_count: number
  decline_count: number
  status: CardStatus
  last_used_at: Date | null
  frozen_at: Date | null
  terminated_at: Date | null
  refunded_cents: Cents | null
  created_at: Date
  expires_at: Date
  bin_id: string
  network: string
  last4: string
  label: string
  allowed_categories: string[]
  metadata: Record<string, string | number | boolean>
}

export type WorkspaceRow = {
  bucket: number
  id: Uuid
  lineage_id: Uuid
  environment: number
  live: boolean
  clock_offset_ms: bigint
  wallet_cents: Cents
  owed_cents: Cents
  event_sequence: bigint
  /** Nothing leaves the wallet: what was credited to it may not be there. */
  on_hold: boolean
  /** How many transfers have moved the wallet: the number of the last one. */
  wallet_movements: bigint
}

export const HoldStatus = { pending: 1, settled: 2, reversed: 3, expired: 4 } as const
export type HoldStatus = (typeof HoldStatus)[keyof typeof HoldStatus]

export type HoldRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  card_id: Uuid
  held_cents: Cents
  month: number
  counted_cents: Cents
  status: HoldStatus
  expires_at: Date
}

/** What a card shows as its balance: holds are already out of it, an overdraft makes it negative. */
export function balanceOfCard(card: CardRow): Cents {
  return card.available_cents - card.overdraft_cents
}

export const cardColumns = fragment`c.bucket, c.id, c.workspace_id, c.available_cents, c.held_cents, c.overdraft_cents, c.spending_limit_cents,
  c.month, c.month_used_cents, c.total_spent_cents, c.auto_freeze_cents, c.authorization_count, c.settlement_count,
  c.refund_count, c.decline_count, c.status, c.last_used_at, c.frozen_at, c.terminated_at, c.refunded_cents,
  c.created_at, c.expires_at, c.bin_id, c.network, c.last4, c.label, to_json(c.allowed_categories) as allowed_categories, c.metadata`

export function lockCardById(tx: Tx, bucket: number, workspaceId: Uuid, id: Uuid) {
  return tx<CardRow[]>`
    select ${cardColumns} from cards c
    where c.bucket = ${bucket} and c.id = ${id} and c.workspace_id = ${workspaceId}
    for no key update`
}

export function lockHoldById(tx: Tx, bucket: number, workspaceId: Uuid, id: Uuid) {
  return tx<HoldRow[]>`
    select bucket, id, workspace_id, card_id, held_cents, month, counted_cents, status, expires_at from holds
    where bucket = ${bucket} and id = ${id} and workspace_id = ${workspaceId}
    for no key update`
}

/** Always the last lock of a transaction. */
export function lockWorkspaceById(tx: Tx, bucket: number, id: Uuid) {
  return tx<WorkspaceRow[]>`
    select bucket, id, lineage_id, environment, live, clock_offset_ms, wallet_cents, owed_cents, event_sequence, wallet_movements, on_hold from workspaces
    where bucket = ${bucket} and id = ${id}
    for no key update`
}

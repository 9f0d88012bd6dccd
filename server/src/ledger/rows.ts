// The rows that operations work on, as they are read under a lock and changed in memory before they are written
// back. Names are the columns'; tables.ts says how each column travels.

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
  /** The offset at which a sandbox's clock is to arrive; not above the offset while it stands still. */
  clock_goal_ms: bigint
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

export const ChallengeStatus = { pending: 1, completed: 2, expired: 3 } as const
export type ChallengeStatus = (typeof ChallengeStatus)[keyof typeof ChallengeStatus]

/** A 3-D Secure challenge. */
export type ChallengeRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  card_id: Uuid
  merchant: string
  amount_cents: Cents
  otp_sealed: Buffer
  attempts: number
  status: ChallengeStatus
  used_by: Uuid | null
  expires_at: Date
  created_at: Date
}

export const DepositStatus = { pending: 1, confirmed: 2, expired: 3 } as const
export type DepositStatus = (typeof DepositStatus)[keyof typeof DepositStatus]

/** Who said what a coin was worth, for whoever asks later: the rate as decimal text, the age of the quote. */
export type PriceSources = { source: string; rate: string; age_seconds: number }[]

export type DepositRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  currency: number
  amount_base: bigint
  amount_usd_cents: Cents
  fee_cents: Cents
  credited_cents: Cents
  status: DepositStatus
  tx_hash: string
  output_index: number
  confirmations: number
  created_at: Date
  confirmed_at: Date | null
  expires_at: Date
  /** Millionths of a dollar for one coin. */
  rate_micros: bigint | null
  price_sources: PriceSources | null
  reversed_at: Date | null
}

/** What only a reveal reads. */
export type CardSecretsRow = {
  card_id: Uuid
  bucket: number
  workspace_id: Uuid
  number_sealed: Buffer
  cvk_version: number
  exp_month: number
  exp_year: number
  holder_name: string
  billing_address: Record<string, string>
}

/** A card that this transaction issues: its row, its secrets, and the keyed hash by which its number is found. */
export type NewCard = { card: CardRow; secrets: CardSecretsRow; numberIndex: Buffer }

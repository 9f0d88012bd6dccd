// The row of a spend request.

import type { Uuid } from '../ids.ts'
import type { Cents } from '../money.ts'
import type { CardRow } from './rows.ts'

export const SpendRequestStatus = { pending: 1, approved: 2, used: 3, denied: 4, expired: 5, canceled: 6 } as const
export type SpendRequestStatus = (typeof SpendRequestStatus)[keyof typeof SpendRequestStatus]

export type RequestedMerchant = { name: string; url: string | null; id: string | null }

/** Somebody asks for money for one purchase. The lock of the workspace's row covers it. */
export const SpendOutcome = { success: 1, blocked: 2, abandoned: 3 } as const
export type SpendOutcome = (typeof SpendOutcome)[keyof typeof SpendOutcome]

export type SpendRequestRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  /** Null when a person asks. */
  key_id: Uuid | null
  requested_by: string
  status: SpendRequestStatus
  amount_cents: Cents
  merchant: RequestedMerchant
  reason: string
  /** How long the card may be used, in seconds after the approval. */
  valid_for_s: number
  metadata: CardRow['metadata']
  /** Null when a policy decided, or nobody has. */
  decided_by: string | null
  decided_at: Date | null
  note: string | null
  /** Until a processor has issued the card, the id that it will have. */
  card_id: Uuid | null
  created_at: Date
  /** When it ends by itself, while it is pending or approved. */
  due_at: Date | null
  ended_at: Date | null
  /** The outcome of the purchase, as reported by the requester. */
  outcome: SpendOutcome | null
  outcome_note: string | null
  /** The window of the asking key's budget in which the amount counts; null when it counts in none. */
  budget_period: number | null
}

// The rows that operations work on: read under a lock, changed in memory and written back. Fields are named like the columns;
// tables.ts says how each column is read and written.

import type { Uuid } from '../ids.ts'
import type { Cents } from '../money.ts'
import type { CardUsage, Controls, HoldUsage } from './stored-controls.ts'

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
  /** What the card returned to the wallet when it ended. */
  refunded_cents: Cents | null
  /** What was taken from the wallet for it since its last use ended it, above its holds; null unless that ended it. */
  taken_after_end_cents: Cents | null
  created_at: Date
  expires_at: Date
  bin_id: string
  network: string
  last4: string
  label: string
  allowed_categories: string[]
  metadata: Record<string, string | number | boolean>
  /** Null when the customer has set none. */
  controls: Controls | null
  /** What has been used of the controls; null when they count nothing. */
  usage: CardUsage | null
  /** How the card was used, as encoded by rules/pattern-bytes.ts; null when no rule needs it. */
  pattern: Buffer | null
  /** The card whose place this one took. */
  replaces: Uuid | null
  /** The card that took this one's place. */
  replaced_by: Uuid | null
  /** The spend request that it was made for. */
  spend_request_id: Uuid | null
}

export type WorkspaceRow = {
  bucket: number
  id: Uuid
  lineage_id: Uuid
  environment: number
  live: boolean
  clock_offset_ms: bigint
  /** The offset at which a sandbox's clock shall arrive. It is above the current offset only while the clock is moving. */
  clock_goal_ms: bigint
  wallet_cents: Cents
  owed_cents: Cents
  /** Money for cards that processors have yet to issue. */
  issuing_cents: Cents
  event_sequence: bigint
  /** Nothing may leave the wallet, because money that was credited to it may be missing. */
  on_hold: boolean
  /** How many transfers have moved the wallet, which is the number of the last one. */
  wallet_movements: bigint
  /** The number of the newest set of rules; zero where there has never been a rule. */
  rules_version: number
  /** Raised by every change of the decision hook; zero where there never was one. */
  decision_hook_version: number
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
  /** Set for a card whose controls limit amounts or purchases. */
  usage: HoldUsage | null
  /** What the purchase comes to. Null in a hold from before these sums were kept, until the worker has summed it. */
  created_at: Date | null
  authorized_cents: Cents | null
  settled_cents: Cents | null
  refunded_cents: Cents | null
}

export type HoldSum = 'authorized_cents' | 'settled_cents' | 'refunded_cents'

/** A hold that is not summed yet stays so: the worker reads this entry too. */
export function addToHold(hold: HoldRow, sum: HoldSum, amount: Cents): void {
  const known = hold[sum]
  if (known !== null) hold[sum] = known + amount
}

/** The balance that a card shows. Holds are already subtracted, and an overdraft makes it negative. */
export function balanceOfCard(card: Pick<CardRow, 'available_cents' | 'overdraft_cents'>): Cents {
  return card.available_cents - card.overdraft_cents
}

export const ChallengeStatus = { pending: 1, completed: 2, expired: 3 } as const
export type ChallengeStatus = (typeof ChallengeStatus)[keyof typeof ChallengeStatus]

/** What a processor was told about a challenge that has no passcode. */
export const ChallengeOutcome = { approved: 1, declined: 2 } as const
export type ChallengeOutcome = (typeof ChallengeOutcome)[keyof typeof ChallengeOutcome]

/** A 3-D Secure challenge. */
export type ChallengeRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  card_id: Uuid
  merchant: string
  amount_cents: Cents
  /** Null for a challenge that is answered with a yes or a no. */
  otp_sealed: Buffer | null
  attempts: number
  status: ChallengeStatus
  used_by: Uuid | null
  expires_at: Date
  created_at: Date
  /** The processor that opened it, and the processor's id of it. */
  processor: string | null
  processor_ref: string | null
  answer: ChallengeOutcome | null
  /** Wall time until which an answer is being sent to the processor. */
  answering_until: Date | null
}

export const DepositStatus = { pending: 1, confirmed: 2, expired: 3 } as const
export type DepositStatus = (typeof DepositStatus)[keyof typeof DepositStatus]

/** The sources of a price, for later questions: the rate as decimal text, and the age of the quote. */
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

/** How we answered the processor about an authorization, if it asked. */
export const Answered = { never: 0, approved: 1, declined: 2, declinedThere: 3 } as const
export type Answered = (typeof Answered)[keyof typeof Answered]

/** An authorization as its processor knows it. `version` is that of the newest report that set the hold. */
export type OutsideAuthorizationRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  card_id: Uuid
  processor: string
  reference: string
  hold_id: Uuid | null
  answered: Answered
  version: bigint
  updated_at: Date
  /** How many questions we have decided, how many requests the newest report knows of, and when the last of them was made. */
  decided: number
  requests: number
  last_request_at: Date | null
  /** The question that changed the hold last, and by how much; null once a report about it has arrived. */
  placed_by: Uuid | null
  placed_cents: Cents | null
  /** When its hold is next compared with the processor; null when nothing is held. */
  compare_at: Date | null
  /** Since when the processor has held another amount than we do, and which; null when both are equal. */
  differs_since: Date | null
  outside_cents: Cents | null
}

/** Money that a processor reported as moved; negative for money that was given back. */
export type OutsidePostRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  authorization_id: Uuid
  transaction_id: Uuid
  processor: string
  reference: string
  amount_cents: Cents
  posted_at: Date
}

export const OutsideStateCode = { active: 1, frozen: 2, closed: 3 } as const

/** A card at its processor. */
export type ProcessorCardRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  processor: string
  external_id: string
  observed_state: (typeof OutsideStateCode)[keyof typeof OutsideStateCode]
  observed_at: Date
  push_at: Date | null
  push_attempts: number
  exp_month: number
  exp_year: number
  holder_name: string
  billing_address: Record<string, string>
}

/** A card that a processor has been asked for, or is about to be. */
export type IssuanceRow = {
  bucket: number
  /** The card's. */
  id: Uuid
  workspace_id: Uuid
  processor: string
  request_key: Uuid | null
  fingerprint: Uuid | null
  amount_cents: Cents
  settings: IssuanceSettings
  actor: string | null
  issue_key: Uuid
  attempts: number
  next_try_at: Date
  created_at: Date
}

/** The settings of the card to be issued. Amounts are decimal text, since JSON has no bigint. */
export type IssuanceSettings = {
  bin_id: string
  label: string
  spending_limit_cents: string
  auto_freeze_cents: string | null
  allowed_categories: string[]
  metadata: CardRow['metadata']
  /** Left out by the release before this one. */
  controls?: Controls | null
  holder_name: string
  billing_address: Record<string, string>
  replacement?: Replacement
  spend_request_id?: Uuid
  /** The key that the card will belong to. Left out by the release before this one. */
  made_by?: Uuid | null
}

/** What a card takes over from the card that it replaces, besides settings and money. */
export type Replacement = {
  card_id: Uuid
  reason: string
  month: number
  month_used_cents: string
  usage: CardRow['usage']
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

/** A card that this transaction issues, with its number: its secrets, and the keyed hash by which the number is found. */
export type NumberedCard = { card: CardRow; secrets: CardSecretsRow; numberIndex: Buffer }
/** A numbered card, or one whose number is at a processor. `madeBy` is the key through which it is made. */
export type NewCard = (NumberedCard | { card: CardRow; outside: ProcessorCardRow }) & { madeBy: Uuid | null }

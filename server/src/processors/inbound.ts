// What a processor tells us: in a message to our door, or on a page of news that we ask for.

import type { Merchant } from '../authorizations/merchant.ts'
import type { ForeignAmount } from '../foreign-money.ts'
import type { Cents } from '../money.ts'
import type { OutsideState } from './processor.ts'
import type { NetworkReferences, Question } from './question.ts'

export type Inbound =
  | { type: 'question'; question: Question }
  | { type: 'report'; report: Report }
  | { type: 'challenge'; challenge: ProcessorChallenge }
  | { type: 'card'; cardRef: string; state: OutsideState }
  /** Names an object that must be fetched: `reference` goes to `Processor.fetch`. */
  | { type: 'thin'; reference: string; isQuestion: boolean }
  | { type: 'ignored'; what: string }

/**
 * An authorization as the processor knows it at one moment. Reports are folded, not applied: each posting counts once by its
 * id, and the hold is set to a target, so that shuffled, doubled and lost deliveries end equal.
 */
export type Report = {
  authorizationRef: string
  cardRef: string
  /** Grows with what the processor knows of this authorization: a report with a lower one is older. */
  version: bigint
  /** What is held in all, cents of USD; undefined where this report does not say. */
  hold: Cents | undefined
  /** What the authorization came to; undefined where this report does not say. */
  outcome: 'approved' | 'declined' | undefined
  /** Whether our answer decided it, or somebody in our place; undefined where they do not say. */
  decidedBy: 'us' | 'stand_in' | undefined
  /** Why nothing is held any more. */
  ended: 'reversed' | 'expired' | 'settled' | undefined
  /** Their own word for a decline. */
  word: string | undefined
  /** What was asked for: the amount of a decline. */
  amount: Cents
  posts: readonly Post[]
  /** Their sum of `posts`, debits less credits, where they say: a difference means that posts are missing. */
  settled: Cents | undefined
  merchant: Merchant
  foreign?: ForeignAmount
  network?: NetworkReferences
  authentication?: 'authenticated' | 'attempted' | 'failed'
}

/** Money that moved. */
export type Post = {
  /** Unique for the processor, for ever. */
  id: string
  /** A debit takes from the card (a settlement, a refund taken back), a credit gives to it. */
  direction: 'debit' | 'credit'
  /** Above zero, cents of USD. */
  amount: Cents
  /** A debit that the authorization's hold pays first. */
  usesHold: boolean
  /** The merchant's bank's reference. */
  arn?: string
}

export type ProcessorChallenge = {
  /** As `answerChallenge` names it. */
  ref: string
  cardRef: string
  merchant: string
  amount: Cents
  /** Undefined where the processor sends it itself. */
  passcode: string | undefined
  expiresAt: Date
}

// What a processor tells us, in a message to our callback or on a page of updates that we fetch.

import type { ForeignAmount } from '../foreign-money.ts'
import type { Uuid } from '../ids.ts'
import type { Cents } from '../money.ts'
import type { Merchant } from '../transactions/merchant.ts'
import type { NetworkReferences, Question } from './question.ts'

export type Inbound =
  | { type: 'question'; question: Question }
  | { type: 'report'; report: Report }
  | { type: 'challenge'; challenge: ProcessorChallenge }
  | { type: 'card'; cardRef: string; state: OutsideState }
  | { type: 'holder'; requirements: HolderRequirements }
  /** Names an object that must be fetched: `reference` goes to `Processor.fetch`. */
  | { type: 'thin'; reference: string; isQuestion: boolean }
  | { type: 'ignored'; what: string }

/**
 * An authorization as the processor knows it at one moment. Reports are applied: each posting counts once by its id, and the
 * hold is set to a target, so that reordered, repeated and lost deliveries have the same result.
 */
export type Report = {
  authorizationRef: string
  cardRef: string
  /** Grows with what the processor knows about this authorization. A report with a lower version is older. */
  version: bigint
  /** The total amount held, in cents of USD; undefined when this report does not say. */
  hold: Cents | undefined
  /** The outcome of the authorization; undefined when this report does not say. */
  outcome: 'approved' | 'declined' | undefined
  /** Whether our answer decided it, or a stand-in; undefined when the processor does not say. */
  decidedBy: 'us' | 'stand_in' | undefined
  /** Why nothing is held any more. */
  ended: 'reversed' | 'expired' | 'settled' | undefined
  /** The processor's own reason for a decline. */
  word: string | undefined
  /** The requested amount, which a decline shows. */
  amount: Cents
  /** How many requests of merchants it knows the outcome of, and when the last of them was made, in milliseconds since 1970. */
  requests?: { count: number; lastAt: number }
  posts: readonly Post[]
  /** The processor's sum of `posts`, debits less credits, if it says. A difference means that posts are missing. */
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
  /** Undefined when the processor sends it itself. */
  passcode: string | undefined
  expiresAt: Date
}

/** The state of a card at the processor. Closed is final. */
export type OutsideState = 'active' | 'frozen' | 'closed'

/** `missing` names the fields that the processor wants; with a `disabledReason`, every card of the holder declines. */
export type HolderRequirements = {
  holder: string
  accountId: Uuid
  disabledReason: string | undefined
  missing: readonly string[]
}

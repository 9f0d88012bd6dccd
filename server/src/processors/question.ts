// A question that a processor asks while a merchant waits, and the verdict it is given.

import type { ForeignAmount } from '../foreign-money.ts'
import type { DeclineReason } from '../ledger/decline-reasons.ts'
import type { Cents } from '../money.ts'
import type { Merchant } from '../transactions/merchant.ts'

export type Question = {
  kind: 'authorize' | 'verify' | 'balance' | 'authenticate'
  /** A question that is repeated under the same id gets the same answer, byte for byte. */
  id: string
  /** The authorization, as reports name it. A second question about one authorization asks for more. */
  authorizationRef: string
  /** The processor's id of the card. */
  cardRef: string
  /** The amount to hold, in cents of USD, not negative. */
  amount: Cents
  /** Whether `amount` is added to what the authorization already holds, or is the new total. */
  amountIs: 'extra' | 'total'
  /** A partial approval is possible. */
  partial: boolean
  merchant: Merchant
  /** The merchant's amount when it is not in the card's currency. */
  foreign?: ForeignAmount
  /** Undefined when the processor did not say. Usually it checks both before it asks. */
  cvvMatches?: boolean
  expiryMatches?: boolean
  authentication?: 'authenticated' | 'failed'
  /** For `authenticate`: the merchant or its bank wants a challenge. */
  wantsChallenge?: boolean
  network?: NetworkReferences
  /** How long the processor waits for the answer, from the moment at which it asked. */
  patienceMs: number
  /** Until when the processor waits, when it says. */
  answerBy?: Date
  /** Whether it asks for more on an authorization that was decided before. Undefined when the processor does not say. */
  isIncrement?: boolean
  /** How many requests of the authorization were decided when it was asked. Undefined when the processor does not say. */
  decidedBefore?: number
  /** When it was asked, by the processor's clock, when the processor says so in the question. */
  askedAt?: Date
}

export type NetworkReferences = { transactionId?: string; authCode?: string; arn?: string }

export type Verdict =
  | { approved: true; amount: Cents; balance: CardBalance }
  | { approved: false; reason: DeclineReason; balance: CardBalance | undefined }

/** After the decision: the available amount, and the total including holds. */
export type CardBalance = { available: Cents; total: Cents }

// A question that a processor asks while a merchant waits, and the verdict it is given.

import type { DeclineReason } from '../authorizations/decline-reasons.ts'
import type { Merchant } from '../authorizations/merchant.ts'
import type { ForeignAmount } from '../foreign-money.ts'
import type { Cents } from '../money.ts'

export type Question = {
  kind: 'authorize' | 'verify' | 'balance' | 'authenticate'
  /** Asked again under the same id, it gets the same answer, byte for byte. */
  id: string
  /** The authorization it belongs to, as reports name it. A second question of one authorization asks for more. */
  authorizationRef: string
  /** The card as the processor calls it. */
  cardRef: string
  /** Cents of USD, not negative; what is to be held. */
  amount: Cents
  /** Whether `amount` comes on top of what the authorization holds already, or is the new sum. */
  amountIs: 'extra' | 'total'
  /** Less than all may be approved. */
  partial: boolean
  merchant: Merchant
  /** What the merchant asked for, where that is not the card's currency. */
  foreign?: ForeignAmount
  /** Undefined where they did not say. They judge both before they ask, as a rule. */
  cvvMatches?: boolean
  expiryMatches?: boolean
  authentication?: 'authenticated' | 'failed'
  /** Of `authenticate`: the merchant or its bank wishes a challenge. */
  wantsChallenge?: boolean
  network?: NetworkReferences
  /** How long they wait for the answer, from the moment they asked. */
  patienceMs: number
}

export type NetworkReferences = { transactionId?: string; authCode?: string; arn?: string }

export type Verdict =
  | { approved: true; amount: Cents; balance: CardBalance }
  | { approved: false; reason: DeclineReason; balance: CardBalance | undefined }

/** After the decision: what can be spent, and that with what is held. */
export type CardBalance = { available: Cents; total: Cents }

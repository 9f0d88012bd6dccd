// The decision: may this card spend this amount here and now? Pure, and the same for every entrance.

import { mccIsAllowed } from '../categories/categories.ts'
import { type CardRow, CardStatus } from '../ledger/rows.ts'
import { type Cents, minCents } from '../money.ts'
import type { DeclineReason } from './decline-reasons.ts'

export const ThreeDsStatus = { not_required: 1, pending: 2, authenticated: 3, failed: 4 } as const
export type ThreeDsStatus = (typeof ThreeDsStatus)[keyof typeof ThreeDsStatus]
export const threeDsStatusNames = ['not_required', 'pending', 'authenticated', 'failed'] as const

export type Asked = {
  amount: Cents
  mcc: string
  /** What the BIN allows in one transaction. */
  maxTransaction: Cents
  /** Reserved already by the authorization that this one increments. */
  alreadyHeld: Cents
  /** Undefined where the request did not say. */
  expiryMatches?: boolean | undefined
  cvvMatches?: boolean | undefined
  /** What the 3-D Secure challenge came to; undefined without one. */
  authentication?: 'pending' | 'authenticated' | 'failed' | undefined
  /** Approve less than was asked for rather than nothing. */
  partial: boolean
  /** How long the hold stays where nobody ends it; by the merchant's category when left out. */
  holdDays?: number
}

export type Decision =
  | { approved: true; amount: Cents; threeDs: ThreeDsStatus }
  | { approved: false; reason: DeclineReason; threeDs: ThreeDsStatus }

/** The card's month has been rolled to `now` before. */
export function decide(card: CardRow, asked: Asked, now: Date): Decision {
  const { not_required, pending, authenticated, failed } = ThreeDsStatus
  const declined = (reason: DeclineReason, threeDs: ThreeDsStatus = not_required): Decision => ({
    approved: false,
    reason,
    threeDs,
  })
  const reason = whyNotUsable(card, asked, now)
  if (reason) return declined(reason)
  if (asked.authentication === 'pending') return declined('authentication_required', pending)
  if (asked.authentication === 'failed') return declined('authentication_failed', failed)
  const threeDs = asked.authentication === 'authenticated' ? authenticated : not_required
  if (asked.alreadyHeld + asked.amount > asked.maxTransaction) return declined('transaction_limit_exceeded', threeDs)
  if (!mccIsAllowed(card.allowed_categories, asked.mcc)) return declined('category_not_allowed', threeDs)
  const amount = asked.partial ? minCents(asked.amount, card.available_cents) : asked.amount
  if (card.month_used_cents + amount > card.spending_limit_cents) return declined('spending_limit_exceeded', threeDs)
  if (amount > card.available_cents || amount === 0n) return declined('insufficient_funds', threeDs)
  return { approved: true, amount, threeDs }
}

/** Whatever the amount: why this card cannot be used now, if it cannot. */
export function whyNotUsable(
  card: CardRow,
  asked: Pick<Asked, 'expiryMatches' | 'cvvMatches'>,
  now: Date,
): DeclineReason | undefined {
  if (card.status === CardStatus.terminated) return 'card_terminated'
  if (card.status === CardStatus.frozen) return 'card_frozen'
  if (card.expires_at.getTime() < now.getTime()) return 'card_expired'
  if (asked.expiryMatches === false) return 'expiry_mismatch'
  return asked.cvvMatches === false ? 'cvv_mismatch' : undefined
}

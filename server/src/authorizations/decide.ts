// The decision: may this card spend this amount here and now? It is pure, and the same for the API and every processor.

import { exceededLimit, type LimitDetail, type Purchase, whyNotHere } from '../controls/check-controls.ts'
import { isVerification, isVerifiedEnough } from '../controls/usage.ts'
import { endOf } from '../controls/windows.ts'
import { publicId } from '../ids.ts'
import type { DeclineReason } from '../ledger/decline-reasons.ts'
import type { HookAnswer } from '../ledger/hook-answer.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { leftAfterEnd } from '../ledger/postings.ts'
import { type CardRow, CardStatus } from '../ledger/rows.ts'
import { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import type { TransactionDetails } from '../ledger/transaction-details-row.ts'
import { type Cents, dollars, minCents } from '../money.ts'
import type { RuleEvaluator } from '../rules/evaluate-payment.ts'
import type { RuleEvaluation } from '../rules/rule-set.ts'

export type Asked = {
  amount: Cents
  /** The largest transaction that the BIN allows. */
  maxTransaction: Cents
  /** Raises a pending authorization and is not a new purchase. `alreadyHeld` is what that authorization has reserved. */
  isIncrement?: boolean
  /** The increment makes the authorization one of the card's uses. */
  becomesUse?: boolean
  alreadyHeld: Cents
  /** Undefined when the request did not give an expiry. */
  expiryMatches?: boolean | undefined
  cvvMatches?: boolean | undefined
  /** The outcome of the 3-D Secure challenge; undefined without one. */
  authentication?: 'pending' | 'authenticated' | 'failed' | undefined
  /** Approve a part of the amount rather than nothing. */
  partial: boolean
  /** How long the hold lasts when nobody ends it. When left out, the merchant's category decides. */
  holdDays?: number
  /** The rules of the workspace, if it has any. They evaluate an increment by the sum, as `per_transaction` does. */
  rules?: RuleEvaluator | undefined
  /**
   * For an increment of a use on a card that its last use has terminated: what the wallet may still pay. It is at most what the
   * card returned when it ended, less what was taken since.
   */
  fromWallet?: Cents
  /** What of the same authorization was approved without being held, and may still settle. */
  promised?: Cents
  /** The answer of the decision hook; undefined when it was not asked. */
  hook?: HookAnswer | undefined
}

/** `details` and what the rules `evaluated` are stored with the transaction. */
export type Decision = {
  threeDs: ThreeDsStatus
  details?: Partial<TransactionDetails>
  evaluated?: RuleEvaluation | undefined
} & ({ approved: true; amount: Cents; held: Cents } | { approved: false; reason: DeclineReason })

/** The card's counters must have been rolled to `now` before. */
export function decide(card: CardRow, merchant: MerchantRow, asked: Asked, now: Date): Decision {
  const { not_required, pending, authenticated, failed } = ThreeDsStatus
  const declined = (
    reason: DeclineReason,
    threeDs: ThreeDsStatus = not_required,
    detail?: DeclineDetail,
  ): Decision => ({
    approved: false,
    reason,
    threeDs,
    ...(detail && { details: { decline_detail: detail } }),
  })
  const reason = whyNotUsable(card, asked, now)
  if (reason) return declined(reason)
  if (asked.authentication === 'pending') return declined('authentication_required', pending)
  if (asked.authentication === 'failed') return declined('authentication_failed', failed)
  const threeDs = asked.authentication === 'authenticated' ? authenticated : not_required
  if (asked.alreadyHeld + asked.amount > asked.maxTransaction)
    return declined('transaction_limit_exceeded', threeDs, limitOfBin(asked))
  const purchase = purchaseOf(merchant, asked)
  const elsewhere = whyNotHere(card, purchase, now)
  if (elsewhere) return declined(elsewhere, threeDs)
  const holdsNothing = !asked.isIncrement && isVerification(card, asked.amount)
  if (holdsNothing && isVerifiedEnough(card)) return declined('use_limit_reached', threeDs)
  const available = holdsNothing ? asked.amount : (asked.fromWallet ?? card.available_cents)
  const amount = asked.partial ? minCents(wantedOf(asked), available) : asked.amount
  if (card.month_used_cents + amount > card.spending_limit_cents)
    return declined('spending_limit_exceeded', threeDs, limitOfMonth(card, now))
  const exceeded = exceededLimit(card, purchase, amount, now)
  if (exceeded) return declined('limit_exceeded', threeDs, exceeded)
  if (amount > available || amount === 0n) return declined('insufficient_funds', threeDs, ceilingOf(card, asked))
  const evaluated = asked.rules?.evaluate(asked.alreadyHeld + amount, threeDs)
  if (evaluated?.stopping) return stoppedByRule(evaluated, evaluated.stopping, threeDs)
  if (asked.hook?.approves === false)
    return { ...declined(hookReason(asked.hook), threeDs, hookDetail(asked.hook)), evaluated }
  return { approved: true, amount, held: holdsNothing ? 0n : amount, threeDs, evaluated }
}

function stoppedByRule(
  evaluated: RuleEvaluation,
  { rule, explanation }: NonNullable<RuleEvaluation['stopping']>,
  threeDs: ThreeDsStatus,
): Decision {
  const { bucket, rule_id, action } = rule.version
  const detail = { rule_id: publicId('rule', bucket, rule_id), explanation }
  const reason = action === 'challenge' ? 'authentication_required' : 'rule_declined'
  return { approved: false, reason, threeDs, details: { decline_detail: detail }, evaluated }
}

/** What a card returned to the wallet when its last use ended it, and what has been taken of that since. */
export type CeilingDetail = { returned: number; taken: number }
type DeclineDetail = LimitDetail | CeilingDetail | { reason: string }

/** The hook may approve a part of the amount when a partial approval is acceptable. */
function wantedOf({ amount, hook }: Asked): Cents {
  return hook?.maxAmount === undefined ? amount : minCents(amount, hook.maxAmount)
}

function hookReason({ outcome }: HookAnswer): DeclineReason {
  return outcome === 'declined' ? 'hook_declined' : 'hook_unavailable'
}

function hookDetail({ reason }: HookAnswer): DeclineDetail | undefined {
  return reason === undefined ? undefined : { reason }
}

function purchaseOf({ network_id, name, mcc, country }: MerchantRow, asked: Asked): Purchase {
  const { isIncrement = false, becomesUse = false, alreadyHeld } = asked
  return {
    merchant: { id: network_id, name, mcc, country },
    isIncrement,
    isUse: !isIncrement || becomesUse,
    alreadyHeld,
  }
}

function limitOfBin({ maxTransaction, alreadyHeld }: Asked): LimitDetail {
  const used = dollars(alreadyHeld)
  return {
    window: 'per_transaction',
    categories: [],
    unit: 'amount',
    limit: dollars(maxTransaction),
    used,
    resets_at: null,
  }
}

function limitOfMonth({ spending_limit_cents: limit, month_used_cents: used }: CardRow, now: Date): LimitDetail {
  const resets_at = endOf('month', now)!.toISOString()
  return { window: 'month', categories: [], unit: 'amount', limit: dollars(limit), used: dollars(used), resets_at }
}

/** The ceiling of a card that its last use has ended; undefined when the amount is below it, and the wallet is what lacks money. */
function ceilingOf(card: CardRow, { amount, fromWallet, promised = 0n }: Asked): CeilingDetail | undefined {
  if (fromWallet === undefined || amount + promised <= leftAfterEnd(card)) return undefined
  return { returned: dollars(card.refunded_cents ?? 0n), taken: dollars((card.taken_after_end_cents ?? 0n) + promised) }
}

/** Why this card cannot be used now, whatever the amount; undefined when it can. */
export function whyNotUsable(
  card: CardRow,
  asked: Pick<Asked, 'expiryMatches' | 'cvvMatches' | 'fromWallet'>,
  now: Date,
): DeclineReason | undefined {
  if (card.status === CardStatus.terminated && asked.fromWallet === undefined) return 'card_terminated'
  if (card.status === CardStatus.frozen) return 'card_frozen'
  if (card.expires_at.getTime() < now.getTime()) return 'card_expired'
  if (asked.expiryMatches === false) return 'expiry_mismatch'
  return asked.cvvMatches === false ? 'cvv_mismatch' : undefined
}

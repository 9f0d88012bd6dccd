// The tests that a purchase goes through, in their order, with what came out of each and the numbers it was checked by.

import type { CeilingDetail } from '../authorizations/decide.ts'
import { categoryOfMcc } from '../categories/categories.ts'
import type { LimitDetail } from '../controls/check-controls.ts'
import { type DeclineReason, declineReasons } from '../ledger/decline-reasons.ts'
import type { ShownDecision } from '../ledger/hook-answer.ts'
import { balanceOfCard, type CardRow } from '../ledger/rows.ts'
import { type Cents, dollars } from '../money.ts'
import type { TransactionWithMerchant } from '../transactions/find-transaction.ts'

export const testOutcomes = ['passed', 'failed', 'not_reached', 'assumed'] as const
export type ExplainedTest = {
  test: DeclineReason
  outcome: (typeof testOutcomes)[number]
  words: string
  numbers: string | null
}

/** What each test asks, by the reason that a failure has. */
const questions: Record<DeclineReason, string> = {
  invalid_card: 'The number is that of a card.',
  card_terminated: 'The card is not terminated.',
  card_frozen: 'The card is not frozen.',
  card_expired: 'The card has not expired.',
  expiry_mismatch: 'The expiry date is the right one, where the merchant sent it.',
  cvv_mismatch: 'The CVV is the right one, where the merchant sent it.',
  authentication_required: 'No 3-D Secure challenge waits for its passcode.',
  authentication_failed: 'The 3-D Secure challenge succeeded, where there was one.',
  transaction_limit_exceeded: 'The BIN allows as much in one purchase.',
  category_not_allowed: "The merchant's category is allowed.",
  merchant_not_allowed: 'The merchant is allowed.',
  country_not_allowed: "The merchant's country is allowed.",
  outside_active_period: 'The card may be used at this time.',
  use_limit_reached: 'The card has a use left.',
  spending_limit_exceeded: "The month's spending limit is not exceeded.",
  limit_exceeded: "No limit of the card's controls is exceeded.",
  insufficient_funds: 'There is enough on the card.',
  rule_declined: 'No active rule declines it.',
  hook_declined: 'The decision hook does not decline it.',
  hook_unavailable: 'The decision hook answers, or its fallback approves.',
  declined_by_processor: 'The processor does not decline it by itself.',
}

/** Every purchase on a card goes through these. The others are shown only where they decided. */
const always = (Object.keys(declineReasons) as DeclineReason[]).filter(
  (reason) => !/^(invalid_card|declined_by_processor)$|^(rule|hook)_/.test(reason),
)

/** What the merchant sends, the passcode and what the hook says are not known for a purchase that is not made. */
export const ASSUMED: readonly DeclineReason[] = [
  'expiry_mismatch',
  'cvv_mismatch',
  'authentication_required',
  'authentication_failed',
  'hook_declined',
]

type Numbers = (test: DeclineReason) => string | null

type Checked = {
  failed: DeclineReason | null
  /** Tests that not every purchase meets. */
  also: readonly DeclineReason[]
  /** Tests that are taken as passed, because the purchase is only imagined. */
  assumed: readonly DeclineReason[]
}

export function testsUpTo({ failed, also, assumed }: Checked, numbersOf: Numbers): ExplainedTest[] {
  const order = Object.keys(declineReasons) as DeclineReason[]
  const shown = order.filter((test) => always.includes(test) || also.includes(test) || test === failed)
  const end = failed === null ? Number.POSITIVE_INFINITY : shown.indexOf(failed)
  return shown.map((test, index) => {
    const outcome = index < end ? 'passed' : index === end ? 'failed' : 'not_reached'
    return {
      test,
      outcome: outcome === 'passed' && assumed.includes(test) ? 'assumed' : outcome,
      words: questions[test],
      numbers: outcome === 'not_reached' ? null : numbersOf(test),
    }
  })
}

/** The only test of a purchase that never came to us. */
export function testOfProcessor({ processor_word: word }: TransactionWithMerchant): ExplainedTest {
  const test = 'declined_by_processor'
  return { test, outcome: 'failed', words: questions[test], numbers: word }
}

/** Of the moment of the transaction: what was stored with it, and what its rules came to. */
export function numbersThen(
  transaction: TransactionWithMerchant,
  failed: DeclineReason | null,
  rules: string | null,
): Numbers {
  const asked = askedFor(transaction)
  const detail = transaction.decline_detail as Partial<LimitDetail> | null
  return (test) => {
    if (test === failed && detail?.unit !== undefined) return limitNumbers(detail as LimitDetail, asked)
    if (test === 'insufficient_funds' && test === failed) return fundsThen(transaction, asked)
    if (test === 'rule_declined') return rules
    if (test.startsWith('hook_')) return hookNumbers(transaction)
    return numbersOfPlace(transaction, test)
  }
}

function fundsThen({ decline_detail: detail, balance_after_cents: balance }: TransactionWithMerchant, asked: Cents) {
  if (detail?.returned === undefined) return `${usd(balance)} on the card, ${usd(asked)} asked for`
  const { returned, taken } = detail as CeilingDetail
  return ceilingNumbers(returned, taken, asked)
}

function ceilingNumbers(returned: number, taken: number, asked: Cents): string {
  return `${returned.toFixed(2)} USD returned when the card ended, ${taken.toFixed(2)} USD taken since, ${usd(asked)} asked for`
}

/** Of this moment. What the card counts has been rolled to `now` before. */
export function numbersNow(
  card: CardRow,
  transaction: TransactionWithMerchant,
  { maxTransaction, alreadyHeld }: { maxTransaction: Cents; alreadyHeld: Cents },
  rules: string | null,
): Numbers {
  const asked = askedFor(transaction)
  return (test) => {
    switch (test) {
      case 'card_expired':
        return `valid until ${card.expires_at.toISOString().slice(0, 10)}`
      case 'transaction_limit_exceeded':
        return `${usd(alreadyHeld + asked)} of at most ${usd(maxTransaction)}`
      case 'outside_active_period':
        return periodOf(card)
      case 'use_limit_reached':
        return usesOf(card)
      case 'spending_limit_exceeded':
        return `${usd(card.month_used_cents)} of ${usd(card.spending_limit_cents)} used this month, ${usd(asked)} more`
      case 'limit_exceeded':
        return limitsOf(card)
      case 'rule_declined':
        return rules
      case 'hook_declined':
        return 'your server is asked when the purchase is made'
      case 'insufficient_funds':
        return card.taken_after_end_cents === null
          ? `${usd(balanceOfCard(card))} on the card, ${usd(asked)} asked for`
          : ceilingNumbers(dollars(card.refunded_cents ?? 0n), dollars(card.taken_after_end_cents), asked)
    }
    return numbersOfPlace(transaction, test)
  }
}

function numbersOfPlace({ mcc, name, network_id, country }: TransactionWithMerchant, test: DeclineReason) {
  if (test === 'category_not_allowed') return `${categoryOfMcc(mcc)} (${mcc})`
  if (test === 'merchant_not_allowed') return network_id === null ? name : `${name} (${network_id})`
  return test === 'country_not_allowed' ? country : null
}

/** What the customer's server answered, and how long that took. */
function hookNumbers({ decision, decline_detail }: TransactionWithMerchant): string | null {
  if (decision === null) return null
  const { outcome, fallback, duration_ms } = decision as ShownDecision
  const took = `${outcome} after ${duration_ms} ms`
  if (fallback !== null) return `${took}, so the fallback counted: ${fallback}`
  return typeof decline_detail?.reason === 'string' ? `${took}: ${decline_detail.reason}` : took
}

function askedFor({ amount_cents: amount }: TransactionWithMerchant): Cents {
  return amount < 0n ? -amount : amount
}

function limitNumbers({ window, categories, unit, limit, used, resets_at }: LimitDetail, asked: Cents): string {
  const isAmount = unit === 'amount'
  const [most, before] = isAmount ? [`${limit.toFixed(2)} USD`, `${used.toFixed(2)} USD`] : [`${limit}`, `${used}`]
  const more = isAmount ? `${usd(asked)} more` : 'one purchase more'
  const over = `${windowWords[window]}${categories.length > 0 ? ` for ${categories.join(', ')}` : ''}`
  const reset = resets_at === null ? '' : `; resets at ${resets_at}`
  return `${before} of ${most} ${isAmount ? 'used' : 'purchases made'} ${over}, ${more}${reset}`
}

const windowWords: Record<LimitDetail['window'], string> = {
  per_transaction: 'by this purchase',
  day: 'this day',
  week: 'this week',
  month: 'this month',
  year: 'this year',
  all_time: 'of all time',
}

function limitsOf({ controls, usage }: CardRow): string | null {
  const texts = (controls?.limits ?? []).map(({ window, amount, count, categories }, index) => {
    const [cents, purchases] = window === 'per_transaction' ? [0, 0] : usage!.limits[index]!
    const parts = [
      ...(amount === null ? [] : [`${usd(BigInt(cents))} of ${usd(BigInt(amount))}`]),
      ...(count === null ? [] : [`${purchases} of ${count} purchases`]),
    ]
    const of = categories.length > 0 ? ` for ${categories.join(', ')}` : ''
    return `${parts.join(' and ')} ${windowWords[window]}${of}`
  })
  return texts.length > 0 ? texts.join('; ') : null
}

function usesOf({ controls, usage }: CardRow): string | null {
  return controls?.uses == null ? null : `${usage?.uses ?? 0} of ${controls.uses} used`
}

function periodOf({ controls }: CardRow): string | null {
  const parts = [
    ...(controls?.active_from == null ? [] : [`from ${controls.active_from}`]),
    ...(controls?.active_until == null ? [] : [`until ${controls.active_until}`]),
  ]
  return parts.length > 0 ? parts.join(' ') : null
}

function usd(cents: Cents): string {
  return `${dollars(cents).toFixed(2)} USD`
}

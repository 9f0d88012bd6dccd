// What a rule can know about a payment at the moment of its decision. Live decisions, backtests and explanations use the same
// names.

import { categoryOfMcc } from '../categories/categories.ts'
import { type ThreeDsStatus, threeDsStatusNames } from '../ledger/three-ds-status.ts'
import type { Cents } from '../money.ts'
import { countsAt, type Pattern, type PatternCounts } from './pattern.ts'

export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export type Metadata = Record<string, string | number | boolean>

/** The names are those of the attributes. `amount` is in cents. */
export type Situation = {
  readonly amount: number
  readonly mcc: string
  readonly category: string
  /** The network's id of the merchant, where the network said one. */
  readonly merchant_id: string | null
  readonly merchant_name: string
  readonly country: string
  readonly card_age_days: number
  readonly card_count_1h: number
  readonly card_count_24h: number
  readonly card_declines_1h: number
  readonly card_declines_24h: number
  readonly is_first_purchase: boolean
  readonly is_new_merchant: boolean
  readonly is_new_country: boolean
  readonly hour: number
  readonly weekday: string
  readonly three_ds: string
  readonly metadata: Metadata
}

/** What a situation is made from. */
export type Payment = {
  amount: Cents
  merchant: { networkId: string | null; name: string; mcc: string; country: string }
  threeDs: ThreeDsStatus
  now: Date
  card: { created_at: Date; metadata: Metadata }
  /** No authorization of the card has been approved yet. */
  isFirstPurchase: boolean
  /** Undefined when no rule needs it. */
  pattern: Pattern | undefined
  isNewMerchant: boolean
  isNewCountry: boolean
}

const DAY_MS = 86_400_000

/** Each value is computed on demand, since most rules use only a few. */
export class PaymentSituation implements Situation {
  readonly #payment: Payment
  #counts: PatternCounts | undefined

  constructor(payment: Payment) {
    this.#payment = payment
  }

  get amount(): number {
    return Number(this.#payment.amount)
  }

  get mcc(): string {
    return this.#payment.merchant.mcc
  }

  get category(): string {
    return categoryOfMcc(this.#payment.merchant.mcc)
  }

  get merchant_id(): string | null {
    return this.#payment.merchant.networkId
  }

  get merchant_name(): string {
    return this.#payment.merchant.name
  }

  get country(): string {
    return this.#payment.merchant.country
  }

  get card_age_days(): number {
    const { now, card } = this.#payment
    return Math.max(0, Math.floor((now.getTime() - card.created_at.getTime()) / DAY_MS))
  }

  get card_count_1h(): number {
    return this.#countsNow().purchases1h
  }

  get card_count_24h(): number {
    return this.#countsNow().purchases24h
  }

  get card_declines_1h(): number {
    return this.#countsNow().declines1h
  }

  get card_declines_24h(): number {
    return this.#countsNow().declines24h
  }

  get is_first_purchase(): boolean {
    return this.#payment.isFirstPurchase
  }

  get is_new_merchant(): boolean {
    return this.#payment.isNewMerchant
  }

  get is_new_country(): boolean {
    return this.#payment.isNewCountry
  }

  get hour(): number {
    return this.#payment.now.getUTCHours()
  }

  get weekday(): string {
    return weekdays[this.#payment.now.getUTCDay()]!
  }

  get three_ds(): string {
    return threeDsStatusNames[this.#payment.threeDs - 1]!
  }

  get metadata(): Metadata {
    return this.#payment.card.metadata
  }

  #countsNow(): PatternCounts {
    this.#counts ??= countsAt(this.#payment.pattern, this.#payment.now)
    return this.#counts
  }
}

// Replays a rule over the history of one card after another, with the same conditions and patterns as in live decisions.

import type { Uuid } from '../../ids.ts'
import { TransactionType } from '../../ledger/changes.ts'
import { declineReasons } from '../../ledger/decline-reasons.ts'
import type { RuleFacts } from '../../ledger/rule-rows.ts'
import { ThreeDsStatus as ThreeDs, type ThreeDsStatus } from '../../ledger/three-ds-status.ts'
import { TransactionSource } from '../../ledger/transaction-details.ts'
import type { Cents } from '../../money.ts'
import type { CompiledRule } from '../compile-rule.ts'
import { merchantKey } from '../merchant-key.ts'
import { newPattern, noteDecline, notePurchase } from '../pattern.ts'
import { type Metadata, PaymentSituation } from '../situation.ts'
import { type Example, type Found, MAX_EXAMPLES } from './backtest.ts'

/** An authorization, an increment or a decline of the past. */
export type PastPayment = {
  id: Uuid
  card_id: Uuid
  type: number
  authorization_id: Uuid | null
  amount_cents: Cents
  created_at: Date
  three_ds_status: number
  decline_reason: number | null
  rule_facts: RuleFacts | null
  source: number | null
  name: string
  mcc: string
  country: string
  network_id: string | null
}

export type PastCard = { id: Uuid; created_at: Date; metadata: Metadata }

/** Takes the payments of one card in the order of time. */
export class CardReplay {
  readonly #rule: CompiledRule
  readonly #card: PastCard
  readonly #from: Date
  readonly #found: Found
  readonly #pattern = newPattern()
  readonly #merchants = new Set<string>()
  #hasBought = false

  /** Adds to `found`. Payments before `from` only update the pattern. */
  constructor(rule: CompiledRule, card: PastCard, from: Date, found: Found) {
    this.#rule = rule
    this.#card = card
    this.#from = from
    this.#found = found
  }

  take(payment: PastPayment): void {
    if (payment.created_at >= this.#from && wasDecidedByUs(payment)) this.#check(payment)
    this.#remember(payment)
  }

  #check(payment: PastPayment): void {
    this.#found.judged += 1
    const situation = this.#situationOf(payment)
    if (!this.#rule.matches(situation)) return
    const { action } = this.#rule.version
    if (action === 'challenge' && payment.three_ds_status === ThreeDs.authenticated) return
    if (action === 'decline') this.#found.declined += 1
    else this.#found.challenged += 1
    const approved = payment.type === TransactionType.authorization
    if (approved) this.#found.false += 1
    const { id, created_at } = payment
    addToDay(this.#found.days, created_at, approved, situation.amount)
    const newest = { id, at: created_at.getTime(), amount: situation.amount, approved }
    if (isAmongNewest(this.#found.examples, newest))
      addExample(this.#found.examples, { ...newest, explanation: this.#rule.explain(situation) })
  }

  #situationOf({ name, mcc, country, network_id: networkId, ...payment }: PastPayment): PaymentSituation {
    const checked = payment.rule_facts?.a
    return new PaymentSituation({
      amount: checked === undefined ? -payment.amount_cents : BigInt(checked),
      merchant: { networkId, name, mcc, country },
      threeDs: payment.three_ds_status as ThreeDsStatus,
      now: payment.created_at,
      card: this.#card,
      isFirstPurchase: !this.#hasBought,
      pattern: this.#pattern,
      isNewMerchant: !this.#merchants.has(merchantKey(networkId, name)),
      isNewCountry: !this.#pattern.countries.has(country),
    })
  }

  #remember(payment: PastPayment): void {
    if (payment.type === TransactionType.decline) noteDecline(this.#pattern, payment.created_at)
    else if (payment.authorization_id === null) {
      notePurchase(this.#pattern, payment.created_at, payment.country)
      this.#merchants.add(merchantKey(payment.network_id, payment.name))
      this.#hasBought = true
    }
  }
}

/** Rules never check increments or payments that somebody else decided without asking us. */
function wasDecidedByUs({ authorization_id, source, decline_reason }: PastPayment): boolean {
  const isOutside = source === TransactionSource.stand_in || decline_reason === declineReasons.declined_by_processor
  return authorization_id === null && !isOutside
}

function addToDay(days: Found['days'], at: Date, approved: boolean, cents: number): void {
  const date = at.toISOString().slice(0, 10)
  const [stopped, false_, sum] = days[date] ?? [0, 0, 0]
  days[date] = [stopped + 1, false_ + (approved ? 1 : 0), sum + cents]
}

type Placed = Pick<Example, 'at' | 'id'>

function isAmongNewest(examples: readonly Example[], one: Placed): boolean {
  return examples.length < MAX_EXAMPLES || isNewer(one, examples.at(-1)!)
}

/** Keeps the newest examples, newest first, up to the limit. */
function addExample(examples: Example[], one: Example): void {
  const at = examples.findIndex((each) => isNewer(one, each))
  examples.splice(at < 0 ? examples.length : at, 0, one)
  if (examples.length > MAX_EXAMPLES) examples.pop()
}

function isNewer(one: Placed, other: Placed): boolean {
  return one.at > other.at || (one.at === other.at && one.id > other.id)
}

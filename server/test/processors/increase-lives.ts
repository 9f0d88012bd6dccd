// Plays the steps of an authorization as elements of Increase, without the steps that do not exist there.

import type { CardPayment } from 'increase/resources/card-payments.js'
import type { Event } from 'increase/resources/events.js'
import type { RealTimeDecision } from 'increase/resources/real-time-decisions.js'
import type { IncreaseBank, Payment, Snapshot } from './increase-bank.ts'
import {
  type AuthorizationAsked,
  authenticationDecision,
  authenticationElement,
  authorizationDecision,
  balanceDecision,
  type ChallengeWish,
  challengeDecision,
  type Purchase,
} from './increase-decisions.ts'
import * as objects from './increase-objects.ts'
import type { Life, LifeStep, Reply } from './world.ts'

/** What Increase gives for an authorization. */
const PATIENCE_MS = 2_000

export type Callbacks = {
  ask: (category: Event['category'], decision: RealTimeDecision) => Promise<Reply | undefined>
  tell: (event: Event, snapshot: Snapshot) => void
}
type Begun = { payment: Payment; begins: Life['begins'] }

export class IncreaseLives {
  readonly #bank: IncreaseBank
  readonly #callbacks: Callbacks
  /** The newest of each card. */
  readonly #begun = new Map<string, Begun>()

  constructor(bank: IncreaseBank, callbacks: Callbacks) {
    this.#bank = bank
    this.#callbacks = callbacks
  }

  async live(cardId: string, life: Life): Promise<Payment> {
    const payment = this.#bank.openPayment(cardId, life.merchant)
    this.#begun.set(cardId, { payment, begins: life.begins })
    await this.#begin(payment, life)
    for (const step of life.steps) await this.#play({ payment, begins: life.begins }, step)
    return payment
  }

  async goOn(cardId: string, step: LifeStep): Promise<Payment> {
    const begun = this.#begun.get(cardId)
    if (!begun) throw new Error('nothing was bought with this card')
    await this.#play(begun, step)
    return begun.payment
  }

  async #begin(payment: Payment, { begins, amount: cents }: Life): Promise<void> {
    const amount = Number(cents)
    if (begins === 'forced') return this.#forced(payment, amount)
    if (begins === 'stood_in') return this.#approve(payment, { amount }, 'network', null)
    if (begins === 'declined_there') return this.#decline(payment, amount, 'cvv2_mismatch')
    const { status } = this.#bank.cards.get(payment.object.card_id)!
    if (status !== 'active') {
      return this.#decline(payment, amount, status === 'canceled' ? 'card_canceled' : 'card_not_active')
    }
    await this.authorize(payment, { amount, isPartialPossible: this.#bank.choose(3) === 0 })
  }

  /** Asks, and does as it is told. */
  async authorize(payment: Payment, what: AuthorizationAsked): Promise<RealTimeDecision> {
    const decision = authorizationDecision(this.#bank.scene(payment), this.#asked(payment), what)
    await this.#callbacks.ask('real_time_decision.card_authorization_requested', decision)
    const { decision: verdict, approval, decline } = decision.card_authorization!
    if (verdict === 'approve') {
      const amount = approval?.partial_amount ?? what.amount
      if (amount === 0) this.#validate(payment, decision.id)
      else if (what.incremented === undefined) this.#approve(payment, { ...what, amount }, 'user', decision.id)
      else this.#increment(payment, amount, 'user', decision.id)
    } else {
      const isTimeOut = verdict === null
      const why = {
        reason: isTimeOut ? 'webhook_timed_out' : 'webhook_declined',
        decided: decline?.reason ?? null,
        incremented: what.incremented ?? null,
      } as const
      const scene = this.#bank.scene(payment)
      const card_decline = objects.decline(scene, what, isTimeOut ? 'increase' : 'user', decision.id, why)
      this.#add(payment, { category: 'card_decline', card_decline })
    }
    return decision
  }

  async askForBalance(cardId: string, merchant: objects.Merchant): Promise<RealTimeDecision> {
    const payment = this.#bank.openPayment(cardId, merchant)
    const decision = balanceDecision(this.#bank.scene(payment), this.#asked(payment))
    await this.#callbacks.ask('real_time_decision.card_balance_inquiry_requested', decision)
    return decision
  }

  async authenticate(cardId: string, merchant: objects.Merchant, purchase: Purchase, wish: ChallengeWish) {
    const payment = this.#bank.openPayment(cardId, merchant)
    const decision = authenticationDecision(this.#bank.scene(payment), this.#asked(payment), purchase, wish)
    await this.#callbacks.ask('real_time_decision.card_authentication_requested', decision)
    return decision
  }

  /** Gives us a passcode to deliver. */
  async challenge(cardId: string, merchant: objects.Merchant, purchase: Purchase, passcode: string) {
    const payment = this.#bank.openPayment(cardId, merchant)
    const scene = this.#bank.scene(payment)
    const card_authentication = authenticationElement(scene, cardId, purchase)
    this.#add(payment, { category: 'card_authentication', card_authentication })
    const decision = challengeDecision(scene, this.#asked(payment), passcode)
    await this.#callbacks.ask('real_time_decision.card_authentication_challenge_requested', decision)
    return decision
  }

  confirmFuel(payment: Payment, amount: number): void {
    const { id } = payment.approved!
    this.#bank.hold(payment, amount)
    payment.object.state.fuel_confirmed_amount += amount
    const card_fuel_confirmation = objects.fuelConfirmation(this.#bank.scene(payment), id, amount)
    this.#add(payment, { category: 'card_fuel_confirmation', card_fuel_confirmation })
  }

  async #play({ payment, begins }: Begun, step: LifeStep): Promise<void> {
    const amount = 'amount' in step ? Number(step.amount) : 0
    switch (step.act) {
      case 'increment':
        return await this.#tryIncrement(payment, begins, amount)
      case 'settle':
        return this.#settle(payment, amount, step.isFinal)
      case 'reverse':
        return this.#reverse(payment, Math.min(amount, payment.held))
      case 'expire':
        return this.#expire(payment)
      case 'refund':
        return this.#refund(payment, amount)
      case 'unrefund':
        // Increase has no element that takes a refund back.
        return
    }
  }

  async #tryIncrement(payment: Payment, begins: Life['begins'], amount: number): Promise<void> {
    if (payment.held === 0 || amount === 0) return
    if (begins === 'stood_in') return this.#increment(payment, amount, 'network', null)
    const { id } = payment.approved!
    await this.authorize(payment, { amount, isPartialPossible: false, incremented: id })
  }

  #approve(payment: Payment, amount: objects.Amount, actioner: objects.Actioner, decisionId: string | null): void {
    const card_authorization = objects.authorization(this.#bank.scene(payment), amount, actioner, decisionId)
    payment.approved = card_authorization
    payment.object.state.authorized_amount += amount.amount
    this.#bank.hold(payment, amount.amount)
    this.#add(payment, { category: 'card_authorization', card_authorization })
  }

  /** A card that is only tried out costs nothing. */
  #validate(payment: Payment, decisionId: string): void {
    const card_validation = objects.validation(this.#bank.scene(payment), decisionId)
    this.#add(payment, { category: 'card_validation', card_validation })
  }

  #decline(payment: Payment, amount: number, reason: objects.DeclineWhy['reason']): void {
    const why = { reason, decided: null, incremented: null }
    const card_decline = objects.decline(this.#bank.scene(payment), { amount }, 'increase', null, why)
    this.#add(payment, { category: 'card_decline', card_decline })
  }

  #increment(payment: Payment, amount: number, actioner: objects.Actioner, decisionId: string | null): void {
    const { id } = payment.approved!
    this.#bank.hold(payment, payment.held + amount)
    payment.object.state.incremented_amount += amount
    const scene = this.#bank.scene(payment)
    const card_increment = objects.increment(scene, id, amount, payment.held, actioner, decisionId)
    this.#add(payment, { category: 'card_increment', card_increment })
  }

  /** One in four is of a network that authorizes and settles at once. */
  #forced(payment: Payment, amount: number): void {
    if (amount === 0) return
    if (this.#bank.choose(4) > 0) this.#settle(payment, amount, true)
    else this.#postAtOnce(payment, amount)
  }

  #postAtOnce(payment: Payment, amount: number): void {
    const card_financial = objects.financial(this.#bank.scene(payment), { amount })
    this.#bank.post(payment, -amount, { category: 'card_financial', card_financial })
    this.#add(payment, { category: 'card_financial', card_financial })
  }

  #settle(payment: Payment, amount: number, isFinal: boolean): void {
    if (amount === 0) return
    const authorizationId = payment.approved?.id ?? null
    if (authorizationId !== null) this.#bank.hold(payment, isFinal ? 0 : Math.max(0, payment.held - amount))
    payment.object.state.settled_amount += amount
    const card_settlement = objects.settlement(this.#bank.scene(payment), authorizationId, { amount })
    this.#bank.post(payment, -amount, { category: 'card_settlement', card_settlement })
    this.#add(payment, { category: 'card_settlement', card_settlement })
  }

  #reverse(payment: Payment, amount: number): void {
    if (amount === 0) return
    this.#bank.hold(payment, payment.held - amount)
    payment.object.state.reversed_amount += amount
    const { id } = payment.approved!
    const card_reversal = objects.reversal(this.#bank.scene(payment), id, amount, payment.held)
    this.#add(payment, { category: 'card_reversal', card_reversal })
  }

  #expire(payment: Payment): void {
    if (payment.held === 0) return
    const expired = payment.held
    this.#bank.hold(payment, 0)
    const { id } = payment.approved!
    const card_authorization_expiration = objects.expiration(this.#bank.scene(payment), id, expired)
    this.#add(payment, { category: 'card_authorization_expiration', card_authorization_expiration })
  }

  /** Half of them cannot be matched, and are payments of their own. */
  #refund(bought: Payment, amount: number): void {
    if (amount === 0 || bought.object.state.settled_amount === 0) return
    const isLinked = this.#bank.choose(2) === 0
    const payment = isLinked ? bought : this.#bank.openPayment(bought.object.card_id, bought.merchant)
    payment.object.state.refunded_amount += amount
    const card_refund = objects.refund(this.#bank.scene(payment), { amount })
    this.#bank.post(payment, amount, { category: 'card_refund', card_refund })
    this.#add(payment, { category: 'card_refund', card_refund })
  }

  #add(payment: Payment, element: Omit<CardPayment.Element, 'created_at'>): void {
    const event = this.#bank.add(payment, element)
    this.#callbacks.tell(event, this.#bank.snapshot(payment))
  }

  #asked({ object }: Payment) {
    return {
      accountId: object.account_id,
      cardId: object.card_id,
      at: this.#bank.now(),
      patienceMs: PATIENCE_MS,
    }
  }
}

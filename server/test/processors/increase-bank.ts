// The state of the simulated Increase: cards, payments and their holds, postings, decisions, events and webhooks.

import { createHash } from 'node:crypto'
import type { CardPayment } from 'increase/resources/card-payments.js'
import type { Card } from 'increase/resources/cards.js'
import type { EventSubscription } from 'increase/resources/event-subscriptions.js'
import type { Event } from 'increase/resources/events.js'
import type { PendingTransaction } from 'increase/resources/pending-transactions.js'
import type { RealTimeDecision } from 'increase/resources/real-time-decisions.js'
import type { Transaction } from 'increase/resources/transactions.js'
import type { Merchant, Scene } from './increase-objects.ts'

export type Payment = {
  object: CardPayment
  merchant: Merchant
  /** The approved authorization and the amount that is held for it. */
  approved: CardPayment.Element.CardAuthorization | undefined
  held: number
  /** The pending transactions, which reduce the balance. */
  pending: PendingTransaction[]
}
export type Snapshot = { payment: CardPayment; pending: PendingTransaction[] }
export type Enrolled = { object: EventSubscription; secret: string }

const STATES = { active: 'active', disabled: 'frozen', canceled: 'closed' } as const
const FIRST_NUMBER = 4_000_000_000_000_000

export class IncreaseBank {
  readonly accountId: string
  readonly entityId: string
  readonly cards = new Map<string, Card>()
  readonly payments = new Map<string, Payment>()
  readonly decisions = new Map<string, RealTimeDecision>()
  readonly pending: PendingTransaction[] = []
  readonly transactions: Transaction[] = []
  readonly events: Event[] = []
  readonly subscriptions: Enrolled[] = []
  /** The held and taken amounts by card. */
  readonly #books = new Map<string, { held: number; taken: number }>()
  readonly #clock: () => Date
  readonly #seed: number
  #count = 0

  constructor(seed: number, clock: () => Date) {
    this.#seed = seed
    this.#clock = clock
    this.accountId = this.newId('account')
    this.entityId = this.newId('entity')
  }

  newId(type: string): string {
    return `${type}_${this.#digest().slice(0, 20)}`
  }

  /** Returns a number from 0 to below `below`, the same for the same seed. */
  choose(below: number): number {
    return Number.parseInt(this.#digest().slice(0, 8), 16) % below
  }

  #digest(): string {
    return createHash('sha256')
      .update(`${this.#seed} ${this.#count++}`)
      .digest('hex')
  }

  now(): string {
    return this.#clock().toISOString()
  }

  addCard(description: string, entityId: string | null, key: string): Card {
    const card: Card = {
      id: this.newId('card'),
      account_id: this.accountId,
      authorization_controls: null,
      billing_address: { city: null, line1: null, line2: null, postal_code: null, state: null },
      bin: '400000',
      created_at: this.now(),
      description,
      digital_wallet: null,
      entity_id: entityId,
      expiration_month: 11,
      expiration_year: 2031,
      idempotency_key: key,
      last4: String(FIRST_NUMBER + this.cards.size).slice(-4),
      status: 'active',
      type: 'card',
    }
    this.cards.set(card.id, card)
    return card
  }

  numberOf(card: Card): string {
    return String(FIRST_NUMBER + [...this.cards.keys()].indexOf(card.id))
  }

  cardStates(): Map<string, { cardId: string; state: 'active' | 'frozen' | 'closed' }> {
    return new Map(
      [...this.cards].map(([id, card]) => [id, { cardId: card.description ?? '', state: STATES[card.status] }]),
    )
  }

  openPayment(cardId: string, merchant: Merchant): Payment {
    const object: CardPayment = {
      id: this.newId('card_payment'),
      account_id: this.accountId,
      card_id: cardId,
      created_at: this.now(),
      digital_wallet_token_id: null,
      elements: [],
      physical_card_id: null,
      state: {
        authorized_amount: 0,
        fuel_confirmed_amount: 0,
        incremented_amount: 0,
        refund_authorized_amount: 0,
        refunded_amount: 0,
        reversed_amount: 0,
        settled_amount: 0,
      },
      type: 'card_payment',
    }
    return { object, merchant, approved: undefined, held: 0, pending: [] }
  }

  scene(payment: Payment): Scene {
    const newId = (type: string) => this.newId(type)
    return { paymentId: payment.object.id, merchant: payment.merchant, at: this.now(), newId }
  }

  /** Adds an element to a payment and creates an event for it. */
  add(payment: Payment, element: Omit<CardPayment.Element, 'created_at'>): Event {
    const isNew = payment.object.elements.length === 0
    payment.object.elements.push({ ...element, created_at: this.now() })
    this.payments.set(payment.object.id, payment)
    return this.record(isNew ? 'card_payment.created' : 'card_payment.updated', 'card_payment', payment.object.id)
  }

  record(category: Event['category'], type: string, id: string): Event {
    const event: Event = {
      id: this.newId('event'),
      associated_object_id: id,
      associated_object_type: type,
      category,
      created_at: this.now(),
      type: 'event',
    }
    this.events.push(event)
    return event
  }

  /** A pending transaction never changes its amount, so another one replaces it. */
  hold(payment: Payment, amount: number): void {
    this.#booksOf(payment.object.card_id).held += amount - payment.held
    payment.held = amount
    for (const each of payment.pending) {
      each.status = 'complete'
      each.completed_at = this.now()
    }
    payment.pending = amount > 0 ? [this.#pendingTransaction(payment, amount)] : []
    this.pending.push(...payment.pending)
  }

  #pendingTransaction({ object, approved, merchant }: Payment, amount: number): PendingTransaction {
    return {
      id: this.newId('pending_transaction'),
      account_id: this.accountId,
      amount: -amount,
      completed_at: null,
      created_at: this.now(),
      currency: 'USD',
      description: merchant.name,
      held_amount: -amount,
      route_id: object.card_id,
      route_type: 'card',
      source: { category: 'card_authorization', card_authorization: approved! },
      status: 'pending',
      type: 'pending_transaction',
    }
  }

  /** Adds money that moved to the list of the account. */
  post(payment: Payment, amount: number, source: Transaction['source']): void {
    this.#booksOf(payment.object.card_id).taken -= amount
    this.transactions.push({
      id: this.newId('transaction'),
      account_id: this.accountId,
      amount,
      created_at: this.now(),
      currency: 'USD',
      description: payment.merchant.name,
      route_id: payment.object.card_id,
      route_type: 'card',
      source,
      type: 'transaction',
    })
  }

  snapshot(payment: Payment): Snapshot {
    return structuredClone({ payment: payment.object, pending: payment.pending })
  }

  books(cardId: string): { held: bigint; taken: bigint } {
    const { held, taken } = this.#booksOf(cardId)
    return { held: BigInt(held), taken: BigInt(taken) }
  }

  #booksOf(cardId: string): { held: number; taken: number } {
    const known = this.#books.get(cardId)
    if (known) return known
    const opened = { held: 0, taken: 0 }
    this.#books.set(cardId, opened)
    return opened
  }
}

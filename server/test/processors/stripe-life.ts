// The history of one authorization at the simulated Stripe.

import {
  type Authorization,
  authorizationOf,
  balanceTransactionOf,
  type Card,
  type MerchantData,
  merchantDataOf,
  requestOf,
  type Transaction,
  transactionOf,
} from './stripe-objects.ts'
import { capturedOf, heldOf, type StripeState } from './stripe-state.ts'
import type { Life, LifeStep, Reply, WorldOptions } from './world.ts'

type Decision = { approved: boolean; amount: number; reason: string; metadata?: Record<string, string> }
type Subject = { card: Card; merchant: MerchantData; authorization: Authorization | undefined; refunds: Transaction[] }

const DECLINES_OF_THEIRS = ['verification_failed', 'insufficient_funds', 'suspected_fraud', 'spending_controls']

export class StripeLife {
  readonly #state: StripeState
  readonly #ask: WorldOptions['ask']
  /** The newest authorization of each card. */
  readonly #subjects = new Map<string, Subject>()

  constructor(state: StripeState, ask: WorldOptions['ask']) {
    this.#state = state
    this.#ask = ask
  }

  async play(card: Card, life: Life): Promise<void> {
    const merchant = merchantDataOf(life.merchant)
    const subject: Subject = { card, merchant, authorization: undefined, refunds: [] }
    this.#subjects.set(card.id, subject)
    if (life.begins === 'forced') this.#forceCapture(subject, Number(life.amount))
    else await this.#authorize(subject, life)
    for (const step of life.steps) await this.#take(subject, step)
  }

  async goOn(cardId: string, step: LifeStep): Promise<void> {
    const subject = this.#subjects.get(cardId)
    if (!subject) throw new Error('nothing was bought with this card')
    await this.#take(subject, step)
  }

  async #authorize(subject: Subject, life: Life): Promise<void> {
    const state = this.#state
    const authorization = authorizationOf(state.newId('iauth'), state.seconds, subject.card, subject.merchant)
    state.authorizations.set(authorization.id, authorization)
    subject.authorization = authorization
    const decision = await this.#decide(authorization, Number(life.amount), life.begins)
    this.#record(authorization, Number(life.amount), decision)
    if (!decision.approved) {
      authorization.amount = Number(life.amount)
      authorization.merchant_amount = authorization.amount
      authorization.status = 'closed'
    }
    state.tell('issuing_authorization.created', authorization)
  }

  async #decide(authorization: Authorization, amount: number, begins: Life['begins']): Promise<Decision> {
    const isActive = authorization.card.status === 'active'
    if (!isActive) return { approved: false, amount: 0, reason: 'card_inactive' }
    const { disabled_reason: isDisabled } = authorization.card.cardholder.requirements
    if (isDisabled) return { approved: false, amount: 0, reason: 'cardholder_verification_required' }
    if (begins === 'stood_in') return { approved: true, amount, reason: 'network_fallback' }
    if (begins === 'declined_there') {
      const reason = DECLINES_OF_THEIRS[this.#state.random.below(DECLINES_OF_THEIRS.length)]!
      return { approved: false, amount: 0, reason }
    }
    return await this.#askUs(authorization, amount)
  }

  async #askUs(authorization: Authorization, amount: number): Promise<Decision> {
    const state = this.#state
    const isControllable = state.random.below(10) < 3
    authorization.pending_request = {
      amount,
      amount_details: null,
      currency: 'usd',
      is_amount_controllable: isControllable,
      merchant_amount: amount,
      merchant_currency: 'usd',
      network_risk_score: 12,
    }
    const event = state.makeEvent('issuing_authorization.request', authorization)
    authorization.pending_request = null
    const inOurPlace = (reason: string) => ({ approved: state.random.below(10) < 5, amount, reason })
    let reply: Reply
    try {
      reply = await this.#ask(state.sign('decisions', JSON.stringify(event)))
    } catch {
      return inOurPlace('webhook_timeout')
    }
    return readReply(reply, amount, isControllable) ?? inOurPlace('webhook_error')
  }

  #record(authorization: Authorization, amount: number, decision: Decision): void {
    const state = this.#state
    authorization.request_history.push(requestOf(state.seconds, amount, decision))
    Object.assign(authorization.metadata, decision.metadata)
    if (!decision.approved) return
    authorization.approved = true
    authorization.amount += decision.amount
    authorization.merchant_amount = authorization.amount
    this.#move(authorization, -decision.amount)
  }

  #move(authorization: Authorization, amount: number): void {
    const id = this.#state.newId('txn')
    authorization.balance_transactions.push(balanceTransactionOf(id, this.#state.seconds, amount))
  }

  async #take(subject: Subject, step: LifeStep): Promise<void> {
    const { authorization } = subject
    switch (step.act) {
      case 'increment':
        if (authorization && heldOf(authorization) > 0) await this.#increment(authorization, Number(step.amount))
        return
      case 'settle':
        if (authorization) this.#capture(subject, authorization, Number(step.amount), step.isFinal)
        return
      case 'reverse':
        if (authorization) this.#reverse(authorization, Number(step.amount))
        return
      case 'expire':
        if (authorization) this.#expire(authorization)
        return
      case 'refund':
        if (!authorization || authorization.approved) subject.refunds.push(this.#refund(subject, Number(step.amount)))
        return
      case 'unrefund': {
        const refund = subject.refunds.pop()
        if (refund) this.#refund(subject, -refund.amount)
      }
    }
  }

  async #increment(authorization: Authorization, amount: number): Promise<void> {
    this.#record(authorization, amount, await this.#decide(authorization, amount, 'asked'))
    this.#state.tell('issuing_authorization.updated', authorization)
  }

  /** An expired authorization can be captured, and a reversed one cannot. */
  #capture(subject: Subject, authorization: Authorization, amount: number, isFinal: boolean): void {
    const { approved, status } = authorization
    if (!approved || (status !== 'pending' && status !== 'expired')) return
    const transaction = this.#post(subject, 'capture', -amount, authorization)
    this.#move(authorization, amount)
    if (isFinal || status === 'expired' || capturedOf(authorization) >= authorization.amount) {
      authorization.status = 'closed'
    }
    this.#tellBoth(transaction, authorization)
  }

  #reverse(authorization: Authorization, amount: number): void {
    const released = Math.min(amount, heldOf(authorization))
    if (released === 0) return
    authorization.amount -= released
    authorization.merchant_amount = authorization.amount
    this.#move(authorization, released)
    if (heldOf(authorization) === 0) authorization.status = capturedOf(authorization) > 0 ? 'closed' : 'reversed'
    this.#state.tell('issuing_authorization.updated', authorization)
  }

  #expire(authorization: Authorization): void {
    if (!authorization.approved || authorization.status !== 'pending') return
    this.#move(authorization, heldOf(authorization))
    authorization.status = 'expired'
    this.#state.tell('issuing_authorization.updated', authorization)
  }

  #forceCapture(subject: Subject, amount: number): void {
    this.#state.tell('issuing_transaction.created', this.#post(subject, 'capture', -amount, undefined))
  }

  /** A refund may or may not be linked to its purchase, as at Stripe. A negative amount reverses an earlier refund. */
  #refund(subject: Subject, amount: number): Transaction {
    const { authorization } = subject
    const isLinked = authorization !== undefined && capturedOf(authorization) > 0 && this.#state.random.below(10) < 7
    const transaction = this.#post(subject, 'refund', amount, isLinked ? authorization : undefined)
    if (isLinked && this.#state.random.below(10) < 5) this.#tellBoth(transaction, authorization)
    else this.#state.tell('issuing_transaction.created', transaction)
    return transaction
  }

  #post(subject: Subject, type: 'capture' | 'refund', amount: number, authorization: Authorization | undefined) {
    const state = this.#state
    const { card, merchant } = subject
    const made = { card, merchant, type, amount, authorization: authorization?.id ?? null }
    const transaction = transactionOf(state.newId('ipi'), state.seconds, made)
    state.transactions.push(transaction)
    authorization?.transactions.push(transaction)
    return transaction
  }

  #tellBoth(transaction: Transaction, authorization: Authorization): void {
    const tells = [
      () => this.#state.tell('issuing_transaction.created', transaction),
      () => this.#state.tell('issuing_authorization.updated', authorization),
    ]
    for (const tell of this.#state.random.below(10) < 5 ? tells : tells.reverse()) tell()
  }
}

/** Undefined for a response that Stripe would treat as an error. */
function readReply(reply: Reply, amount: number, isControllable: boolean): Decision | undefined {
  const hasVersion = Object.keys(reply.headers).some((name) => name.toLowerCase() === 'stripe-version')
  if (reply.status !== 200 || !hasVersion) return undefined
  const body = parsed(reply.body)
  if (!body || typeof body.approved !== 'boolean') return undefined
  if (Object.keys(body).some((name) => !['approved', 'amount', 'metadata'].includes(name))) return undefined
  const granted = body.amount ?? amount
  const isGiven = body.amount !== undefined
  if (isGiven && (!isControllable || !Number.isInteger(granted) || granted < 1 || granted > amount)) return undefined
  const reason = body.approved ? 'webhook_approved' : 'webhook_declined'
  return { approved: body.approved, amount: granted, reason, ...(body.metadata && { metadata: body.metadata }) }
}

function parsed(body: string): { approved?: unknown; amount?: number; metadata?: Record<string, string> } | undefined {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

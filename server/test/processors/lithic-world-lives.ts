// The books of the simulated Lithic: transactions with their events, played step by step.

import {
  type AsaRequest,
  asaRequest,
  eventPayload,
  type MerchantThere,
  type TransactionEvent,
  type TransactionUpdated,
  transactionPayload,
} from './lithic-payloads.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Life, LifeStep, Reply } from './world.ts'

export type CardThere = { token: string; memo: string; state: 'OPEN' | 'PAUSED' | 'CLOSED' }

export type TransactionThere = {
  token: string
  cardToken: string
  created: string
  updated: string
  merchant: MerchantThere
  events: TransactionEvent[]
  hold: bigint
  /** The amount that merchants took, less what they returned. */
  settled: bigint
}

type Result = { result: TransactionEvent['result']; details: TransactionEvent['detailed_results']; amount: bigint }
type Happening = {
  type: TransactionEvent['type']
  amount: bigint
  polarity?: TransactionEvent['effective_polarity']
  result?: TransactionEvent['result']
  details?: TransactionEvent['detailed_results']
}

export type Surroundings = {
  random: SeededRandom
  /** In whole seconds, as at Lithic, where two events often have the same time. */
  now: () => string
  ask: (request: AsaRequest) => Promise<Reply>
  tell: (message: TransactionUpdated) => void
}

export class LithicLives {
  readonly transactions = new Map<string, TransactionThere>()
  readonly #there: Surroundings

  constructor(there: Surroundings) {
    this.#there = there
  }

  async play(card: CardThere, life: Life): Promise<void> {
    const transaction = this.#begin(card, life.merchant)
    if (life.begins === 'forced') this.#settle(transaction, life.amount, true)
    else if (life.begins === 'declined_there') this.#declineThere(transaction, life.amount)
    else if (life.begins === 'stood_in') this.#approve(transaction, 'AUTHORIZATION_ADVICE', life.amount)
    else await this.#authorize(card, transaction, life.amount)
    const refunds: { transaction: TransactionThere; amount: bigint }[] = []
    for (const step of life.steps) await this.#step(card, transaction, step, refunds)
  }

  async goOn(card: CardThere, step: LifeStep): Promise<void> {
    const ofCard = [...this.transactions.values()].filter(({ cardToken }) => cardToken === card.token)
    const newest = ofCard.filter(({ events }) => events[0]?.type === 'AUTHORIZATION').at(-1)
    if (!newest) throw new Error('nothing was bought with this card')
    await this.#step(card, newest, step, [])
  }

  /** The card is verified or its balance is read. No money moves. */
  async inquire(card: CardThere, status: AsaRequest['status'], merchant: MerchantThere): Promise<Reply> {
    const transaction = this.#begin(card, merchant)
    const reply = await this.#there.ask(this.#question(card, transaction, { amount: 0n, status, takesLess: false }))
    const type = status === 'BALANCE_INQUIRY' ? status : 'AUTHORIZATION'
    this.#happen(transaction, { type, amount: 0n })
    return reply
  }

  snapshot(transaction: TransactionThere): TransactionUpdated {
    return transactionPayload({ ...transaction, events: this.#there.random.shuffled(transaction.events) })
  }

  async #step(
    card: CardThere,
    transaction: TransactionThere,
    step: LifeStep,
    refunds: { transaction: TransactionThere; amount: bigint }[],
  ): Promise<void> {
    const wasDeclined = transaction.events.every(({ result }) => result !== 'APPROVED')
    if (step.act === 'increment') await this.#increment(card, transaction, step.amount)
    // A merchant sometimes clears a declined authorization, and that posts.
    else if (step.act === 'settle' && (!wasDeclined || this.#there.random.below(4) === 0))
      this.#settle(transaction, step.amount, step.isFinal)
    else if (step.act === 'reverse') this.#release(transaction, 'AUTHORIZATION_REVERSAL', step.amount)
    else if (step.act === 'expire') this.#release(transaction, 'AUTHORIZATION_EXPIRY', transaction.hold)
    else if (step.act === 'refund' && !wasDeclined) refunds.push(this.#refund(card, transaction, step.amount))
    else if (step.act === 'unrefund') this.#takeBack(refunds.pop())
  }

  async #authorize(card: CardThere, transaction: TransactionThere, amount: bigint): Promise<void> {
    const decided = await this.#decide(card, transaction, amount, this.#there.random.below(4) === 0)
    if (decided.result === 'APPROVED') return this.#approve(transaction, 'AUTHORIZATION', decided.amount)
    this.#happen(transaction, { type: 'AUTHORIZATION', ...decided })
  }

  /** Asks again under the same token, for the whole amount to hold. */
  async #increment(card: CardThere, transaction: TransactionThere, extra: bigint): Promise<void> {
    if (transaction.hold === 0n) return
    const total = transaction.hold + extra
    const wasAsked = transaction.events.some(({ type }) => type === 'AUTHORIZATION')
    const decided = wasAsked ? await this.#decide(card, transaction, total, false) : undefined
    if (!decided || decided.result === 'APPROVED') this.#approve(transaction, 'AUTHORIZATION_ADVICE', total)
    else this.#happen(transaction, { type: 'AUTHORIZATION', ...decided })
  }

  /**
   * The card state is checked before we are asked. Without a response we are asked once more, and then the purchase is
   * declined.
   */
  async #decide(card: CardThere, transaction: TransactionThere, amount: bigint, takesLess: boolean): Promise<Result> {
    if (card.state === 'PAUSED') return { result: 'CARD_PAUSED', details: ['CARD_PAUSED'], amount }
    if (card.state === 'CLOSED') return { result: 'CARD_CLOSED', details: ['CARD_CLOSED'], amount }
    const question = this.#question(card, transaction, { amount, status: 'AUTHORIZATION', takesLess })
    for (let attempt = 0; attempt < 2; attempt++) {
      const reply = await this.#there.ask(question).catch(() => undefined)
      if (reply && reply.status < 500) return readReply(reply, transaction.token, amount)
    }
    return { result: 'DECLINED', details: ['CUSTOMER_ASA_TIMEOUT'], amount }
  }

  #question(
    card: CardThere,
    { token, merchant }: TransactionThere,
    asked: { amount: bigint; status: AsaRequest['status']; takesLess: boolean },
  ): AsaRequest {
    // Lithic sends the id of the event only to programs in a trial.
    const eventToken = this.#there.random.below(2) === 0 ? { eventToken: this.#there.random.uuid() } : {}
    return asaRequest({
      token,
      merchant,
      cardToken: card.token,
      memo: card.memo,
      created: this.#there.now(),
      status: asked.status,
      asked: { amount: asked.amount },
      takesLess: asked.takesLess,
      ...eventToken,
    })
  }

  #begin(card: CardThere, merchant: MerchantThere): TransactionThere {
    const now = this.#there.now()
    const token = this.#there.random.uuid()
    return { token, cardToken: card.token, created: now, updated: now, merchant, events: [], hold: 0n, settled: 0n }
  }

  #declineThere(transaction: TransactionThere, amount: bigint): void {
    const details = ['CARD_SECURITY_CODE_INCORRECT' as const]
    this.#happen(transaction, { type: 'AUTHORIZATION', amount, result: 'INVALID_CARD_DETAILS', details })
  }

  #approve(transaction: TransactionThere, type: 'AUTHORIZATION' | 'AUTHORIZATION_ADVICE', total: bigint): void {
    transaction.hold = total
    this.#happen(transaction, { type, amount: total })
  }

  #settle(transaction: TransactionThere, amount: bigint, isFinal: boolean): void {
    transaction.hold = isFinal || amount > transaction.hold ? 0n : transaction.hold - amount
    transaction.settled += amount
    this.#happen(transaction, { type: 'CLEARING', amount })
  }

  /** The amount may be more than is held. */
  #release(transaction: TransactionThere, type: TransactionEvent['type'], amount: bigint): void {
    if (transaction.hold === 0n) return
    transaction.hold = amount > transaction.hold ? 0n : transaction.hold - amount
    this.#happen(transaction, { type, amount, polarity: 'CREDIT' })
  }

  /** Most refunds are separate transactions. */
  #refund(card: CardThere, of: TransactionThere, amount: bigint) {
    const transaction = this.#there.random.below(4) === 0 ? of : this.#begin(card, of.merchant)
    transaction.settled -= amount
    this.#happen(transaction, { type: 'RETURN', amount, polarity: 'CREDIT' })
    return { transaction, amount }
  }

  #takeBack(refund: { transaction: TransactionThere; amount: bigint } | undefined): void {
    if (!refund) return
    refund.transaction.settled += refund.amount
    this.#happen(refund.transaction, { type: 'RETURN_REVERSAL', amount: refund.amount })
  }

  #happen(
    transaction: TransactionThere,
    { amount, polarity = 'DEBIT', result = 'APPROVED', ...rest }: Happening,
  ): void {
    const created = this.#there.now()
    const token = this.#there.random.uuid()
    transaction.events.push(eventPayload({ token, created, asked: { amount }, polarity, result, ...rest }))
    transaction.updated = created
    this.transactions.set(transaction.token, transaction)
    this.#there.tell(this.snapshot(transaction))
  }
}

const declines = new Map<unknown, Omit<Result, 'amount'>>([
  ['CARD_PAUSED', { result: 'CARD_PAUSED', details: ['CARD_PAUSED'] }],
  ['INSUFFICIENT_FUNDS', { result: 'INSUFFICIENT_FUNDS', details: ['INSUFFICIENT_FUNDS'] }],
  ['UNAUTHORIZED_MERCHANT', { result: 'UNAUTHORIZED_MERCHANT', details: ['UNAUTHORIZED_MERCHANT'] }],
  ['VELOCITY_EXCEEDED', { result: 'USER_TRANSACTION_LIMIT', details: ['CARD_SPEND_LIMIT_EXCEEDED'] }],
  ['SUSPECTED_FRAUD', { result: 'SUSPECTED_FRAUD', details: ['SUSPECTED_FRAUD'] }],
])
const MALFORMED: Omit<Result, 'amount'> = { result: 'DECLINED', details: ['MALFORMED_ASA_RESPONSE'] }

/** As strict as Lithic: a response with a wrong token or with an approval of more than was asked does not count. */
function readReply(reply: Reply, token: string, asked: bigint): Result {
  const body = reply.status === 200 ? parsed(reply.body) : undefined
  if (!body || body.token !== token) return { ...MALFORMED, amount: asked }
  if (body.result !== 'APPROVED') {
    const known = declines.get(body.result)
    return { ...(known ?? { result: 'DECLINED', details: ['CUSTOM_ASA_RESULT'] }), amount: asked }
  }
  if (body.approved_amount === undefined) return { result: 'APPROVED', details: ['APPROVED'], amount: asked }
  const amount = body.approved_amount
  if (!Number.isSafeInteger(amount) || Number(amount) < 0 || Number(amount) > asked)
    return { ...MALFORMED, amount: asked }
  return { result: 'APPROVED', details: ['APPROVED'], amount: BigInt(amount as number) }
}

function parsed(text: string): { result?: unknown; token?: unknown; approved_amount?: unknown } | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

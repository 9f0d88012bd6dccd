// The routes of the simulated Lithic.

import type { CardUpdated, EventThere } from './lithic-payloads.ts'
import { ApiRefusal, type ApiRoutes, allowOnly, type GoodRequest, oneOf, pageOf } from './lithic-world-api.ts'
import type { CardThere, LithicLives, TransactionThere } from './lithic-world-lives.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Message } from './world.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const PROGRAM = '00000000-0000-0000-1000-000000000000'
const RANGE_START = '52304803'
/** What lies there before merchants take anything. */
const FUNDS_CENTS = 1_000_000_00n

export type Feature = '3DS decisioning' | 'card numbers' | 'card programs'
export type AccountState = 'ACTIVE' | 'PAUSED' | 'CLOSED'
export type CardPayload = CardThere & Record<string, unknown>
type Subscription = {
  token: string
  url: string
  description: string
  disabled: boolean
  event_types: string[]
  secret: string
}

export type Premises = {
  random: SeededRandom
  now: () => string
  lives: LithicLives
  events: EventThere[]
  cards: Map<string, CardPayload>
  challenges: Map<string, string>
  /** Accounts of the program that cards can be issued to, besides its own. */
  accounts: Map<string, AccountState>
  signingSecret: string
  secret: () => string
  tell: (message: CardUpdated) => void
}

export class LithicRoutes {
  readonly #premises: Premises
  readonly #issued = new Map<string, { body: string; token: string }>()
  readonly #responders = new Map<string, string>()
  readonly #subscriptions = new Map<string, Subscription>()
  #threeDsSecret: string | undefined
  readonly #forbidden = new Set<Feature>()

  constructor(premises: Premises) {
    this.#premises = premises
  }

  all(): ApiRoutes {
    return {
      'GET /v1/status': () => ({ message: 'OK' }),
      'POST /v1/cards': (request) => this.#shown(this.#issue(request)),
      'GET /v1/cards': ({ query }) => pageOf(this.#withMemo(query.get('memo')), query),
      'GET /v1/cards/{}': (_, token) => this.#shown(this.#card(token)),
      'PATCH /v1/cards/{}': ({ body }, token) => this.#shown(this.#update(body, token)),
      'GET /v1/card_programs/{}': (_, token) => this.#program(token),
      'GET /v1/accounts/{}': (_, token) => ({ token, state: found(this.#premises.accounts.get(token), 'account') }),
      'GET /v1/transactions/{}': (_, token) => this.#transaction(token),
      'GET /v1/events': ({ query }) => this.#events(query),
      'GET /v1/auth_stream/secret': () => ({ secret: this.#premises.signingSecret }),
      'GET /v1/three_ds_decisioning/secret': () => ({ secret: this.#ownThreeDsSecret() }),
      'GET /v1/responder_endpoints': ({ query }) => this.#responder(query.get('type')),
      'POST /v1/responder_endpoints': ({ body }) => this.#enrol(body),
      'GET /v1/event_subscriptions': ({ query }) => pageOf([...this.#subscriptions.values()].map(withoutSecret), query),
      'POST /v1/event_subscriptions': ({ body }) => this.#subscribe(body, undefined),
      'DELETE /v1/event_subscriptions/{}': (_, token) => this.#unsubscribe(token),
      'PATCH /v1/event_subscriptions/{}': ({ body }, token) => this.#subscribe(body, token),
      'GET /v1/event_subscriptions/{}/secret': (_, token) => ({ secret: this.#subscriptions.get(token)?.secret }),
      'POST /v1/three_ds_decisioning/challenge_response': ({ body }) => this.#answerChallenge(body),
      'GET /v1/reports/settlement/summary/{}': (_, day) => this.#summary(day),
      'GET /v1/reports/settlement/details/{}': ({ query }, day) => pageOf(this.#records(day), query),
      'GET /v1/balances': () => ({ data: [this.#balance('ISSUING'), this.#balance('RESERVE')], has_more: false }),
    }
  }

  /** What the program may not use from now on. */
  forbid(feature: Feature): void {
    this.#forbidden.add(feature)
  }

  /** Until a secret was fetched for its own kind of message, the one that the operator knows signs. */
  secretsFor(callback: Message['callback'], body: string): string[] {
    const { signingSecret } = this.#premises
    if (callback === 'events') return [[...this.#subscriptions.values()].at(-1)?.secret ?? signingSecret]
    return [body.includes('three_ds_authentication') && this.#threeDsSecret ? this.#threeDsSecret : signingSecret]
  }

  #issue({ headers, body }: GoodRequest): CardPayload {
    allowOnly(body, ['type', 'state', 'memo', 'exp_month', 'exp_year', 'card_program_token', 'account_token'])
    oneOf(body.type, ['VIRTUAL'], 'type')
    const state = oneOf(body.state, ['OPEN', 'PAUSED'], 'state')
    const key = headers['idempotency-key']
    if (typeof key !== 'string' || !UUID.test(key)) throw new ApiRefusal(400, 'Idempotency-Key must be a UUID')
    if (!/^(0[1-9]|1[0-2])$/.test(String(body.exp_month)) || !/^20\d\d$/.test(String(body.exp_year)))
      throw new ApiRefusal(400, 'exp_month must be MM and exp_year yyyy')
    if (typeof body.memo !== 'string') throw new ApiRefusal(400, 'memo must be a string')
    const { account_token: account } = body
    if (account !== undefined && this.#premises.accounts.get(String(account)) !== 'ACTIVE')
      throw new ApiRefusal(400, 'account_token is not that of an active account')
    const earlier = this.#issued.get(key)
    if (earlier && earlier.body !== JSON.stringify(body)) throw new ApiRefusal(400, 'Idempotency-Key was used before')
    if (earlier) return this.#card(earlier.token)
    const card = this.#newCard(body, state)
    this.#issued.set(key, { body: JSON.stringify(body), token: card.token })
    return card
  }

  #newCard(body: Record<string, unknown>, state: CardThere['state']): CardPayload {
    const { random, cards, now } = this.#premises
    const lastFour = String(random.below(10_000)).padStart(4, '0')
    const card = {
      token: random.uuid(),
      account_token: body.account_token ?? random.uuid(),
      card_program_token: body.card_program_token ?? PROGRAM,
      created: now(),
      cvv: String(random.below(1_000)).padStart(3, '0'),
      exp_month: body.exp_month,
      exp_year: body.exp_year,
      funding: null,
      last_four: lastFour,
      memo: String(body.memo),
      pan: `${RANGE_START}0000${lastFour}`,
      pin_status: 'NOT_SET',
      spend_limit: 0,
      spend_limit_duration: 'TRANSACTION',
      state,
      substatus: null,
      type: 'VIRTUAL',
    }
    cards.set(card.token, card)
    return card
  }

  #update(body: Record<string, unknown>, token: string): CardPayload {
    allowOnly(body, ['state', 'memo'])
    const card = this.#card(token)
    const state = oneOf(body.state, ['OPEN', 'PAUSED', 'CLOSED'], 'state')
    if (card.state === 'CLOSED') throw new ApiRefusal(400, 'Card is closed')
    this.setState(card, state, state === card.state ? card.substatus : null)
    return card
  }

  /** The message names the state and not its reason, as theirs. */
  setState(card: CardPayload, state: CardThere['state'], substatus: unknown): void {
    const previous = card.state
    Object.assign(card, { state, substatus })
    const fields = { state: previous }
    this.#premises.tell({ event_type: 'card.updated', card_token: card.token, state, previous_fields: fields })
  }

  #withMemo(memo: string | null): CardPayload[] {
    return [...this.#premises.cards.values()]
      .filter((card) => memo === null || card.memo.includes(memo))
      .map(withoutNumber)
      .reverse()
  }

  #program(token: string) {
    this.#require('card programs')
    return { token, name: 'Program', pan_range_start: RANGE_START, pan_range_end: RANGE_START }
  }

  #require(feature: Feature): void {
    if (this.#forbidden.has(feature)) throw new ApiRefusal(403, `The program has no ${feature}`)
  }

  #shown(card: CardPayload): CardPayload {
    return this.#forbidden.has('card numbers') ? withoutNumber(card) : card
  }

  #card(token: string): CardPayload {
    return found(this.#premises.cards.get(token), 'card')
  }

  #transaction(token: string) {
    const { event_type: _, ...transaction } = this.#premises.lives.snapshot(
      found(this.#premises.lives.transactions.get(token), 'transaction'),
    )
    return transaction
  }

  #events(query: URLSearchParams) {
    if (query.get('with_content') !== 'true') throw new ApiRefusal(400, 'this world tells events with content only')
    const types = query.get('event_types')?.split(',')
    const begin = new Date(query.get('begin') ?? 0).getTime()
    const end = new Date(query.get('end') ?? '2200-01-01').getTime()
    const wanted = this.#premises.events.filter(({ created, event_type: type }) => {
      const time = new Date(created).getTime()
      return time >= begin && time <= end && (!types || types.includes(type))
    })
    return pageOf(wanted.toReversed(), query)
  }

  #ownThreeDsSecret(): string {
    this.#require('3DS decisioning')
    this.#threeDsSecret ??= this.#premises.secret()
    return this.#threeDsSecret
  }

  #responder(type: string | null) {
    const url = this.#responders.get(oneOf(type, ['AUTH_STREAM_ACCESS', 'THREE_DS_DECISIONING'], 'type'))
    return { enrolled: url !== undefined, url: url ?? null }
  }

  #enrol(body: Record<string, unknown>) {
    allowOnly(body, ['type', 'url'])
    this.#responders.set(oneOf(body.type, ['AUTH_STREAM_ACCESS', 'THREE_DS_DECISIONING'], 'type'), webAddress(body.url))
    return { enrolled: true }
  }

  #subscribe(body: Record<string, unknown>, token: string | undefined) {
    allowOnly(body, ['url', 'description', 'disabled', 'event_types'])
    const existing = token === undefined ? undefined : found(this.#subscriptions.get(token), 'subscription')
    const subscription = {
      token: existing?.token ?? `ep_${this.#premises.random.uuid()}`,
      url: webAddress(body.url),
      description: String(body.description ?? ''),
      disabled: body.disabled === true,
      event_types: Array.isArray(body.event_types) ? body.event_types.map(String) : [],
      secret: existing?.secret ?? this.#premises.secret(),
    }
    this.#subscriptions.set(subscription.token, subscription)
    return withoutSecret(subscription)
  }

  #unsubscribe(token: string): void {
    found(this.#subscriptions.get(token), 'subscription')
    this.#subscriptions.delete(token)
  }

  #answerChallenge(body: Record<string, unknown>): void {
    allowOnly(body, ['token', 'challenge_response'])
    const answer = oneOf(body.challenge_response, ['APPROVE', 'DECLINE_BY_CUSTOMER'], 'challenge_response')
    const state = found(this.#premises.challenges.get(String(body.token)), 'challenge')
    if (state !== 'PENDING') throw new ApiRefusal(400, 'The challenge is answered already')
    this.#premises.challenges.set(String(body.token), answer)
  }

  #records(day: string) {
    const posted = ['CLEARING', 'RETURN', 'RETURN_REVERSAL']
    return [...this.#premises.lives.transactions.values()].flatMap((transaction: TransactionThere) =>
      transaction.events
        .filter(({ type, created }) => posted.includes(type) && created.startsWith(day))
        .map(({ token, type, amount }) => ({
          token: `record-${token}`,
          currency: 'USD',
          event_tokens: [token],
          transactions_gross_amount: type === 'RETURN' ? -amount : amount,
          type: 'CLEARING',
        })),
    )
  }

  #summary(day: string) {
    const total = this.#records(day).reduce((sum, record) => sum + record.transactions_gross_amount, 0)
    const details = [{ currency: 'USD', network: 'MASTERCARD', transactions_gross_amount: total }]
    return { report_date: day, is_complete: day < this.#premises.now().slice(0, 10), details }
  }

  #balance(type: string) {
    const taken = [...this.#premises.lives.transactions.values()].reduce((sum, { settled }) => sum + settled, 0n)
    const available = type === 'ISSUING' ? FUNDS_CENTS - taken : 0n
    return { token: type, currency: 'USD', financial_account_type: type, available_amount: Number(available) }
  }
}

function found<Thing>(thing: Thing | undefined, name: string): Thing {
  if (thing === undefined) throw new ApiRefusal(404, `The ${name} was not found`)
  return thing
}

function webAddress(url: unknown): string {
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) throw new ApiRefusal(400, 'url must be http(s)')
  return url
}

function withoutNumber({ pan: _, cvv: __, ...card }: CardPayload): CardPayload {
  return card
}

function withoutSecret({ secret: _, ...subscription }: Subscription): Omit<Subscription, 'secret'> {
  return subscription
}

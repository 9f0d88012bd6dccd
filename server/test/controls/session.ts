// A workspace of the service together with its model: each request goes to both, and the responses are compared.
// Concurrent requests must get the responses that the model gives in some order.

import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Answer, Api } from '../harness.ts'
import { BIN, cents, dollars, ok, walletOf } from '../money/books.ts'
import { atOnce } from '../money/race-scene.ts'
import { patchBody, readAnswer, readControls } from './answers.ts'
import { DAY, nextLeapDay, periodOf, resetsAt } from './calendar.ts'
import { noControls, type Parts, usedOf, withParts } from './controls-model.ts'
import {
  balanceOf,
  type Card,
  cardOf,
  controlsShown,
  type Hold,
  holdOf,
  leftOf,
  limitsOf,
  monthlyLimitOf,
  type Outcome,
  type Patch,
  passTime,
  type Request,
  type State,
} from './model.ts'
import { type Boundary, merchants, type Near, type NewPatch, type Operation, type Single } from './operations.ts'
import { consistent, type Step, statesAfter } from './orders.ts'

const MAX_TRANSACTION = 5_000_00
const MAX_MONTHLY = 20_000_00
const MIN_FUNDING = 1_00
const RECENT = 4
/** The clock moves by at most four years. */
const MAX_SECONDS = 126_230_400
const NEXT_CARD = 100_00

export class Session {
  readonly #api: Api
  /** After concurrent requests there may be several states that explain the responses so far. */
  #states: State[]
  /** How far the sandbox clock has been moved. */
  #offset = 0
  #lastPatch: NewPatch = {}
  done = 0
  /** How often each response was seen, so that a run can report what it covered. */
  readonly seen = new Map<string, number>()

  constructor(api: Api, wallet: number) {
    this.#api = api
    this.#states = [{ wallet, owed: 0, cards: [], holds: [], settlements: [] }]
  }

  get #state(): State {
    return this.#states[0]!
  }

  async do(operation: Operation): Promise<void> {
    const { cards } = this.#state
    if (cards.length === 0 && operation.do !== 'new card') return
    // A script can outlive its cards, so a new one is created.
    if (cards.length > 0 && this.#usableCards().length === 0) await this.#newCard(NEXT_CARD, this.#lastPatch)
    const touched = await this.#do(operation)
    const reads = [...new Set(touched)].map((card) => this.#compareCard(card))
    const [{ balance }] = await Promise.all([walletOf(this.#api), ...reads])
    this.#keep((state) => assert.equal(cents(balance), state.wallet, 'the wallet'))
  }

  #keep(check: (state: State) => void): void {
    this.#states = consistent(this.#states, check)
  }

  async compareAll(): Promise<void> {
    for (const card of this.#state.cards) await this.#compareCard(card.id)
    for (const { id } of this.#state.holds) {
      const { authorization_status, held_amount } = ok(await this.#api.get(`/transactions/${id}`))
      this.#keep((state) => {
        const { status, held } = holdOf(state, id)
        assert.deepEqual([authorization_status, cents(held_amount)], [status, held], `the hold ${id}`)
      })
    }
  }

  /** Returns the ids of the cards that the operation touched. */
  async #do(operation: Operation): Promise<string[]> {
    switch (operation.do) {
      case 'new card':
        this.done += 1
        return this.#newCard(operation.amount, operation.patch)
      case 'advance':
        this.done += 1
        return this.#advance(operation.seconds)
      case 'advance to': {
        this.done += 1
        const target = boundaryAfter(this.#now(), operation.boundary) + operation.offset * 1000
        return this.#advance(Math.min(MAX_SECONDS, Math.max(1, Math.ceil((target - this.#now()) / 1000))))
      }
      case 'at once':
        return this.#play(operation.all)
      default:
        return this.#play([operation])
    }
  }

  // ---- requests

  #now(): number {
    return Date.now() + this.#offset
  }

  /** Prefers recent objects, because most older ones have ended. */
  #one<T>(from: readonly T[], pick: number): T | undefined {
    const some = pick % 4 === 0 ? from : from.slice(-RECENT)
    return some[pick % some.length]
  }

  #usableCards(): Card[] {
    return this.#state.cards.filter(({ status, expiresAt }) => status === 'active' && expiresAt > this.#now())
  }

  /** Mostly a card that can be used, or a frozen card if the operation is an unfreeze. */
  #card({ card: pick, do: what }: { card: number; do: string }): Card {
    const { cards } = this.#state
    const wanted = what === 'unfreeze' ? cards.filter(({ status }) => status === 'frozen') : this.#usableCards()
    const some = pick % 12 === 0 || wanted.length === 0 ? cards : wanted
    return some[(pick % 7) % some.length]!
  }

  /** Mostly a hold that is still open. */
  #hold(pick: number): Hold | undefined {
    const open = this.#state.holds.filter(({ status }) => status === 'pending')
    return this.#one(pick % 5 === 0 ? this.#state.holds : open, pick)
  }

  #amount({ near, offset, pick }: Near, card: Card, about: { hold?: Hold; left?: number } = {}): number {
    const base = {
      fixed: 0,
      balance: card.isUsedUp ? leftOf(card) : balanceOf(card),
      held: about.hold?.held ?? 0,
      rest: about.left ?? 0,
      limit: this.#leftOfLimit(card, pick, about.hold?.held ?? 0),
    }[near]
    return Math.min(MAX_TRANSACTION + 1, Math.max(1, base + offset))
  }

  /** The rest of one of the limits that are low enough to be reached. */
  #leftOfLimit(card: Card, pick: number, alreadyHeld: number): number {
    const all = [monthlyLimitOf(card), ...card.controls.limits]
    const limits = all.filter(({ amount }) => amount !== null && amount < MAX_TRANSACTION)
    const limit = limits[pick % limits.length]
    if (!limit) return pick
    const used = limit.window === 'per_transaction' ? alreadyHeld : usedOf(card.usage, limit, this.#now()).amount
    return limit.amount! - used
  }

  /** An open hold that was counted in a past window, on a card that was used again in the current window. */
  #heldSinceAnEarlierWindow(pick: number): Hold | undefined {
    const now = this.#now()
    const found = this.#state.holds.filter(
      ({ status, hasSettled, authorizedAt, card }) =>
        status === 'pending' &&
        !hasSettled &&
        card.controls.limits.some(
          (limit) =>
            limit.window !== 'per_transaction' &&
            periodOf(limit.window, authorizedAt) !== periodOf(limit.window, now) &&
            usedOf(card.usage, limit, now).count > 0,
        ),
    )
    return found[pick % found.length]
  }

  #lateEnd(pick: number, how: 'reverse' | 'expire'): Request | undefined {
    const hold = this.#heldSinceAnEarlierWindow(pick)
    if (!hold) return undefined
    this.#count('ended after its window, with others counted since')
    return how === 'expire' ? { do: how, hold: hold.id } : { do: how, hold: hold.id, amount: null }
  }

  #raiseEnded({ hold: pick, amount }: { hold: number; amount: Near }): Request | undefined {
    const open = this.#state.holds.filter(({ status, isUse, card }) => status === 'pending' && isUse && card.isUsedUp)
    const hold = open[pick % open.length]
    if (!hold) return undefined
    this.#count('more on a card that its last use has ended')
    return { do: 'increment', hold: hold.id, amount: this.#amount(amount, hold.card, { hold }) }
  }

  #request(single: Single): Request | undefined {
    if (single.do === 'raise ended') return this.#raiseEnded(single)
    if (single.do === 'late end') return this.#lateEnd(single.hold, single.how)
    if ('hold' in single) {
      const hold = this.#hold(single.hold)
      if (!hold) return undefined
      if (single.do === 'expire') return { do: 'expire', hold: hold.id }
      if (single.do === 'increment')
        return { do: 'increment', hold: hold.id, amount: this.#amount(single.amount, hold.card, { hold }) }
      const amount = single.amount && this.#amount(single.amount, hold.card, { hold })
      return { ...single, hold: hold.id, amount }
    }
    if ('settlement' in single) {
      const settlement = this.#one(this.#state.settlements, single.settlement)
      if (!settlement) return undefined
      const amount = single.amount && this.#amount(single.amount, settlement.card, { left: settlement.left })
      return { do: 'refund', settlement: settlement.id, amount }
    }
    const card = this.#card(single)
    if (single.do === 'patch') return { do: 'patch', card: card.id, body: this.#patch(single.patch) }
    if (!('amount' in single)) return { do: single.do, card: card.id }
    const amount = this.#amount(single.amount, card)
    if (!('merchant' in single)) return { do: single.do, card: card.id, amount: Math.max(MIN_FUNDING, amount) }
    return { ...single, card: card.id, amount, merchant: merchants[single.merchant]! }
  }

  #patch({ limit, categories, controls }: NewPatch): Patch {
    // Converted to JSON and back as the service will read it, because records of fast-check may lack a prototype.
    const { period, ...rest }: NonNullable<NewPatch['controls']> = JSON.parse(JSON.stringify(controls ?? {}))
    const at = (hours: number | null) =>
      hours === null ? null : new Date(this.#now() + hours * 3_600_000).toISOString()
    // A period that ends before it starts would be rejected.
    const [from, until] = period ? [at(period.from), at(period.until)] : [null, null]
    const isBackwards = from !== null && until !== null && from >= until
    const parts: Parts = {
      ...rest,
      ...(period && { active_from: isBackwards ? null : from, active_until: until }),
    }
    return {
      ...(limit !== undefined && { spending_limit: limit }),
      ...(categories !== undefined && { allowed_categories: categories }),
      ...(controls !== undefined && { controls: parts }),
    }
  }

  // ---- responses

  async #send(request: Request): Promise<Answer> {
    const [answer] = await atOnce(1, () => this.#call(request))
    return answer!
  }

  #call(request: Request): Promise<Answer> {
    const api = this.#api
    const amount = 'amount' in request && request.amount !== null ? { amount: dollars(request.amount) } : {}
    switch (request.do) {
      case 'authorize':
        return api.post('/sandbox/authorizations', {
          card_id: request.card,
          ...amount,
          merchant: request.merchant,
          ...(request.partial && { partial: true }),
        })
      case 'increment':
      case 'reverse':
      case 'expire':
        return api.post(`/sandbox/authorizations/${request.hold}/${request.do}`, amount)
      case 'settle':
        return api.post(`/sandbox/authorizations/${request.hold}/settle`, { ...amount, final: request.final })
      case 'force':
        return api.post('/sandbox/settlements', { card_id: request.card, ...amount, merchant: request.merchant })
      case 'refund':
        return api.post('/sandbox/refunds', { transaction_id: request.settlement, ...amount })
      case 'unlinked refund':
        return api.post('/sandbox/refunds', { card_id: request.card, ...amount, merchant: request.merchant })
      case 'patch':
        return api.patch(`/cards/${request.card}`, patchBody(request.body))
      case 'terminate':
        return api.delete(`/cards/${request.card}`)
      default:
        return api.post(`/cards/${request.card}/${request.do}`, 'amount' in request ? amount : undefined)
    }
  }

  async #play(singles: Single[]): Promise<string[]> {
    const requests = singles.map((single) => this.#request(single)).filter((request) => request !== undefined)
    const asked = this.#now()
    const answers = await Promise.all(requests.map((request) => this.#send(request)))
    const steps = requests.map((request, n): Step => {
      const { outcome, facts } = readAnswer(request, answers[n]!)
      const isNow = facts.at === 0 || (facts.at >= asked - 1 && facts.at <= this.#now() + 1)
      assert.ok(isNow, `${new Date(facts.at).toISOString()} is not the time of the request`)
      return { request, facts: { ...facts, at: facts.at || asked }, outcome }
    })
    this.#states = statesAfter(this.#states, steps)
    this.done += steps.length
    for (const { outcome } of steps) this.#note(outcome)
    return requests.map((request) => this.#touched(request))
  }

  #note(outcome: Outcome): void {
    const name = 'approved' in outcome ? (outcome.reason ?? 'approved') : 'refused' in outcome ? outcome.refused : ''
    const detail = 'detail' in outcome ? outcome.detail : null
    const window = detail === null ? '' : 'window' in detail ? ` ${detail.window} ${detail.unit}` : ' after the end'
    if (name) this.#count(name + window)
  }

  #count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }

  #touched(request: Request): string {
    if ('card' in request) return request.card
    if ('hold' in request) return holdOf(this.#state, request.hold).card.id
    return this.#state.settlements.find(({ id }) => id === request.settlement)!.card.id
  }

  async #newCard(amount: number, patch: NewPatch): Promise<string[]> {
    this.#lastPatch = patch
    const body = this.#patch(patch)
    const answer = await this.#api.post('/cards', { bin_id: BIN, amount: dollars(amount), ...patchBody(body) })
    if (this.#state.wallet < amount) {
      assert.equal(answer.body.error, 'insufficient_funds')
      return []
    }
    const { id, expires_at, ...shown } = ok(answer, 201)
    const card: Card = {
      id,
      status: 'active',
      isUsedUp: false,
      available: amount,
      held: 0,
      overdraft: 0,
      maxTransaction: MAX_TRANSACTION,
      monthlyLimit: body.spending_limit ?? MAX_MONTHLY,
      allowedCategories: body.allowed_categories ?? [],
      controls: withParts(noControls(), body.controls ?? {}),
      lockedTo: null,
      usage: new Map(),
      uses: 0,
      verifications: 0,
      expiresAt: Date.parse(expires_at),
      refunded: 0,
      takenSince: 0,
    }
    for (const state of this.#states) {
      state.wallet -= amount
      state.cards.push(structuredClone(card))
    }
    assert.deepEqual(readControls(shown), controlsShown(card))
    return [id]
  }

  async #advance(seconds: number): Promise<string[]> {
    const { now } = ok(await this.#api.post('/sandbox/clock/advance', { seconds }))
    this.#offset += seconds * 1000
    for (const state of this.#states) passTime(state, Date.parse(now))
    return this.#state.cards.slice(-RECENT).map(({ id }) => id)
  }

  async #compareCard(id: string): Promise<void> {
    const before = this.#now()
    const [summary, limits] = await Promise.all([
      this.#api.get(`/cards/${id}`).then(ok),
      this.#api.get(`/cards/${id}/limits`).then(ok),
    ])
    const after = this.#now()
    this.#keep((state) => {
      const card = cardOf(state, id)
      assert.deepEqual(
        [summary.status, cents(summary.balance), cents(summary.held)],
        [card.status, balanceOf(card), card.held],
        `the card ${id}`,
      )
      assert.deepEqual(readControls({ ...summary, allowed_categories: card.allowedCategories }), controlsShown(card))
      // A window may end between the request and the response.
      const isEarlier = isDeepStrictEqual(limits, limitsOf(card, before))
      assert.deepEqual(limits, limitsOf(card, isEarlier ? before : after), `the limits of ${id}`)
    })
  }
}

function boundaryAfter(now: number, boundary: Boundary): number {
  if (boundary === 'leap day') return nextLeapDay(now + DAY / 12, 0)
  if (boundary === 'end of leap day') return nextLeapDay(now + DAY / 12, 1)
  // Two hours ahead, so that a boundary that is about to pass is crossed and the next one is chosen.
  return Date.parse(resetsAt(boundary, now + DAY / 12)!)
}

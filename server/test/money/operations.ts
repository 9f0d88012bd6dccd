// Every operation on money, as data that fast-check makes and shrinks, and how each is done: to the service over HTTP,
// to the model in memory, and the two answers compared.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Answer, Api } from '../harness.ts'
import { allTransactions, cents, dollars, ok, walletOf } from './books.ts'
import {
  balanceOf,
  type Card,
  type Coin,
  type Decision,
  type Hold,
  isRefusal,
  Model,
  type Refusal,
  type Row,
  type Shop,
  shops,
} from './model.ts'

// ---- what can happen

/** An amount, fixed or near something that decides: the balance, what is held, what is left. */
export type Near = { near: 'fixed' | 'balance' | 'held' | 'rest'; offset: number }
type Pick_ = number

export type Operation =
  | { do: 'deposit'; coin: Coin; millionths: number; confirm: boolean }
  | { do: 'confirm deposit' | 'expire deposit'; deposit: Pick_ }
  | {
      do: 'create card'
      bin: 0 | 1
      amount: number
      limit: number | null
      autoFreeze: number | null
      categories: string[]
    }
  | { do: 'fund'; card: Pick_; amount: number }
  | { do: 'withdraw'; card: Pick_; amount: Near }
  | { do: 'freeze' | 'unfreeze' | 'terminate'; card: Pick_ }
  | { do: 'patch'; card: Pick_; limit: number | null; autoFreeze: number | null; categories: string[] | null }
  | { do: 'authorize'; card: Pick_; amount: Near; shop: Shop; partial: boolean; challenge: Pick_ | null }
  | {
      do: 'authorize by number'
      card: Pick_
      amount: Near
      shop: Shop
      cvv: 'right' | 'wrong' | 'none'
      expiry: 'right' | 'wrong' | 'none'
      isUnknown: boolean
    }
  | { do: 'challenge'; card: Pick_; amount: number; codes: ('right' | 'wrong')[] }
  | { do: 'increment'; hold: Pick_; amount: Near }
  | { do: 'settle'; hold: Pick_; amount: Near | null; isFinal: boolean }
  | { do: 'reverse'; hold: Pick_; amount: Near | null }
  | { do: 'expire'; hold: Pick_ }
  | { do: 'drive a decline'; decline: Pick_; how: 'increment' | 'settle' | 'reverse' | 'expire' }
  | { do: 'forced settlement'; card: Pick_; amount: Near; shop: Shop }
  | { do: 'refund'; settlement: Pick_; amount: Near | null }
  | { do: 'unlinked refund'; card: Pick_; amount: number; shop: Shop }
  | { do: 'advance'; seconds: number }

const BINS = [
  { id: 'bin_visa_us_prepaid_1', maxTransaction: 5_000_00, maxMonthly: 20_000_00 },
  { id: 'bin_visa_lt_prepaid_1', maxTransaction: 3_000_00, maxMonthly: 15_000_00 },
] as const

const HOUR = 3_600
const pick = fc.nat(1_000)
const shop = fc.constantFrom<Shop>('ads', 'ads', 'ads', 'apps', 'hotel', 'odd')
const fixed = fc.integer({ min: 1, max: 300_00 }).map((offset): Near => ({ near: 'fixed', offset }))
const about = (near: Near['near'], spread = 2) =>
  fc.integer({ min: -spread, max: spread }).map((offset): Near => ({ near, offset }))
const huge = fc.constantFrom<Near>(
  { near: 'fixed', offset: 3_000_01 },
  { near: 'fixed', offset: 5_000_01 },
  { near: 'fixed', offset: 4_999_99 },
)
const spending = fc.oneof(
  { weight: 8, arbitrary: fixed },
  { weight: 3, arbitrary: about('balance') },
  { weight: 1, arbitrary: huge },
)
const ofHold = fc.oneof(
  { weight: 4, arbitrary: about('held', 1) },
  { weight: 3, arbitrary: about('held', 50_00) },
  { weight: 2, arbitrary: fixed },
)
const limit = fc.oneof(fc.integer({ min: 1, max: 500_00 }), fc.constantFrom(15_000_00, 15_000_01, 20_000_01))
const autoFreeze = fc.oneof(fc.integer({ min: 1, max: 100_00 }), fc.constant(0))
const categories = fc.subarray(['advertising', 'software', 'lodging', '5734', '0001', 'other'], { maxLength: 3 })
const rarely = <T>(arbitrary: fc.Arbitrary<T>, freq = 3) => fc.option(arbitrary, { nil: null, freq })
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const made: [number, fc.Arbitrary<Operation>][] = [
  [
    4,
    fc.record({
      do: fc.constant('deposit' as const),
      coin: fc.constant<Coin>('usdt'),
      millionths: fc.integer({ min: 9_990_000, max: 900_000_000 }),
      confirm: fc.boolean(),
    }),
  ],
  [
    2,
    fc.record({
      do: fc.constant('deposit' as const),
      coin: fc.constantFrom<Coin>('btc', 'eth', 'sol'),
      millionths: fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.constantFrom(99, 100, 4_999, 5_000, 49_999, 50_000)),
      confirm: fc.boolean(),
    }),
  ],
  [2, fc.record({ do: fc.constantFrom('confirm deposit' as const, 'expire deposit' as const), deposit: pick })],
  [
    4,
    fc.record({
      do: fc.constant('create card' as const),
      bin: fc.constantFrom(0 as const, 1 as const),
      amount: fc.integer({ min: 1_00, max: 400_00 }),
      limit: seldom(limit),
      autoFreeze: seldom(autoFreeze),
      categories: fc.oneof({ weight: 4, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: categories }),
    }),
  ],
  [4, fc.record({ do: fc.constant('fund' as const), card: pick, amount: fc.integer({ min: 1_00, max: 300_00 }) })],
  [3, fc.record({ do: fc.constant('withdraw' as const), card: pick, amount: fc.oneof(fixed, about('balance')) })],
  [3, fc.record({ do: fc.constantFrom('freeze' as const, 'unfreeze' as const, 'unfreeze' as const), card: pick })],
  [1, fc.record({ do: fc.constant('terminate' as const), card: pick })],
  [
    3,
    fc.record({
      do: fc.constant('patch' as const),
      card: pick,
      limit: rarely(limit),
      autoFreeze: rarely(autoFreeze),
      categories: rarely(categories),
    }),
  ],
  [
    14,
    fc.record({
      do: fc.constant('authorize' as const),
      card: pick,
      amount: spending,
      shop,
      partial: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      challenge: seldom(pick),
    }),
  ],
  [
    3,
    fc.record({
      do: fc.constant('authorize by number' as const),
      card: pick,
      amount: spending,
      shop,
      cvv: fc.constantFrom('right' as const, 'right' as const, 'wrong' as const, 'none' as const),
      expiry: fc.constantFrom('right' as const, 'right' as const, 'wrong' as const, 'none' as const),
      isUnknown: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
  ],
  [
    3,
    fc.record({
      do: fc.constant('challenge' as const),
      card: pick,
      amount: fc.integer({ min: 1, max: 300_00 }),
      codes: fc.array(fc.constantFrom('right' as const, 'right' as const, 'wrong' as const), { maxLength: 4 }),
    }),
  ],
  [5, fc.record({ do: fc.constant('increment' as const), hold: pick, amount: spending })],
  [10, fc.record({ do: fc.constant('settle' as const), hold: pick, amount: rarely(ofHold), isFinal: fc.boolean() })],
  [5, fc.record({ do: fc.constant('reverse' as const), hold: pick, amount: rarely(ofHold) })],
  [2, fc.record({ do: fc.constant('expire' as const), hold: pick })],
  [
    1,
    fc.record({
      do: fc.constant('drive a decline' as const),
      decline: pick,
      how: fc.constantFrom('increment' as const, 'settle' as const, 'reverse' as const, 'expire' as const),
    }),
  ],
  [4, fc.record({ do: fc.constant('forced settlement' as const), card: pick, amount: spending, shop })],
  [
    6,
    fc.record({ do: fc.constant('refund' as const), settlement: pick, amount: rarely(fc.oneof(about('rest'), fixed)) }),
  ],
  [
    2,
    fc.record({
      do: fc.constant('unlinked refund' as const),
      card: pick,
      amount: fc.integer({ min: 1, max: 300_00 }),
      shop,
    }),
  ],
  [
    5,
    fc.record({
      do: fc.constant('advance' as const),
      seconds: fc.constantFrom(
        400,
        3 * HOUR,
        25 * HOUR,
        73 * HOUR,
        5 * 24 * HOUR,
        169 * HOUR,
        15 * 24 * HOUR,
        32 * 24 * HOUR,
      ),
    }),
  ],
  [1, fc.record({ do: fc.constant('advance' as const), seconds: fc.constantFrom(90 * 24 * HOUR, 1_100 * 24 * HOUR) })],
]

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  ...made.map(([weight, arbitrary]) => ({ weight, arbitrary })),
)

/** Money in the wallet and two cards come first, so that most of the rest has something to work on. */
export const script = (minLength: number, maxLength: number): fc.Arbitrary<Operation[]> =>
  fc
    .array(operation, { minLength, maxLength, size: 'max' })
    .map((rest): Operation[] => [
      { do: 'deposit', coin: 'usdt', millionths: 1_500_000_000, confirm: true },
      { do: 'create card', bin: 0, amount: 250_00, limit: null, autoFreeze: null, categories: [] },
      { do: 'create card', bin: 1, amount: 150_00, limit: 300_00, autoFreeze: 20_00, categories: [] },
      ...rest,
    ])

// ---- how it is done

type Numbers = { pan: string; cvv: string; exp_month: number; exp_year: number }

/** A workspace of the service beside its model. */
export class Pair {
  readonly model = new Model()
  readonly #api: Api
  readonly #numbers = new Map<string, Numbers>()
  /** How far the sandbox's clock has been moved. */
  #offset = 0
  done = 0

  constructor(api: Api) {
    this.#api = api
  }

  async do(operation: Operation): Promise<void> {
    const touched = await this.#do(operation)
    this.done += 1
    await this.#compareWallet()
    if (touched) await this.#compareCard(touched)
  }

  #now(): number {
    return Date.now() + this.#offset
  }

  /** The service's time of an answer, which must be the time at which it was asked. */
  #timeOf(at: string, asked: number): number {
    const time = Date.parse(at)
    assert.ok(time >= asked - 1 && time <= this.#now() + 1, `${at} is not the time of the request`)
    return time
  }

  #one<T>(from: readonly T[], pick: number): T | undefined {
    return from.length === 0 ? undefined : from[pick % from.length]
  }

  /** Recent ones more often: what happened long ago is mostly over. */
  #recent<T>(from: readonly T[], pick: number): T | undefined {
    return this.#one(pick % 3 === 0 ? from : from.slice(-5), pick)
  }

  #amount({ near, offset }: Near, about: { card?: Card; hold?: Hold; row?: Row }): number {
    const card = about.card ?? about.hold?.card ?? about.row?.card
    const base =
      near === 'fixed'
        ? 0
        : near === 'balance'
          ? balanceOf(card!)
          : near === 'held'
            ? (about.hold?.held ?? 0)
            : (about.row?.left ?? 0)
    return Math.max(1, base + offset)
  }

  async #do(operation: Operation): Promise<Card | undefined> {
    const { model } = this
    const api = this.#api
    const asked = this.#now()
    switch (operation.do) {
      case 'deposit': {
        const { coin, millionths, confirm } = operation
        const body = ok(
          await api.post('/sandbox/deposits', {
            currency: coin,
            amount_crypto: (millionths / 1_000_000).toFixed(6),
            confirm,
          }),
          201,
        )
        const deposit = model.deposit(body.id, coin, millionths, confirm, this.#timeOf(body.created_at, asked))
        const worth = Model.worth(coin, millionths)
        assert.deepEqual(
          [body.status, cents(body.credited_usd), cents(body.amount_usd), cents(body.fee_usd)],
          [deposit.status, deposit.credited, worth.amount, worth.fee],
        )
        return
      }
      case 'confirm deposit':
      case 'expire deposit': {
        const deposit = this.#recent(model.deposits, operation.deposit)
        if (!deposit) return
        const isConfirm = operation.do === 'confirm deposit'
        const answer = await api.post(`/sandbox/deposits/${deposit.id}/${isConfirm ? 'confirm' : 'expire'}`)
        const result = isConfirm ? model.confirm(deposit) : model.expireDeposit(deposit)
        if (wasRefused(answer, result)) return
        assert.deepEqual([ok(answer).status, cents(answer.body.credited_usd)], [deposit.status, deposit.credited])
        return
      }
      case 'create card':
        return this.#createCard(operation, asked)
      case 'fund':
      case 'withdraw': {
        const card = this.#one(model.cards, operation.card)
        if (!card) return
        const isFund = operation.do === 'fund'
        const amount = operation.do === 'fund' ? operation.amount : this.#amount(operation.amount, { card })
        const answer = await api.post(`/cards/${card.id}/${operation.do}`, { amount: dollars(amount) })
        const result = isFund ? model.fund(card, amount) : model.withdraw(card, amount)
        if (wasRefused(answer, result)) return card
        const { id, previous_balance, new_balance, wallet_balance, funded_amount, withdrawn_amount } = ok(answer)
        assert.deepEqual(
          [
            id,
            cents(previous_balance),
            cents(funded_amount ?? withdrawn_amount),
            cents(new_balance),
            cents(wallet_balance),
          ],
          [card.id, result.before, amount, result.after, model.wallet],
        )
        return card
      }
      case 'freeze':
      case 'unfreeze': {
        const card = this.#one(model.cards, operation.card)
        if (!card) return
        const answer = await api.post(`/cards/${card.id}/${operation.do}`)
        if (!wasRefused(answer, model.setFrozen(card, operation.do === 'freeze')))
          assert.equal(ok(answer).status, card.status)
        return card
      }
      case 'terminate': {
        const card = this.#one(model.cards, operation.card)
        if (!card) return
        const body = ok(await api.delete(`/cards/${card.id}`))
        model.terminate(card)
        assert.deepEqual([body.id, body.status, cents(body.refunded_amount)], [card.id, 'terminated', card.refunded])
        return card
      }
      case 'patch': {
        const card = this.#one(model.cards, operation.card)
        if (!card) return
        const { limit, autoFreeze, categories } = operation
        const answer = await api.patch(`/cards/${card.id}`, {
          ...(limit !== null && { spending_limit: dollars(limit) }),
          ...(autoFreeze !== null && { auto_freeze_at: dollars(autoFreeze) }),
          ...(categories !== null && { allowed_categories: categories }),
        })
        const change = {
          ...(limit !== null && { limit }),
          ...(autoFreeze !== null && { autoFreeze }),
          ...(categories !== null && { categories }),
        }
        if (wasRefused(answer, model.patch(card, change))) return card
        const { spending_limit, auto_freeze_at, allowed_categories, status } = ok(answer)
        assert.deepEqual(
          [cents(spending_limit), auto_freeze_at && cents(auto_freeze_at), allowed_categories, status],
          [card.limit, card.autoFreeze, card.categories, card.status],
        )
        return card
      }
      case 'authorize': {
        const card = this.#one(model.cards, operation.card)
        if (!card) return
        const challenge = operation.challenge === null ? undefined : this.#recent(model.challenges, operation.challenge)
        const amount = this.#amount(operation.amount, { card })
        const answer = await api.post('/sandbox/authorizations', {
          card_id: card.id,
          amount: dollars(amount),
          merchant: shops[operation.shop],
          ...(operation.partial && { partial: true }),
          ...(challenge && { three_ds_challenge_id: challenge.id }),
        })
        const { shop, partial } = operation
        this.#compareDecision(answer, asked, (id, now) =>
          model.authorize(card, { amount, shop, partial, challenge }, id, now),
        )
        assert.equal(answer.body.requested_amount, partial ? dollars(amount) : undefined)
        return card
      }
      case 'authorize by number':
        return this.#authorizeByNumber(operation, asked)
      case 'challenge':
        return this.#challenge(operation, asked)
      case 'increment': {
        const hold = this.#recent(model.holds, operation.hold)
        if (!hold) return
        const amount = this.#amount(operation.amount, { hold })
        const answer = await api.post(`/sandbox/authorizations/${hold.id}/increment`, { amount: dollars(amount) })
        if (wasRefused(answer, model.mayIncrement(hold) ? {} : { refused: 'invalid_state' })) return hold.card
        this.#compareDecision(answer, asked, (id, now) => model.increment(hold, amount, id, now))
        return hold.card
      }
      case 'settle': {
        const hold = this.#recent(model.holds, operation.hold)
        if (!hold) return
        const amount = operation.amount === null ? undefined : this.#amount(operation.amount, { hold })
        const { isFinal } = operation
        const answer = await api.post(`/sandbox/authorizations/${hold.id}/settle`, {
          ...(amount !== undefined && { amount: dollars(amount) }),
          ...(!isFinal && { final: false }),
        })
        if (wasRefused(answer, model.refusesSettlement(hold, amount) ?? {})) return hold.card
        this.#compareRow(answer, asked, (id, now) => model.settle(hold.card, hold, amount, isFinal, id, now))
        return hold.card
      }
      case 'reverse':
      case 'expire': {
        const hold = this.#recent(model.holds, operation.hold)
        if (!hold) return
        const amount =
          operation.do === 'expire' || operation.amount === null ? undefined : this.#amount(operation.amount, { hold })
        const answer = await api.post(
          `/sandbox/authorizations/${hold.id}/${operation.do}`,
          amount === undefined ? undefined : { amount: dollars(amount) },
        )
        const result = operation.do === 'expire' ? model.expire(hold, asked) : model.reverse(hold, amount, asked)
        if (wasRefused(answer, result)) return hold.card
        const { id, authorization_status, held_amount } = ok(answer)
        assert.deepEqual([id, authorization_status, cents(held_amount)], [hold.id, hold.status, hold.held])
        return hold.card
      }
      case 'drive a decline': {
        const row = this.#one(
          model.rows.filter((each) => each.type === 'decline'),
          operation.decline,
        )
        if (!row) return
        const answer = await api.post(
          `/sandbox/authorizations/${row.id}/${operation.how}`,
          operation.how === 'expire' ? undefined : { amount: 1 },
        )
        wasRefused(answer, { refused: 'invalid_state' })
        return row.card
      }
      case 'forced settlement': {
        const card = this.#one(model.cards, operation.card)
        if (!card) return
        const amount = this.#amount(operation.amount, { card })
        const answer = await api.post('/sandbox/settlements', {
          card_id: card.id,
          amount: dollars(amount),
          merchant: shops[operation.shop],
        })
        this.#compareRow(answer, asked, (id, now) => model.settle(card, null, amount, true, id, now))
        return card
      }
      case 'refund': {
        const settlements = model.rows.filter((row) => row.type === 'settlement')
        const row = this.#recent(operation.settlement % 9 === 0 ? model.rows : settlements, operation.settlement)
        if (!row) return
        const amount = operation.amount === null ? undefined : this.#amount(operation.amount, { row })
        const answer = await api.post('/sandbox/refunds', {
          transaction_id: row.id,
          ...(amount !== undefined && { amount: dollars(amount) }),
        })
        if (wasRefused(answer, model.refusesRefund(row, amount) ?? {})) return row.card
        this.#compareRow(answer, asked, (id, now) => model.refund(row.card, row, amount, id, now))
        return row.card
      }
      case 'unlinked refund': {
        const card = this.#one(model.cards, operation.card)
        if (!card) return
        const { amount, shop } = operation
        const answer = await api.post('/sandbox/refunds', {
          card_id: card.id,
          amount: dollars(amount),
          merchant: shops[shop],
        })
        this.#compareRow(answer, asked, (id, now) => model.refund(card, null, amount, id, now))
        return card
      }
      case 'advance': {
        const body = ok(await api.post('/sandbox/clock/advance', { seconds: operation.seconds }))
        this.#offset += operation.seconds * 1000
        model.advanceTo(this.#timeOf(body.now, asked + operation.seconds * 1000))
        return
      }
    }
  }

  async #createCard(operation: Extract<Operation, { do: 'create card' }>, asked: number): Promise<Card | undefined> {
    const { amount, limit, autoFreeze, categories } = operation
    const bin = BINS[operation.bin]
    const answer = await this.#api.post('/cards', {
      bin_id: bin.id,
      amount: dollars(amount),
      ...(limit !== null && { spending_limit: dollars(limit) }),
      ...(autoFreeze !== null && { auto_freeze_at: dollars(autoFreeze) }),
      allowed_categories: categories,
    })
    const isLimitWrong = limit !== null && limit > bin.maxMonthly
    const refusal = isLimitWrong
      ? 'invalid_spending_limit'
      : this.model.mayCreate(amount)
        ? undefined
        : 'insufficient_funds'
    if (wasRefused(answer, refusal ? { refused: refusal } : {})) return undefined
    const body = ok(answer, 201)
    const created = new Date(this.#timeOf(body.created_at, asked))
    const card = this.model.createCard(
      {
        id: body.id,
        maxTransaction: bin.maxTransaction,
        maxMonthly: bin.maxMonthly,
        limit: limit ?? bin.maxMonthly,
        autoFreeze: autoFreeze || null,
        categories,
        expiresAt: Date.UTC(created.getUTCFullYear() + 3, created.getUTCMonth() + 1, 1) - 1,
      },
      amount,
    )
    assert.deepEqual(
      [body.status, cents(body.balance), Date.parse(body.expires_at)],
      ['active', amount, card.expiresAt],
    )
    return card
  }

  async #authorizeByNumber(
    operation: Extract<Operation, { do: 'authorize by number' }>,
    asked: number,
  ): Promise<Card | undefined> {
    const card = this.#one(this.model.cards, operation.card)
    if (!card) return undefined
    const numbers = this.#numbers.get(card.id) ?? ok(await this.#api.get(`/cards/${card.id}/details`))
    this.#numbers.set(card.id, numbers)
    const { cvv, expiry, shop, isUnknown } = operation
    const amount = this.#amount(operation.amount, { card })
    const wrongCvv = String((Number(numbers.cvv) + 1) % 1000).padStart(3, '0')
    const answer = await this.#api.post('/sandbox/authorizations', {
      pan: isUnknown ? '4242424242424241' : numbers.pan,
      amount: dollars(amount),
      merchant: shops[shop],
      ...(cvv !== 'none' && { cvv: cvv === 'right' ? numbers.cvv : wrongCvv }),
      ...(expiry !== 'none' && {
        exp_month: numbers.exp_month,
        exp_year: numbers.exp_year + (expiry === 'wrong' ? 1 : 0),
      }),
    })
    if (isUnknown)
      assert.deepEqual(ok(answer, 201), { approved: false, decline_reason: 'invalid_card', transaction: null })
    else
      this.#compareDecision(answer, asked, (id, now) =>
        this.model.authorize(
          card,
          { amount, shop, cvvIsWrong: cvv === 'wrong', expiryIsWrong: expiry === 'wrong' },
          id,
          now,
        ),
      )
    return card
  }

  async #challenge(operation: Extract<Operation, { do: 'challenge' }>, asked: number): Promise<Card | undefined> {
    const card = this.#one(this.model.cards, operation.card)
    if (!card) return undefined
    const { amount } = operation
    const answer = await this.#api.post('/sandbox/3ds', { card_id: card.id, merchant: 'Acme', amount: dollars(amount) })
    if (wasRefused(answer, card.status === 'terminated' ? { refused: 'card_terminated' } : {})) return card
    const body = ok(answer, 201)
    const challenge = {
      id: body.id,
      card,
      amount,
      status: 'pending' as 'pending' | 'completed' | 'expired',
      isUsed: false,
      wrongCodes: 0,
      expiresAt: this.#timeOf(body.created_at, asked) + 300_000,
    }
    this.model.challenges.push(challenge)
    for (const code of operation.codes) {
      const otp = code === 'right' ? body.otp : String((Number(body.otp) + 1) % 1_000_000).padStart(6, '0')
      const verified = await this.#api.post(`/sandbox/3ds/${body.id}/verify`, { otp })
      if (
        wasRefused(
          verified,
          challenge.status !== 'pending'
            ? { refused: 'invalid_state' }
            : code === 'wrong'
              ? { refused: 'invalid_otp' }
              : {},
        )
      ) {
        if (challenge.status === 'pending' && ++challenge.wrongCodes === 3) challenge.status = 'expired'
      } else {
        challenge.status = 'completed'
        assert.equal(ok(verified).status, 'completed')
      }
    }
    return card
  }

  // ---- comparing

  #compareDecision(answer: Answer, asked: number, decide: (id: string, now: number) => Decision): void {
    const { approved, decline_reason, transaction } = ok(answer, 201)
    const decision = decide(transaction.id, this.#timeOf(transaction.created_at, asked))
    assert.deepEqual(
      {
        approved,
        reason: decline_reason,
        amount: -cents(transaction.amount),
        balanceAfter: cents(transaction.balance_after),
      },
      decision,
    )
    assert.equal(transaction.type, approved ? 'authorization' : 'decline')
  }

  #compareRow(answer: Answer, asked: number, happen: (id: string, now: number) => Row): void {
    const { id, type, amount, balance_after, created_at, card_id } = ok(answer, 201)
    const row = happen(id, this.#timeOf(created_at, asked))
    assert.deepEqual(
      [type, cents(amount), cents(balance_after), card_id],
      [row.type, row.amount, row.balanceAfter, row.card.id],
    )
  }

  async #compareWallet(): Promise<void> {
    const { currency, ...wallet } = await walletOf(this.#api)
    const shown = Object.fromEntries(
      Object.entries(wallet).map(([name, value]) => [name, name === 'cards_active' ? value : cents(value as number)]),
    )
    assert.deepEqual(shown, this.model.walletView(), 'the wallet')
    assert.equal(currency, 'USD')
  }

  async #compareCard(card: Card): Promise<void> {
    const { status, balance, held, spending_limit, total_spent, transaction_count, last_used_at } = ok(
      await this.#api.get(`/cards/${card.id}`),
    )
    assert.deepEqual(
      {
        status,
        balance: cents(balance),
        held: cents(held),
        spending_limit: cents(spending_limit),
        total_spent: cents(total_spent),
        transaction_count,
        is_used: last_used_at !== null,
      },
      this.model.cardView(card),
      `the card ${card.id}`,
    )
  }

  /** Everything that can be read, at the end of a script. */
  async compareAll(): Promise<void> {
    await this.#compareWallet()
    for (const card of this.model.cards) {
      await this.#compareCard(card)
      const shown = await allTransactions(this.#api, `&card_id=${card.id}`)
      const rows = this.model.rows.filter((row) => row.card === card).sort(newestFirst)
      assert.deepEqual(
        shown.map(({ id, type, amount, balance_after, created_at }) => ({
          id,
          type,
          amount: cents(amount),
          balanceAfter: cents(balance_after),
          at: Date.parse(created_at),
        })),
        rows.map(({ id, type, amount, balanceAfter, at }) => ({ id, type, amount, balanceAfter, at })),
        `the transactions of ${card.id}`,
      )
    }
    for (const hold of this.model.holds) {
      const { authorization_status, held_amount } = ok(await this.#api.get(`/transactions/${hold.id}`))
      assert.deepEqual(
        [authorization_status, cents(held_amount)],
        [hold.status, hold.held],
        `the authorization ${hold.id}`,
      )
    }
    assert.equal((await allTransactions(this.#api)).length, this.model.rows.length)
  }
}

function newestFirst(a: Row, b: Row): number {
  return b.at - a.at || (a.id < b.id ? 1 : -1)
}

/** True when the service refused as the model did; a difference between the two fails the test. */
function wasRefused<T extends object>(answer: Answer, result: T | Refusal): result is Refusal {
  if (!isRefusal(result)) {
    assert.ok(answer.status < 300, `refused although the model allows it: ${JSON.stringify(answer.body)}`)
    return false
  }
  assert.equal(
    answer.status,
    400,
    `the model refuses (${result.refused}), the service answered ${JSON.stringify(answer.body)}`,
  )
  assert.ok(
    [result.refused].flat().includes(answer.body.error),
    `the model says ${result.refused}, the service ${answer.body.error}`,
  )
  return true
}

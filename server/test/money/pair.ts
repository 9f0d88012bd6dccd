// Runs each operation on the service over HTTP and on the model in memory, and compares the two responses.

import assert from 'node:assert/strict'
import type { Answer, Api } from '../harness.ts'
import { allTransactions, cents, dollars, ok, walletOf } from './books.ts'
import { newestFirst, wasRefused } from './compare.ts'
import { balanceOf, type Card, type Decision, type Hold, Model, type Row, shops } from './model.ts'
import { BINS, type Near, type Operation } from './operations.ts'

type Numbers = { pan: string; cvv: string; exp_month: number; exp_year: number }

/** A workspace of the service together with its model. */
export class Pair {
  readonly model = new Model()
  readonly #api: Api
  readonly #numbers = new Map<string, Numbers>()
  /** How far the clock of the sandbox has been moved. */
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

  /** Returns the service's time in a response, which must be the time of the request. */
  #timeOf(at: string, asked: number): number {
    const time = Date.parse(at)
    assert.ok(time >= asked - 1 && time <= this.#now() + 1, `${at} is not the time of the request`)
    return time
  }

  #one<T>(from: readonly T[], pick: number): T | undefined {
    return from.length === 0 ? undefined : from[pick % from.length]
  }

  /** Picks recent items more often, because older ones have mostly ended. */
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
    assert.deepEqual(shown, this.model.walletView(), 'the wallet differs from the model')
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
      `the card ${card.id} differs from the model`,
    )
  }

  /** Compares everything that can be read, at the end of a script. */
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
        `the transactions of ${card.id} differ from the model`,
      )
    }
    for (const hold of this.model.holds) {
      const { authorization_status, held_amount } = ok(await this.#api.get(`/transactions/${hold.id}`))
      assert.deepEqual(
        [authorization_status, cents(held_amount)],
        [hold.status, hold.held],
        `the authorization ${hold.id} differs from the model`,
      )
    }
    assert.equal((await allTransactions(this.#api)).length, this.model.rows.length)
  }
}

// The same operations as in the model test, dozens of them concurrently on a few cards. The order cannot be predicted,
// so the test checks afterwards what must hold in any order: money is conserved, every response is in the books exactly
// once, and the events have no gap. MONEY_SEED=<seed> repeats a script.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Answer, type Api, startTestService } from '../harness.ts'
import {
  allTransactions,
  assertConserved,
  booksOf,
  cents,
  dollars,
  newCard,
  ok,
  ownerOf,
  summaryOf,
  walletOf,
} from './books.ts'
import { type Shop, shops } from './model.ts'
import { type Near, type Operation, operation } from './operations.ts'

const service = await startTestService()
const owner = ownerOf(service)
const seed = Number(process.env.MONEY_SEED ?? Math.floor(Math.random() * 2 ** 31))
const runs = Number(process.env.MONEY_RUNS ?? 6)

type Known = { cards: string[]; holds: string[]; settlements: string[]; deposits: string[] }

/** An operation can name only objects that earlier responses contained, so the script grows with its responses. */
class Crowd {
  readonly #api: Api
  readonly known: Known = { cards: [], holds: [], settlements: [], deposits: [] }
  readonly transactions = new Map<string, Answer['body']>()
  answered = 0
  busy = 0

  constructor(api: Api) {
    this.#api = api
  }

  #one(from: string[], pick: number): string {
    return from[pick % from.length] ?? 'none'
  }

  #amount(near: Near): number {
    return dollars(near.near === 'fixed' ? near.offset : Math.max(1, 20_00 + near.offset))
  }

  #merchant = (shop: Shop) => shops[shop]

  /** Chooses the targets of a request now, so that a repeat sends the same request. */
  #request(operation: Operation): ((headers: Record<string, string>) => Promise<Answer>) | undefined {
    const api = this.#api
    const { cards, holds, settlements, deposits } = this.known
    const card = 'card' in operation ? this.#one(cards, operation.card) : ''
    const authorization = 'hold' in operation ? `/sandbox/authorizations/${this.#one(holds, operation.hold)}` : ''
    const deposit = 'deposit' in operation ? this.#one(deposits, operation.deposit) : ''
    const settlement = 'settlement' in operation ? this.#one(settlements, operation.settlement) : ''
    switch (operation.do) {
      case 'deposit':
        return (headers) =>
          api.post(
            '/sandbox/deposits',
            {
              currency: operation.coin,
              amount_crypto: (operation.millionths / 1e6).toFixed(6),
              confirm: operation.confirm,
            },
            headers,
          )
      case 'confirm deposit':
      case 'expire deposit':
        return (headers) => api.post(`/sandbox/deposits/${deposit}/${operation.do.split(' ')[0]}`, undefined, headers)
      case 'create card':
        // Few cards cause more contention.
        return cards.length < 6
          ? (headers) =>
              api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: dollars(operation.amount) }, headers)
          : undefined
      case 'fund':
        return (headers) => api.post(`/cards/${card}/fund`, { amount: dollars(operation.amount) }, headers)
      case 'withdraw':
        return (headers) => api.post(`/cards/${card}/withdraw`, { amount: this.#amount(operation.amount) }, headers)
      case 'freeze':
      case 'unfreeze':
        return (headers) => api.post(`/cards/${card}/${operation.do}`, undefined, headers)
      case 'terminate':
        return (headers) => api.delete(`/cards/${card}`, headers)
      case 'patch':
        return (headers) =>
          api.patch(
            `/cards/${card}`,
            operation.autoFreeze === null ? { label: 'patched' } : { auto_freeze_at: dollars(operation.autoFreeze) },
            headers,
          )
      case 'authorize':
        return (headers) =>
          api.post(
            '/sandbox/authorizations',
            {
              card_id: card,
              amount: this.#amount(operation.amount),
              merchant: this.#merchant(operation.shop),
              partial: operation.partial,
            },
            headers,
          )
      case 'increment':
        return (headers) => api.post(`${authorization}/increment`, { amount: this.#amount(operation.amount) }, headers)
      case 'settle':
        return (headers) =>
          api.post(
            `${authorization}/settle`,
            { ...(operation.amount && { amount: this.#amount(operation.amount) }), final: operation.isFinal },
            headers,
          )
      case 'reverse':
        return (headers) =>
          api.post(
            `${authorization}/reverse`,
            operation.amount ? { amount: this.#amount(operation.amount) } : {},
            headers,
          )
      case 'expire':
        return (headers) => api.post(`${authorization}/expire`, undefined, headers)
      case 'forced settlement':
        return (headers) =>
          api.post(
            '/sandbox/settlements',
            { card_id: card, amount: this.#amount(operation.amount), merchant: this.#merchant(operation.shop) },
            headers,
          )
      case 'refund':
        return (headers) =>
          api.post(
            '/sandbox/refunds',
            { transaction_id: settlement, ...(operation.amount && { amount: this.#amount(operation.amount) }) },
            headers,
          )
      case 'unlinked refund':
        return (headers) =>
          api.post(
            '/sandbox/refunds',
            { card_id: card, amount: dollars(operation.amount), merchant: this.#merchant(operation.shop) },
            headers,
          )
      case 'advance':
        return (headers) =>
          api.post('/sandbox/clock/advance', { seconds: Math.min(operation.seconds, 86_400) }, headers)
      case 'challenge':
      case 'authorize by number':
      case 'drive a decline':
        return undefined
    }
  }

  async do(operation: Operation, withKey: boolean): Promise<void> {
    const headers: Record<string, string> = withKey ? { 'x-idempotency-key': randomUUID() } : {}
    const request = this.#request(operation)
    if (!request) return
    let answer = await request(headers)
    // On a busy machine a request may return 503. With its key it can be repeated safely.
    for (let attempt = 0; answer.status === 503 && attempt < 20; attempt++) {
      this.busy += 1
      if (!withKey) return
      answer = await request(headers)
    }
    assert.ok(answer.status < 500, `${operation.do}: ${JSON.stringify(answer.body)}`)
    this.answered += 1
    this.#learn(operation, answer)
    if (!withKey || answer.status >= 300) return
    // A retry of an answered request is a replay, however busy the card is.
    assert.deepEqual((await request(headers)).body, answer.body)
  }

  #learn(operation: Operation, { status, body }: Answer): void {
    if (status >= 300) return
    if (operation.do === 'create card') this.known.cards.push(body.id)
    if (operation.do === 'deposit') this.known.deposits.push(body.id)
    const transaction =
      body.transaction ?? (typeof body.id === 'string' && body.id.startsWith('txn_') ? body : undefined)
    if (!transaction) return
    if (body.approved && operation.do === 'authorize') this.known.holds.push(transaction.id)
    if (operation.do === 'settle' || operation.do === 'forced settlement') this.known.settlements.push(transaction.id)
    if (!['reverse', 'expire'].includes(operation.do)) this.transactions.set(transaction.id, transaction)
  }
}

/** Runs at most `max` items concurrently. The next one starts when one is answered. */
async function inFlight<T>(items: T[], max: number, run: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await run(items[index]!, index)
  }
  const ends = await Promise.allSettled(Array.from({ length: max }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

test('concurrent operations conserve money, and each response is in the books exactly once', async (t) => {
  let answered = 0
  let busy = 0
  const scripts = fc.record({
    operations: fc.array(operation, { minLength: 150, maxLength: 250, size: 'max' }),
    max: fc.integer({ min: 20, max: 50 }),
  })
  const holdsTogether = fc.asyncProperty(scripts, async ({ operations, max }) => {
    const api = await service.fundedWorkspace(3_000)
    const crowd = new Crowd(api)
    for (let n = 0; n < 3; n++) crowd.known.cards.push(await newCard(api, 300))
    await inFlight(operations, max, (each, index) => crowd.do(each, index % 3 === 0))
    answered += crowd.answered
    busy += crowd.busy
    await check(api, crowd)
  })
  // Shrinking is off, because an operation that fails in one order need not fail in the next.
  await fc.assert(holdsTogether, { seed, numRuns: runs, endOnFailure: true })
  t.diagnostic(`seed ${seed}: ${runs} scripts, ${answered} operations answered, ${busy} told to come again`)
})

async function check(api: Api, crowd: Crowd): Promise<void> {
  await service.audit()
  const books = await booksOf(owner, crowd.known.cards[0]!)
  assertConserved(books)
  const events = await owner`select sequence from events where workspace_id = ${books.id} order by sequence`
  assert.ok(
    events.every((event, index) => event.sequence === BigInt(index + 1)),
    'the event sequence has a gap',
  )
  const listed = await allTransactions(api)
  assert.equal(new Set(listed.map(({ id }) => id)).size, listed.length)
  assert.equal(listed.length, crowd.transactions.size, 'the listed transactions are the answered ones')
  for (const { id, type, amount, balance_after } of listed) {
    const answer = crowd.transactions.get(id)
    assert.deepEqual([type, amount, balance_after], [answer.type, answer.amount, answer.balance_after])
  }
  await checkSums(api, crowd, books.wallet_cents)
}

/** Checks that the reads are consistent with each other and with the rows. */
async function checkSums(api: Api, crowd: Crowd, wallet: bigint): Promise<void> {
  const cards = await Promise.all(crowd.known.cards.map((card) => summaryOf(api, card)))
  const shown = await walletOf(api)
  const open = cards.filter(({ status }) => status !== 'terminated')
  const sum = (values: number[]) => values.reduce((a, b) => a + cents(b), 0)
  assert.deepEqual(
    {
      balance: cents(shown.balance),
      cards: cents(shown.cards_total_balance),
      spent: cents(shown.total_spent),
      active: shown.cards_active,
    },
    {
      balance: Number(wallet),
      cards: sum(open.map(({ balance }) => balance)),
      spent: sum(cards.map((card) => card.total_spent)),
      active: cards.filter(({ status }) => status === 'active').length,
    },
  )
  for (const { id, total_spent } of cards) {
    const own = [...crowd.transactions.values()].filter(
      (each) => each.card_id === id && (each.type === 'settlement' || each.type === 'refund'),
    )
    assert.equal(cents(total_spent), 0 - sum(own.map(({ amount }) => amount)))
  }
  ok(await api.post('/sandbox/clock/advance', { seconds: 40 * 86_400 }))
  for (const card of crowd.known.cards) assert.equal((await summaryOf(api, card)).held, 0, 'nothing remains held')
}

// Many concurrent requests on one object: none is lost, none happens twice, and none returns a 5xx.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Answer, type Api, apiOf, startTestService } from '../harness.ts'
import {
  allTransactions,
  assertConserved,
  authorize,
  booksOf,
  cents,
  newCard,
  ok,
  ownerOf,
  shop,
  summaryOf,
  walletOf,
} from './books.ts'
import { atOnce, count, noServerError, test } from './race-scene.ts'
import { secondService } from './second-service.ts'

const service = await startTestService()
const owner = ownerOf(service)
const second = await secondService(service)

/** Returns the same workspace through the other process. */
const throughSecond = (api: Api): Api => apiOf(second.url, api.key)

test('100 concurrent withdrawals take the available money and no more', async () => {
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 60)
  const answers = await atOnce(100, () => api.post(`/cards/${card}/withdraw`, { amount: 1 }))
  assert.equal(
    count(answers, ({ status }) => status === 200),
    60,
  )
  assert.equal(
    count(answers, ({ body }) => body.error === 'insufficient_funds'),
    40,
  )
  const balances = answers.filter(({ status }) => status === 200).map(({ body }) => body.new_balance)
  assert.deepEqual(
    balances.toSorted((a, b) => a - b),
    Array.from({ length: 60 }, (_, n) => n),
    'each response showed a different balance',
  )
  assert.equal((await summaryOf(api, card)).balance, 0)
  assertConserved(await booksOf(owner, card))
})

test('100 concurrent fundings empty the wallet and take no more', async () => {
  const api = await service.fundedWorkspace(100)
  const { balance } = await walletOf(api)
  const card = await newCard(api, 40)
  const answers = await atOnce(100, () => api.post(`/cards/${card}/fund`, { amount: 1 }))
  assert.equal(
    count(answers, ({ status }) => status === 200),
    Math.floor(balance - 40),
  )
  assert.equal(
    count(answers, ({ body }) => body.error === 'insufficient_funds'),
    100 - Math.floor(balance - 40),
  )
  assert.equal(cents((await walletOf(api)).balance + (await summaryOf(api, card)).balance), cents(balance))
  assertConserved(await booksOf(owner, card))
})

test('100 concurrent terminations return the balance once', async () => {
  const api = await service.fundedWorkspace(100)
  const { balance } = await walletOf(api)
  const card = await newCard(api, 40)
  const answers = await atOnce(100, () => api.delete(`/cards/${card}`))
  assert.equal(
    new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size,
    1,
    'all responses are equal',
  )
  assert.equal(answers[0]!.body.refunded_amount, 40)
  const wallet = await walletOf(api)
  assert.deepEqual([wallet.balance, wallet.cards_active, wallet.cards_total_balance], [balance, 0, 0])
  assert.equal(
    (
      await owner`select count(*)::integer as count from transfers where kind = 4 and workspace_id = ${(await booksOf(owner, card)).id}`
    )[0]!.count,
    1,
  )
})

test('100 concurrent freezes and unfreezes leave one state and one event per change', async () => {
  const api = await service.fundedWorkspace(100)
  const card = await newCard(api, 40)
  const answers = await atOnce(100, (n) => api.post(`/cards/${card}/${n % 2 ? 'unfreeze' : 'freeze'}`))
  assert.equal(
    count(answers, ({ status }) => status === 200),
    100,
  )
  const books = await booksOf(owner, card)
  assertConserved(books)
  const events =
    await owner`select type from events where workspace_id = ${books.id} and data like '%"held":%' and type in (2, 3) order by sequence`
  for (const [n, event] of events.entries())
    assert.equal(event.type, events[0]!.type === 2 ? 2 + (n % 2) : 3 - (n % 2), 'frozen and unfrozen events alternate')
  const { status } = await summaryOf(api, card)
  assert.equal((await walletOf(api)).cards_active, status === 'active' ? 1 : 0)
})

test('100 concurrent patches during spending lose neither a setting nor a cent', async () => {
  const api = await service.fundedWorkspace(300)
  const card = await newCard(api, 200)
  const [patches, spends] = await Promise.all([
    atOnce(100, (n) =>
      api.patch(`/cards/${card}`, n % 2 ? { metadata: { [`k${n % 20}`]: n } } : { spending_limit: 1000 + n }),
    ),
    atOnce(60, () => authorize(api, card, 1)),
  ])
  assert.ok(
    [...patches, ...spends].every(({ status }) => status < 300),
    [...patches, ...spends].map(({ status }) => status).join(', '),
  )
  const summary = await summaryOf(api, card)
  assert.deepEqual([summary.balance, summary.held, summary.transaction_count], [140, 60, 60])
  assert.deepEqual(Object.keys(summary.metadata).sort(), Array.from({ length: 10 }, (_, n) => `k${n * 2 + 1}`).sort())
  assert.ok(summary.spending_limit >= 1000 && summary.spending_limit < 1100, `the limit is ${summary.spending_limit}`)
})

test('exactly 100 of 200 concurrent authorizations of 1.00 on a card with 100.00 are approved', async () => {
  const api = await service.fundedWorkspace(200)
  const card = await newCard(api, 100)
  const other = throughSecond(api)
  const answers = await atOnce(200, (n) => authorize(n % 2 ? other : api, card, 1))
  noServerError(answers)
  assert.equal(
    count(answers, ({ body }) => body.approved === true),
    100,
  )
  assert.equal(
    count(answers, ({ body }) => body.decline_reason === 'insufficient_funds'),
    100,
  )
  const balances = answers.filter(({ body }) => body.approved).map(({ body }) => body.transaction.balance_after)
  assert.deepEqual(
    balances.toSorted((a, b) => a - b),
    Array.from({ length: 100 }, (_, n) => n),
  )
  const summary = await summaryOf(api, card)
  assert.deepEqual([summary.balance, summary.held, summary.transaction_count], [0, 100, 200])
  assert.equal(new Set((await allTransactions(api)).map(({ id }) => id)).size, 200)
  assertConserved(await booksOf(owner, card))
})

// ---- one idempotency key, a hundred concurrent requests

type Keyed = {
  name: string
  prepare(api: Api, card: string): Promise<(api: Api, headers: Record<string, string>) => Promise<Answer>>
  status: number
}
const keyed: Keyed[] = [
  {
    name: 'fund',
    status: 200,
    prepare: async (_, card) => (api, headers) => api.post(`/cards/${card}/fund`, { amount: 5 }, headers),
  },
  {
    name: 'create card',
    status: 201,
    prepare: async () => (api, headers) => api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 5 }, headers),
  },
  {
    name: 'authorization',
    status: 201,
    prepare: async (_, card) => (api, headers) => authorize(api, card, 5, headers),
  },
  {
    name: 'settle',
    status: 201,
    async prepare(api, card) {
      const { transaction } = ok(await authorize(api, card, 5), 201)
      return (each, headers) =>
        each.post(`/sandbox/authorizations/${transaction.id}/settle`, { amount: 3, final: false }, headers)
    },
  },
  {
    name: 'refund',
    status: 201,
    async prepare(api, card) {
      const { id } = ok(await api.post('/sandbox/settlements', { card_id: card, amount: 10, merchant: shop }), 201)
      return (each, headers) => each.post('/sandbox/refunds', { transaction_id: id, amount: 3 }, headers)
    },
  },
  {
    name: 'withdraw',
    status: 200,
    prepare: async (_, card) => (api, headers) => api.post(`/cards/${card}/withdraw`, { amount: 5 }, headers),
  },
  {
    name: 'deposit',
    status: 201,
    prepare: async () => (api, headers) =>
      api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '50', confirm: true }, headers),
  },
]

for (const processes of [1, 2]) {
  for (const { name, prepare, status } of keyed) {
    test(`100 concurrent retries of one ${name} with one key have one effect (${processes} ${processes === 1 ? 'process' : 'processes'})`, async () => {
      const api = await service.fundedWorkspace(500)
      const card = await newCard(api, 100)
      const other = processes === 2 ? throughSecond(api) : api
      const send = await prepare(api, card)
      const before = await booksOf(owner, card)
      const headers = { 'x-idempotency-key': randomUUID() }
      const answers = await atOnce(100, (n) => send(n % 2 ? other : api, headers))
      noServerError(answers)
      assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [status])
      assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1, 'all responses have the same body')
      assert.equal(
        count(answers, (answer) => answer.headers.get('idempotent-replayed') === 'true'),
        99,
      )
      const after = await booksOf(owner, card)
      assertConserved(after)
      // There is one effect, so there are as many events as for one request.
      const once = name === 'deposit' ? 2n : name === 'withdraw' ? 0n : 1n
      assert.equal(after.event_sequence - before.event_sequence, once)
      const operations = await owner`
        select count(distinct operation_id)::integer as count from transfers
        where workspace_id = ${after.id} and created_at >= (select max(created_at) from transfers where workspace_id = ${after.id})`
      assert.equal(operations[0]!.count, 1)
    })
  }

  test(`one of several concurrent requests with the same key succeeds and the others are rejected (${processes} ${processes === 1 ? 'process' : 'processes'})`, async () => {
    const api = await service.fundedWorkspace(500)
    const cards = await Promise.all(Array.from({ length: 4 }, () => newCard(api, 20)))
    const other = processes === 2 ? throughSecond(api) : api
    for (let round = 0; round < 6; round++) {
      const before = (await booksOf(owner, cards[0]!)).event_sequence
      const headers = { 'x-idempotency-key': randomUUID() }
      const answers = await atOnce(24, (n) => {
        const each = n % 2 ? other : api
        const card = cards[n % 4]!
        if (n % 3 === 0) return authorize(each, card, 0.01, headers)
        return n % 3 === 1
          ? each.post(`/cards/${card}/fund`, { amount: 1 }, headers)
          : each.post('/sandbox/settlements', { card_id: card, amount: 0.01, merchant: shop }, headers)
      })
      noServerError(answers)
      const done = answers.filter(({ status }) => status < 300)
      assert.equal(new Set(done.map(({ body }) => JSON.stringify(body))).size, 1, 'only one request happened')
      assert.equal(
        count(done, (answer) => answer.headers.get('idempotent-replayed') !== 'true'),
        1,
      )
      assert.ok(
        answers.every(({ status, body }) => status < 300 || body.error === 'idempotency_key_reused'),
        JSON.stringify(answers.map(({ body }) => body)),
      )
      assert.equal((await booksOf(owner, cards[0]!)).event_sequence - before, 1n)
    }
  })

  test(`concurrent authorizations for an unissued card number with one key are declined without a server error (${processes} ${processes === 1 ? 'process' : 'processes'})`, async () => {
    const api = await service.fundedWorkspace(10)
    const other = processes === 2 ? throughSecond(api) : api
    for (let round = 0; round < 10; round++) {
      const headers = { 'x-idempotency-key': randomUUID() }
      const answers = await atOnce(20, (n) =>
        (n % 2 ? other : api).post(
          '/sandbox/authorizations',
          { pan: '4242424242424241', amount: 1, merchant: shop },
          headers,
        ),
      )
      noServerError(answers)
      assert.ok(
        answers.every(({ body }) => body.decline_reason === 'invalid_card'),
        JSON.stringify(answers.map(({ body }) => body)),
      )
    }
  })
}

test('the books balance after all races', () => service.audit())

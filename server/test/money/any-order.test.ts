// The network may send messages in any order. In the end nothing is held, and we owe the network what it settled less
// what it refunded. MONEY_SEED=<seed> repeats an order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Answer, startTestService } from '../harness.ts'
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
import { shops } from './model.ts'

const service = await startTestService()
const owner = ownerOf(service)
const seed = Number(process.env.MONEY_SEED ?? Math.floor(Math.random() * 2 ** 31))

const amount = fc.integer({ min: 1, max: 60_00 })
const step = fc.oneof(
  fc.record({ do: fc.constant('authorize' as const), amount, shop: fc.constantFrom('ads' as const, 'hotel' as const) }),
  fc.record({ do: fc.constant('increment' as const), amount }),
  fc.record({ do: fc.constant('reverse' as const), amount: fc.option(amount) }),
  fc.record({ do: fc.constant('settle' as const), amount: fc.option(amount), final: fc.boolean() }),
  fc.record({ do: fc.constant('settle' as const), amount: fc.option(amount), final: fc.constant(false) }),
  fc.record({ do: fc.constant('expire' as const) }),
  fc.record({ do: fc.constant('refund' as const), amount: fc.option(amount) }),
  fc.record({ do: fc.constantFrom('freeze' as const, 'unfreeze' as const) }),
  fc.record({ do: fc.constant('terminate' as const) }),
  fc.record({ do: fc.constant('advance' as const), hours: fc.constantFrom(30, 100, 200) }),
)

test('network messages in any order end with nothing held and with the network owed its settlements less its refunds', async (t) => {
  let steps = 0
  const ends = fc.asyncProperty(
    fc.array(step, { minLength: 6, maxLength: 24, size: 'max' }),
    fc.integer({ min: 1_00, max: 120_00 }),
    async (order, funded) => {
      const api = await service.fundedWorkspace(150)
      const wallet = cents((await walletOf(api)).balance)
      const card = await newCard(api, dollars(funded))
      const started = ok(
        await api.post('/sandbox/authorizations', {
          card_id: card,
          amount: dollars(Math.min(funded, 50_00)),
          merchant: shops.ads,
        }),
        201,
      )
      let authorization: string = started.transaction.id
      let settlement: string | undefined
      let network = 0
      for (const each of order) {
        const some = 'amount' in each && each.amount !== null ? { amount: dollars(each.amount) } : {}
        let answer: Answer | undefined
        if (each.do === 'authorize')
          answer = await api.post('/sandbox/authorizations', { card_id: card, ...some, merchant: shops[each.shop] })
        else if (each.do === 'advance')
          answer = await api.post('/sandbox/clock/advance', { seconds: each.hours * 3_600 })
        else if (each.do === 'terminate') answer = await api.delete(`/cards/${card}`)
        else if (each.do === 'freeze' || each.do === 'unfreeze') answer = await api.post(`/cards/${card}/${each.do}`)
        else if (each.do === 'refund')
          answer =
            settlement === undefined
              ? undefined
              : await api.post('/sandbox/refunds', { transaction_id: settlement, ...some })
        else
          answer = await api.post(`/sandbox/authorizations/${authorization}/${each.do}`, {
            ...some,
            ...('final' in each && { final: each.final }),
          })
        if (!answer) continue
        steps += 1
        assert.ok(answer.status < 500, JSON.stringify(answer.body))
        if (answer.body.approved && each.do === 'authorize') authorization = answer.body.transaction.id
        if (answer.status !== 201 || answer.body.transaction) continue
        if (answer.body.type === 'settlement') settlement = answer.body.id
        network -= cents(answer.body.amount)
      }
      ok(await api.post('/sandbox/clock/advance', { seconds: 40 * 86_400 }))
      const books = await booksOf(owner, card)
      const summary = await summaryOf(api, card)
      assert.equal(summary.held, 0)
      assert.equal(books.cards.held, 0n)
      assert.equal(books.network_settlement_cents, BigInt(network))
      assert.equal(cents(summary.total_spent), network)
      const listed = (await allTransactions(api)).filter(({ type }) => type === 'settlement' || type === 'refund')
      assert.equal(
        listed.reduce((sum, each) => sum - cents(each.amount), 0),
        network,
      )
      // The money that came in is on the card, in the wallet or with the network, and missing money is owed.
      assert.equal(
        books.wallet_cents - books.owed_cents + books.cards.available - books.cards.overdraft + BigInt(network),
        BigInt(wallet),
      )
      assertConserved(books)
    },
  )
  await fc.assert(ends, { seed, numRuns: 40 })
  t.diagnostic(`seed ${seed}: 40 orders, ${steps} steps`)
  await service.audit()
})

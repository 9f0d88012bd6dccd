// A card is replaced while other requests replace it too or spend from it. There is one new card, and no cent is lost
// or gained.

import assert from 'node:assert/strict'
import { apiOf, startTestService } from '../harness.ts'
import { authorize, cents, newCard, ok, summaryOf, walletOf } from './books.ts'
import { atOnce, count, noServerError, test } from './race-scene.ts'
import { secondService } from './second-service.ts'

const service = await startTestService()
const second = await secondService(service)

test('100 concurrent replacements through two processes create one card', async () => {
  const api = await service.fundedWorkspace(200)
  const other = apiOf(second.url, api.key)
  const card = await newCard(api, 40)
  const answers = await atOnce(100, (n) => (n % 2 ? api : other).post(`/cards/${card}/replace`, { reason: 'lost' }))
  noServerError(answers)
  assert.equal(
    count(answers, ({ status }) => status === 201),
    1,
  )
  assert.equal(
    count(answers, ({ body }) => body.error === 'card_terminated'),
    99,
  )
  const { cards_active, cards_total_balance } = await walletOf(api)
  assert.deepEqual([cards_active, cards_total_balance], [1, 40])
  assert.equal(ok(await api.get('/cards')).pagination.total, 2)
  await service.audit()
})

test('100 concurrent replacements with one key create one card and return the same response', async () => {
  const api = await service.fundedWorkspace(200)
  const other = apiOf(second.url, api.key)
  const card = await newCard(api, 40)
  const headers = { 'x-idempotency-key': 'replace' }
  const answers = await atOnce(100, (n) =>
    (n % 2 ? api : other).post(`/cards/${card}/replace`, { reason: 'lost' }, headers),
  )
  assert.deepEqual([...new Set(answers.map(({ status, body }) => `${status} ${body.id}`))].length, 1)
  assert.equal(answers[0]!.status, 201)
  assert.equal(ok(await api.get('/cards')).pagination.total, 2)
  await service.audit()
})

test('authorizations approved before the replacement are held on the old card, and the rest of the money is on the new one', async () => {
  for (let round = 0; round < 5; round++) {
    const api = await service.fundedWorkspace(300)
    const card = await newCard(api, 200)
    const spending = atOnce(60, () => authorize(api, card, 1))
    const [replaced, answers] = await Promise.all([
      atOnce(1, () => api.post(`/cards/${card}/replace`, { reason: 'stolen' })),
      spending,
    ])
    noServerError([...replaced, ...answers])
    const approved = count(answers, ({ body }) => body.approved)
    assert.equal(
      count(answers, ({ body }) => body.decline_reason === 'card_terminated'),
      60 - approved,
    )
    const [before, after] = [await summaryOf(api, card), await summaryOf(api, replaced[0]!.body.id)]
    assert.deepEqual([before.held, before.balance, after.balance], [approved, 0, 200 - approved])
  }
  await service.audit()
})

test('concurrent fundings and terminations during a replacement keep every cent', async () => {
  for (let round = 0; round < 5; round++) {
    const api = await service.fundedWorkspace(300)
    const { balance } = await walletOf(api)
    const card = await newCard(api, 50)
    const answers = await atOnce(30, (n) => {
      if (n === 10) return api.post(`/cards/${card}/replace`, { reason: 'other' })
      if (n === 20) return api.delete(`/cards/${card}`)
      return api.post(`/cards/${card}/${n % 2 ? 'fund' : 'withdraw'}`, { amount: 1 })
    })
    noServerError(answers)
    const wallet = await walletOf(api)
    assert.equal(cents(wallet.balance + wallet.cards_total_balance), cents(balance))
  }
  await service.audit()
})

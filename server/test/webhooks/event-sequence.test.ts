// The `sequence` increases by one per event of a workspace, without gaps, in commit order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import { ads, done, inParallel, type Json, newCard, openScene } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

/** Writes through different routes, including the batched one, in one workspace. */
async function writers(api: Api, cards: string[], count: number, max: number): Promise<void> {
  await inParallel(count, max, async (index) => {
    const card = cards[index % cards.length]!
    const kinds = [
      () => api.post('/sandbox/authorizations', { card_id: card, amount: 0.01, merchant: ads }),
      () => api.post(`/cards/${card}/fund`, { amount: 1 }),
      () => api.post('/sandbox/settlements', { card_id: card, amount: 0.01, merchant: ads }),
      () => api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }),
    ]
    const act = kinds[index % kinds.length]!
    let answer = await act()
    // On a slow machine a batch may miss its deadline. Nothing has happened then, so it is sent again.
    for (let again = 0; again < 10 && answer.status === 503; again++) answer = await act()
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
  })
}

/** Reads by after_sequence until `isOver`, and then to the end. */
async function readOn(api: Api, after: number, perPage: number, isOver: () => boolean): Promise<Json[]> {
  const seen: Json[] = []
  for (let isLast = false, page = 0; page < 10_000; page++) {
    const query = `/events?order=asc&per_page=${perPage}&after_sequence=${seen.at(-1)?.sequence ?? after}`
    const { data } = done(await api.get(query), 200)
    seen.push(...data)
    if (data.length > 0) continue
    if (isLast) return seen
    isLast = isOver()
  }
  throw new Error('the events have no end')
}

test('with 50 concurrent writers the sequence has no gap and no repeat, and concurrent readers by after_sequence miss no event', async () => {
  const { api, card } = await openScene(service, { wallet: 2_000 })
  const cards = [card, ...(await Promise.all(Array.from({ length: 5 }, () => newCard(api)))).map(({ id }) => id)]
  const start = done(await api.get('/events?per_page=1'), 200).data[0].sequence
  const COUNT = 120
  let isOver = false
  const readers = [3, 17, 100].map((perPage) => readOn(api, start, perPage, () => isOver))
  await writers(api, cards, COUNT, 50)
  isOver = true
  const expected = Array.from({ length: COUNT }, (_, index) => start + 1 + index)
  for (const seen of await Promise.all(readers)) {
    assert.deepEqual(
      seen.map(({ sequence }) => sequence),
      expected,
    )
    assert.equal(new Set(seen.map(({ id }) => id)).size, COUNT)
  }
  const [last] = done(await api.get('/events?per_page=1'), 200).data
  assert.equal(last.sequence, start + COUNT)
  assert.equal(done(await api.get('/events'), 200).pagination.total, start + COUNT)
})

test('a rejected or replayed request leaves no gap in the sequence', async () => {
  const { api, card } = await openScene(service)
  const start = done(await api.get('/events?per_page=1'), 200).data[0].sequence
  const key = { 'x-idempotency-key': 'one' }
  for (let n = 0; n < 3; n++) done(await api.post(`/cards/${card}/fund`, { amount: 1 }, key), 200)
  assert.equal((await api.post(`/cards/${card}/fund`, { amount: 4_999 })).status, 400)
  assert.equal((await api.post(`/cards/${card}/fund`, { amount: 0 })).status, 400)
  done(await api.post(`/cards/${card}/freeze`), 200)
  done(await api.post(`/cards/${card}/freeze`), 200)
  const { data } = done(await api.get(`/events?order=asc&after_sequence=${start}`), 200)
  assert.deepEqual(
    data.map(({ sequence, type }: Json) => [sequence, type]),
    [
      [start + 1, 'card.funded'],
      [start + 2, 'card.frozen'],
    ],
  )
})

test('the sequence continues through a reset during concurrent writes, and no number is used twice', async () => {
  const { api } = await openScene(service, { wallet: 2_000 })
  const deposit = async () => done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)
  const start = done(await api.get('/events?per_page=1'), 200).data[0].sequence
  await Promise.all([
    inParallel(24, 6, deposit),
    (async () => {
      await deposit()
      done(await api.post('/sandbox/reset'), 200)
    })(),
  ])
  await deposit()
  const { data } = done(await api.get('/events?order=asc&per_page=100'), 200)
  const found = data.map(({ sequence }: Json) => sequence)
  assert.deepEqual(
    found,
    found.map((_: number, index: number) => found[0] + index),
  )
  assert.equal(found.at(-1), start + 26)
})

test('the books balance', () => service.audit())

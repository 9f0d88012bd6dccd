// Totals of the transaction list: exact where counters exist, otherwise exact up to 10,000.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOf, startTestService } from '../harness.ts'
import { assertError, done, inParallel, type Json, openScene } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const { api, card, ask, hold } = await openScene(service)
const info = async (query: string): Promise<Json> =>
  countsOf(done(await api.get(`/transactions?per_page=1${query}`), 200).pagination)

// Declines are the cheapest rows to create. With more than 500 merchants, the filter by name cannot list them all.
const MERCHANTS = 600
const shop = (n: number) => ({ name: `Shop ${n % MERCHANTS}`, mcc: '5411', country: 'US' })
const first = await hold(1, { merchant: { name: 'First', mcc: '5411', country: 'US' } })
done(await api.post(`/cards/${card}/freeze`), 200)
await inParallel(9_999, 128, (n) => ask(1, { merchant: shop(n) }))

const counted = [
  '&from=2020-01-01',
  '&to=2999-01-01',
  '&min_amount=1',
  '&max_amount=1',
  `&card_id=${card}&from=2020-01-01`,
]

test('the total is exact up to 10,000 transactions with any filter', async () => {
  for (const query of ['', ...counted])
    assert.deepEqual(await info(query), { page: 1, per_page: 1, total: 10_000 }, query)
  assert.equal((await info('&merchant=shop')).total, 9_999)
  assert.equal((await info('&merchant=shop+599')).total, 16)
})

test('a filtered total above 10,000 is shown as 10000 with total_capped: true', async () => {
  await inParallel(2, 2, (n) => ask(1, { merchant: shop(n) }))
  const capped = { page: 1, per_page: 1, total: 10_000, total_capped: true }
  for (const query of [...counted, '&merchant=shop', '&type=decline&min_amount=1'])
    assert.deepEqual(await info(query), capped, query)
})

test('the total is exact at any size without filters and with the filters card_id and type', async () => {
  const exact: [string, number][] = [
    ['', 10_002],
    [`&card_id=${card}`, 10_002],
    ['&type=decline', 10_001],
    ['&type=authorization', 1],
    ['&type=settlement', 0],
    [`&card_id=${card}&type=decline`, 10_001],
  ]
  for (const [query, total] of exact) assert.deepEqual(await info(query), { page: 1, per_page: 1, total }, query)
})

test('a page beyond a capped total is rejected, and every page of an exact total can be read', async () => {
  for (const query of ['', `&card_id=${card}`]) {
    const { data } = done(await api.get(`/transactions?page=101&per_page=100${query}`), 200)
    assert.deepEqual([data.length, data[1].id], [2, first.id], query)
  }
  for (const query of ['&from=2020-01-01', `&card_id=${card}&min_amount=1`, '&merchant=shop']) {
    assert.equal(done(await api.get(`/transactions?page=100&per_page=100${query}`), 200).data.length, 100)
    assertError(await api.get(`/transactions?page=101&per_page=100${query}`), 400, 'invalid_request', 'page')
    assertError(await api.get(`/transactions?page=1000000000${query}`), 400, 'invalid_request', 'page')
  }
})

test('a cursor continues beyond a capped total', async () => {
  const { pagination } = done(await api.get('/transactions?page=100&per_page=100&from=2020-01-01'), 200)
  const beyond = done(await api.get(`/transactions?per_page=100&from=2020-01-01&cursor=${pagination.next_cursor}`), 200)
  assert.deepEqual([beyond.data.length, beyond.data[1].id], [2, first.id])
  assert.deepEqual(beyond.pagination, {
    page: 101,
    per_page: 100,
    total: 10_000,
    total_capped: true,
    next_cursor: null,
  })
})

test('one merchant among many is found with all of its transactions, newest first', async () => {
  const { data } = done(await api.get('/transactions?merchant=shop+599'), 200)
  assert.equal(data.length, 16)
  assert.ok(
    data.every(({ merchant }: Json) => merchant.name === 'Shop 599'),
    JSON.stringify(data),
  )
  const times = data.map(({ created_at }: Json) => created_at)
  assert.deepEqual(times, [...times].sort().reverse())
})

test('the books balance', () => service.audit())

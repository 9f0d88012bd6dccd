// Cards: GET /cards with every query parameter.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOf, startTestService } from '../harness.ts'
import { asOwner, assertError, BIN, newCard, OTHER_BIN } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const api = await service.fundedWorkspace(50_000)
const empty = await service.workspace()

// The cards in the order of their creation.
const a = await newCard(api, { amount: 30, label: 'Ads North' })
const b = await newCard(api, { amount: 10, label: 'ads south', bin_id: OTHER_BIN })
const c = await newCard(api, { amount: 20, label: '100% _real_', bin_id: OTHER_BIN })
const d = await newCard(api, { amount: 20, label: 'back\\slash École' })
const e = await newCard(api, { amount: 5, label: '' })
await api.post(`/cards/${b.id}/freeze`)
await api.delete(`/cards/${e.id}`)
const nameOf = new Map(Object.entries({ a, b, c, d, e }).map(([name, card]) => [card.id, name]))

async function list(query = ''): Promise<string> {
  const { status, body } = await api.get(`/cards${query && `?${query}`}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.map((card: { id: string }) => nameOf.get(card.id)).join('')
}

test('GET /cards returns data and pagination, and every item has exactly the specified fields', async () => {
  const { status, body } = await api.get('/cards')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).sort(), ['data', 'pagination'])
  for (const card of body.data) assertShape(card, 'cardListItem')
  assertShape(body.pagination, 'cardPages')
  assert.deepEqual(body.pagination, { page: 1, per_page: 25, total: 5, total_pages: 1, next_cursor: null })
})

test('a workspace without cards has an empty list with zero pages', async () => {
  assert.deepEqual((await empty.get('/cards')).body, {
    data: [],
    pagination: { page: 1, per_page: 25, total: 0, total_pages: 0, next_cursor: null },
  })
})

const views: [promise: string, query: string, expected: string][] = [
  ['the card list is ordered newest first', '', 'edcba'],
  ['sort=created_at is the default order', 'sort=created_at', 'edcba'],
  ['order=asc lists the oldest cards first', 'order=asc', 'abcde'],
  ['order=desc is the default direction', 'order=desc', 'edcba'],
  ['status=active lists only active cards', 'status=active', 'dca'],
  ['status=frozen lists only frozen cards', 'status=frozen', 'b'],
  ['status=terminated lists only terminated cards', 'status=terminated', 'e'],
  ['bin_id lists only the cards of that BIN', `bin_id=${OTHER_BIN}`, 'cb'],
  ['an unknown bin_id returns an empty list', 'bin_id=bin_nobody', ''],
  ['label matches a part of the label in any case', 'label=ADS', 'ba'],
  ['label ignores the case of letters beyond ASCII', 'label=%C3%89COLE', 'd'],
  ['label matches in the middle of a label', 'label=rt', 'a'],
  ['a % in label matches the literal character', 'label=%25', 'c'],
  ['an _ in label matches the literal character', 'label=_', 'c'],
  ['a \\ in label matches the literal character', 'label=%5C', 'd'],
  ['a label that no card has returns an empty list', 'label=nothing', ''],
  ['filters can be combined', `status=frozen&bin_id=${OTHER_BIN}&label=south`, 'b'],
  ['filters that exclude each other return an empty list', `status=active&label=south`, ''],
  ['sort=balance lists the highest balance first and orders ties by id', 'sort=balance', 'adcbe'],
  ['sort=balance&order=asc lists the lowest balance first and orders ties by id', 'sort=balance&order=asc', 'ebcda'],
  ['per_page=2 returns the first two cards', 'per_page=2', 'ed'],
  ['page=2 returns the cards after the first page', 'per_page=2&page=2', 'cb'],
  ['the last page may have fewer cards than per_page', 'per_page=2&page=3', 'a'],
  ['a page past the end is empty', 'per_page=2&page=4', ''],
  ['a page far past the end is empty', 'page=1000000000&per_page=100', ''],
  ['a page past the end of a filter is empty', 'label=ads&page=2', ''],
  ['per_page=100 is accepted', 'per_page=100', 'edcba'],
  ['query parameters are percent-decoded', 'label=ads%20s', 'b'],
  ['a plus sign in a query parameter is a space', 'label=ads+s', 'b'],
]
for (const [promise, query, expected] of views) test(promise, async () => assert.equal(await list(query), expected))

test('sort=last_used lists the cards that were never used last, in both directions', async () => {
  await asOwner(service, async (sql) => {
    await sql`update cards set last_used_at = now() - interval '2 hours' where label = 'Ads North'`
    await sql`update cards set last_used_at = now() - interval '1 hour' where label = 'ads south'`
  })
  assert.equal(await list('sort=last_used'), 'baedc')
  assert.equal(await list('sort=last_used&order=asc'), 'abcde')
  await asOwner(service, (sql) => sql`update cards set last_used_at = null`)
})

test('pagination counts the cards that match the filters', async () => {
  const of = async (query: string) => countsOf((await api.get(`/cards?${query}`)).body.pagination)
  assert.deepEqual(await of('per_page=2'), { page: 1, per_page: 2, total: 5, total_pages: 3 })
  assert.deepEqual(await of('per_page=2&page=9'), { page: 9, per_page: 2, total: 5, total_pages: 3 })
  assert.deepEqual(await of('status=active&per_page=2'), { page: 1, per_page: 2, total: 3, total_pages: 2 })
  assert.deepEqual(await of('label=ads&per_page=1'), { page: 1, per_page: 1, total: 2, total_pages: 2 })
  assert.deepEqual(await of(`bin_id=${OTHER_BIN}&status=active`), { page: 1, per_page: 25, total: 1, total_pages: 1 })
  assert.deepEqual(await of('bin_id=bin_nobody'), { page: 1, per_page: 25, total: 0, total_pages: 0 })
})

test('a page has 25 cards by default', async () => {
  const many = await service.fundedWorkspace(100)
  for (let i = 0; i < 27; i++) await newCard(many, { amount: 1 })
  const first = (await many.get('/cards')).body
  assert.equal(first.data.length, 25)
  assert.deepEqual(countsOf(first.pagination), { page: 1, per_page: 25, total: 27, total_pages: 2 })
  const second = (await many.get('/cards?page=2')).body.data
  assert.equal(new Set([...first.data, ...second].map((card: { id: string }) => card.id)).size, 27)
})

const wrong: [query: string, param: string][] = [
  ['status=closed', 'status'],
  ['status=ACTIVE', 'status'],
  ['status=', 'status'],
  ['status=active&status=frozen', 'status'],
  ['status[]=active', 'status[]'],
  ['sort=label', 'sort'],
  ['sort=created_at,balance', 'sort'],
  ['order=up', 'order'],
  ['order=DESC', 'order'],
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=one', 'page'],
  ['page=', 'page'],
  ['page=NaN', 'page'],
  ['page=Infinity', 'page'],
  ['page=1e400', 'page'],
  ['page=null', 'page'],
  ['page=1&page=2', 'page'],
  ['page=0x10', 'page'],
  ['page=%201', 'page'],
  ['page=1e0', 'page'],
  ['per_page=0', 'per_page'],
  ['per_page=101', 'per_page'],
  ['per_page=-1', 'per_page'],
  ['per_page=2.5', 'per_page'],
  ['per_page=all', 'per_page'],
  ['per_page=25&per_page=25', 'per_page'],
  [`label=${'x'.repeat(65)}`, 'label'],
  ['label=%00', 'label'],
  ['label=a&label=b', 'label'],
  ['bin_id=%00', 'bin_id'],
  [`bin_id=${BIN}&bin_id=${OTHER_BIN}`, 'bin_id'],
  ['limit=10', 'limit'],
  ['Status=active', 'Status'],
  ['card_id=1', 'card_id'],
  ['__proto__=1', '__proto__'],
  ['constructor=1', 'constructor'],
]
for (const [query, param] of wrong) {
  test(`GET /cards?${query.slice(0, 40)} returns 400 and names the parameter ${param}`, async () => {
    assertError(await api.get(`/cards?${query}`), 400, 'invalid_request', param)
  })
}

test('a page number beyond any list returns an empty page or 400, never a server error', async () => {
  for (const page of ['1000000001', '9007199254740993', '99999999999999999999', '1e21']) {
    const { status, body } = await api.get(`/cards?page=${page}`)
    assert.ok(status === 400 || (status === 200 && body.data.length === 0), `${page}: ${status}`)
  }
})

test('broken percent-encoding in a query returns 200 or 400, never a server error', async () => {
  for (const query of ['label=%', 'label=%zz', 'label=%ff', 'status=%', '%=1', '%ff', '&&&', '=', '?']) {
    const { status } = await api.get(`/cards?${query}`)
    assert.ok(status === 200 || status === 400, `${query}: ${status}`)
  }
})

test('the books balance', () => service.audit())

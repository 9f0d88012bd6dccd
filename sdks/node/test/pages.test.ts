// Lists are read by cursor, or by page number where the service gives no cursor.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scripted } from './scripted-server.ts'

const byCursor = (page: number, ids: string[], next: string | null) => ({
  body: { data: ids.map((id) => ({ id })), pagination: { page, per_page: 2, total: 5, next_cursor: next } },
})
const byNumber = (page: number, ids: string[], total: number, more: object = {}) => ({
  body: { data: ids.map((id) => ({ id })), pagination: { page, per_page: 2, total, ...more } },
})

async function idsOf(items: AsyncIterable<{ id: string }>): Promise<string> {
  const ids: string[] = []
  for await (const { id } of items) ids.push(id)
  return ids.join('')
}

test('a list is read to its end by cursor, with the filters of the first request', async () => {
  const { client, asked } = await scripted([
    byCursor(2, ['d', 'c'], 'after-c'),
    byCursor(3, ['b', 'a'], 'after-a'),
    byCursor(4, [], null),
  ])
  assert.equal(await idsOf(client.cards.list({ status: 'active', page: 2, per_page: 2 })), 'dcba')
  assert.deepEqual(
    asked.map(({ path }) => path),
    [
      '/v1/cards?status=active&page=2&per_page=2',
      '/v1/cards?status=active&per_page=2&cursor=after-c',
      '/v1/cards?status=active&per_page=2&cursor=after-a',
    ],
  )
})

test('a page has its position and prints as the JSON of the service', async () => {
  const answer = byCursor(1, ['e', 'd'], 'after-d')
  const { client } = await scripted([answer, byCursor(2, ['c'], null), { body: { data: [{ id: 'bin_1' }] } }])
  const page = await client.cards.list()
  assert.deepEqual([page.page, page.perPage, page.total, page.nextCursor], [1, 2, 5, 'after-d'])
  assert.deepEqual([page.hasMore, page.totalCapped, page.totalPages], [true, false, undefined])
  assert.deepEqual(JSON.parse(JSON.stringify(page)), answer.body)
  const next = await page.nextPage()
  assert.deepEqual([next?.hasMore, await next?.nextPage()], [false, undefined])
  const whole = await client.bins.list()
  assert.deepEqual([whole.total, whole.hasMore], [1, false])
})

test('a page is requested only when the loop reaches it', async () => {
  const { client, asked } = await scripted([byCursor(1, ['e', 'd'], 'x'), byCursor(2, ['c', 'b'], 'y')])
  for await (const card of client.cards.list()) if (card.id === 'c') break
  assert.equal(asked.length, 2)
})

test('without a cursor an item that moved to the next page is not returned twice', async () => {
  const { client, asked } = await scripted([byNumber(1, ['c', 'b'], 3), byNumber(2, ['b', 'a'], 4)])
  assert.equal(await idsOf(client.cards.list({ sort: 'balance' })), 'cba')
  assert.equal(asked[1]!.path, '/v1/cards?sort=balance&page=2')
})

test('without a cursor a capped total does not end the list', async () => {
  const capped = { total_capped: true }
  const { client } = await scripted([
    byNumber(1, ['d', 'c'], 2, capped),
    byNumber(2, ['b', 'a'], 2, capped),
    byNumber(3, [], 2, capped),
  ])
  assert.equal(await idsOf(client.cards.list({ sort: 'balance' })), 'dcba')
})

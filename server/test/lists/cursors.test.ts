// When a cursor is rejected: it is opaque, belongs to one list with its filters, and cannot break a statement.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertError, newCard } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { done } from '../sandbox/scene.ts'
import { type Walkable, walkable } from './walkable-lists.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

const firstCursor = async (list: Walkable): Promise<string> =>
  done(await list.get(`${list.filter}&per_page=1`), 200).pagination.next_cursor

async function withCursor(make: (of: typeof service) => Promise<Walkable>): Promise<Walkable & { cursor: string }> {
  const list = await make(service)
  for (let n = 0; n < 3; n++) await list.add()
  return { ...list, cursor: await firstCursor(list) }
}

const lists = Object.values(walkable).flatMap((of) => Object.entries(of))
for (const [name, make] of lists) {
  test(`${name}: a cursor that is invalid, belongs to other filters or comes with a page number is rejected`, async () => {
    const { get, filter, otherFilter, cursor } = await withCursor(make)
    const refused = async (query: string) => assertError(await get(query), 400, 'invalid_request', 'cursor')
    done(await get(`${filter}&cursor=${cursor}`), 200)
    await refused(`${filter}&cursor=${cursor}&page=1`)
    for (const wrong of [
      '',
      'x',
      'AA',
      '%00',
      '%F0%9F%98%80',
      `${cursor}A`,
      cursor.slice(0, -2),
      `${cursor}=`,
      ` ${cursor}`,
    ])
      await refused(`${filter}&cursor=${wrong}`)
    await refused(`${filter}&cursor=${'A'.repeat(101)}`)
    await refused(`${filter}&cursor=${cursor}&cursor=${cursor}`)
    if (otherFilter) await refused(`${otherFilter}&cursor=${cursor}`)
  })

  test(`${name}: a cursor with any changed bytes returns 200 or 400`, async () => {
    const { get, filter, cursor } = await withCursor(make)
    const own = Buffer.from(cursor, 'base64url')
    const byte = fc.record({ at: fc.nat(own.length - 1), value: fc.constantFrom(0, 1, 127, 128, 255) })
    const property = fc.asyncProperty(fc.array(byte, { minLength: 1, maxLength: 8 }), async (changes) => {
      const forged = Buffer.from(own)
      for (const { at, value } of changes) forged[at] = value
      const answer = await get(`${filter}&cursor=${forged.toString('base64url')}`)
      if (answer.status !== 200) assertError(answer, 400, 'invalid_request', 'cursor')
    })
    await fc.assert(property, { numRuns: 25, endOnFailure: true })
    for (const fill of [0, 127, 128, 255]) {
      const forged = Buffer.from(own).fill(fill, 11)
      const answer = await get(`${filter}&cursor=${forged.toString('base64url')}`)
      if (answer.status !== 200) assertError(answer, 400, 'invalid_request', 'cursor')
    }
  })
}

test('a cursor of one list is rejected by every other list', async () => {
  const made = await Promise.all(Object.values(walkable).map((of) => withCursor(Object.values(of)[0]!)))
  for (const from of made)
    for (const to of made)
      if (from !== to) assertError(await to.get(`cursor=${from.cursor}`), 400, 'invalid_request', 'cursor')
})

test('a cursor shows no item of another workspace', async () => {
  const [api, other] = [await service.fundedWorkspace(10), await service.fundedWorkspace(10)]
  for (let n = 0; n < 3; n++) await newCard(api, { amount: 1 })
  const own = await newCard(other, { amount: 1 })
  const { next_cursor } = done(await api.get('/cards?per_page=1&order=asc'), 200).pagination
  const { data } = done(await other.get(`/cards?order=asc&cursor=${next_cursor}`), 200)
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [own.id],
  )
})

test('cards sorted by balance or last use have pages and no cursor', async () => {
  const api = await service.fundedWorkspace(10)
  for (let n = 0; n < 2; n++) await newCard(api, { amount: 1 })
  const { next_cursor } = done(await api.get('/cards?per_page=1'), 200).pagination
  for (const sort of ['balance', 'last_used']) {
    assertError(await api.get(`/cards?sort=${sort}&cursor=${next_cursor}`), 400, 'invalid_request', 'cursor')
    assert.ok(
      !('next_cursor' in done(await api.get(`/cards?sort=${sort}&per_page=1`), 200).pagination),
      `the list sorted by ${sort} has a cursor`,
    )
  }
})

test('a cursor accepts the default sort and order when they are named, and rejects another order', async () => {
  const api = await service.fundedWorkspace(10)
  for (let n = 0; n < 2; n++) await newCard(api, { amount: 1 })
  const { next_cursor } = done(await api.get('/cards?per_page=1'), 200).pagination
  assert.equal(done(await api.get(`/cards?sort=created_at&order=desc&cursor=${next_cursor}`), 200).data.length, 1)
  assertError(await api.get(`/cards?order=asc&cursor=${next_cursor}`), 400, 'invalid_request', 'cursor')
})

test('a CSV file contains the whole list and accepts no cursor', async () => {
  const { cursor, get } = await withCursor(walkable.listWalletTransactions!['wallet movements']!)
  assertError(await get(`format=csv&cursor=${cursor}`), 400, 'invalid_request', 'cursor')
})

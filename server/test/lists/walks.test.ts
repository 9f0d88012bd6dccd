// Walks by cursor over every paged list: whatever appears, changes or disappears between two pages, each item that
// exists during the whole walk is seen exactly once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dashboardRoutes } from '../../src/dashboard/routes.ts'
import type { AnyRoute } from '../../src/http/route.ts'
import { routes } from '../../src/routes.ts'
import { newCard } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { done, type Json } from '../sandbox/scene.ts'
import { type Walkable, walkable } from './walkable-lists.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const FIRST_ITEMS = 6
const MAX_PAGES = 500

const parametersOf = (route: AnyRoute): string[] => Object.keys(route.query?.properties ?? {})

test('every paged list accepts a cursor and is tested here', () => {
  const paged = [...routes, ...dashboardRoutes].filter((route) => parametersOf(route).includes('page'))
  assert.deepEqual(
    paged.filter((route) => !parametersOf(route).includes('cursor')).map((route) => route.operationId),
    [],
  )
  assert.deepEqual(paged.map((route) => route.operationId).sort(), Object.keys(walkable).sort())
})

type Seen = { items: Json[]; pages: Json[] }

/** Reads page after page by cursor. After each page except the last, `between` is called with the items seen so far. */
async function walk(list: Walkable, perPage: number, between?: (seen: Json[]) => Promise<unknown>): Promise<Seen> {
  const seen: Seen = { items: [], pages: [] }
  let cursor = ''
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { data, pagination } = done(await list.get(`${list.filter}&per_page=${perPage}${cursor}`), 200)
    assert.equal(pagination.page, page)
    assert.ok(data.length <= perPage, `${data.length} items on a page of ${perPage}`)
    seen.items.push(...data)
    seen.pages.push(pagination)
    if (pagination.next_cursor === null) return seen
    cursor = `&cursor=${pagination.next_cursor}`
    await between?.(seen.items)
  }
  throw new Error('the walk does not end')
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const) }),
  fc.record({ kind: fc.constant('change' as const), pick: fc.nat() }),
)
const disturbances = fc.record({ perPage: fc.integer({ min: 1, max: 4 }), steps: fc.array(step, { maxLength: 8 }) })

for (const [name, make] of Object.values(walkable).flatMap((lists) => Object.entries(lists))) {
  test(`${name}: pages by number and by cursor contain the same list`, async () => {
    const list = await filled(await make(service))
    const whole = await walk(list, 100)
    const ids = whole.items.map(list.idOf)
    assert.ok(ids.length >= FIRST_ITEMS && new Set(ids).size === ids.length, ids.join(' '))
    for (const perPage of [1, 4]) assert.deepEqual((await walk(list, perPage)).items.map(list.idOf), ids)
    // A client that has begun with page numbers can change to cursors on any page.
    const { data, pagination } = done(await list.get(`${list.filter}&per_page=2&page=2`), 200)
    assert.deepEqual(data.map(list.idOf), ids.slice(2, 4))
    const third = done(await list.get(`${list.filter}&per_page=2&cursor=${pagination.next_cursor}`), 200)
    assert.deepEqual([third.pagination.page, ...third.data.map(list.idOf)], [3, ...ids.slice(4, 6)])
  })

  test(`${name}: an item that exists during the whole walk is seen exactly once, whatever else changes`, async () => {
    const list = await filled(await make(service))
    const changed = new Set<string>()
    const property = fc.asyncProperty(disturbances, async ({ perPage, steps }) => {
      const before = (await walk(list, 100)).items
      const gone = new Set<string>()
      const queue = [...steps]
      const { items } = await walk(list, perPage, async () => {
        const next = queue.shift()
        if (next?.kind === 'add') await list.add()
        if (next?.kind !== 'change' || !list.change) return
        const open = before.filter((item) => !changed.has(list.idOf(item)))
        const chosen = open[next.pick % open.length]
        if (!chosen) return
        await list.change.of(chosen)
        changed.add(list.idOf(chosen))
        if (list.change.leaves) gone.add(list.idOf(chosen))
      })
      const seen = items.map(list.idOf)
      assert.equal(new Set(seen).size, seen.length, 'an item was seen twice')
      const stayed = before.map(list.idOf).filter((id) => !gone.has(id))
      assert.deepEqual(
        seen.filter((id) => stayed.includes(id)),
        stayed,
      )
      while (list.change?.leaves && (await walk(list, 100)).items.length < FIRST_ITEMS) await list.add()
    })
    await fc.assert(property, { numRuns: 6, endOnFailure: true })
  })
}

async function filled(list: Walkable): Promise<Walkable> {
  for (let n = 0; n < FIRST_ITEMS; n++) await list.add()
  return list
}

test('freezing every active card while walking the list freezes all of them', async () => {
  const api = await service.fundedWorkspace(100)
  for (let n = 0; n < 20; n++) await newCard(api, { amount: 1 })
  let cursor: string | null = ''
  for (let page = 0; page < 20 && cursor !== null; page++) {
    const { data, pagination } = done(await api.get(`/cards?status=active&per_page=5${cursor}`), 200)
    for (const { id } of data) done(await api.post(`/cards/${id}/freeze`), 200)
    cursor = pagination.next_cursor && `&cursor=${pagination.next_cursor}`
  }
  assert.equal(done(await api.get('/cards?status=frozen'), 200).pagination.total, 20)
})

test('the books balance', () => service.audit())

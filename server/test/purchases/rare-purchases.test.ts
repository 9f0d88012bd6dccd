// Filters that hardly any purchase matches, in a workspace with more purchases than one page may search. The search
// stops at a bounded depth and says so, and paging by cursor still finds every match once.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, join } from '../people.ts'
import { done, type Json, openScene, type Scene } from '../sandbox/scene.ts'
import { fillBetween } from './fill-between.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
/** The older purchases have other amounts than those searched for. One page searches 20,000 rows of an index. */
const MANY = 45_000
let scene: Scene
let viewer: Browser
/** The ids in the order of creation. The first one is the oldest purchase of all. */
let ids: Record<'oldest' | 'euro' | 'newest', string>

before(async () => {
  scene = await openScene(service, { amount: 2_000, wallet: 100 })
  viewer = await join(service, await accountOf(service, scene.api.key), 'viewer')
  const euros = done(await scene.call('authorizations', { ...asked(20), currency: 'EUR' }), 201).transaction
  const oldest = await scene.hold(77)
  const newest = await scene.hold(77)
  done(await scene.on(oldest, 'reverse'), 200)
  ids = { oldest: oldest.id, euro: euros.id, newest: newest.id }
  await fillBetween(service, scene.api, MANY)
})

const asked = (amount: number) => ({
  card_id: scene.card,
  amount,
  merchant: { name: 'Acme', mcc: '7311', country: 'US' },
})

type Walked = { found: string[]; pages: number; stops: (string | null)[] }

async function walk(query: string): Promise<Walked> {
  const walked: Walked = { found: [], pages: 0, stops: [] }
  for (let cursor = ''; walked.pages < 100; ) {
    const { data, pagination } = done(await viewer.get(`/dashboard/purchases?${query}${cursor}`), 200)
    walked.found.push(...data.map(({ id }: Json) => id))
    walked.stops.push(pagination.searched_to)
    walked.pages++
    if (pagination.next_cursor === null) return walked
    cursor = `&cursor=${pagination.next_cursor}`
  }
  throw new Error('the search has no end')
}

test('a search stops at a bounded depth, reports where, and continues by cursor until it has found every match', async () => {
  const { oldest, euro, newest } = ids
  const wanted: [string, string[]][] = [
    ['min_amount=77', [newest, oldest]],
    ['min_amount=500', []],
    ['currency=EUR', [euro]],
    ['currency=GBP', []],
    ['status=pending&min_amount=77', [newest]],
    ['status=pending&currency=EUR', [euro]],
    [`card_id=${scene.card}&status=reversed`, [oldest]],
    [`card_id=${scene.card}&min_amount=77`, [newest, oldest]],
    ['merchant=acme%20ads&min_amount=77', [newest, oldest]],
    ['merchant=acme%20ads&status=reversed', [oldest]],
  ]
  for (const [query, expected] of wanted) {
    const { found, pages, stops } = await walk(query)
    assert.deepEqual(found, expected, query)
    assert.equal(pages, 3, `${query}: ${MANY} rows are more than two depths and less than three`)
    assert.equal(stops.pop(), null, query)
    assert.equal(
      stops.every((stop) => stop !== null),
      true,
      query,
    )
    assert.deepEqual(stops.toSorted().reverse(), stops, `${query}: each page searches older purchases`)
  }
})

test('a filter that an index answers needs one page, however old its match is', async () => {
  assert.deepEqual(await walk('status=reversed'), { found: [ids.oldest], pages: 1, stops: [null] })
  assert.deepEqual(await walk('status=declined'), { found: [], pages: 1, stops: [null] })
})

test('the exported file contains every match', async () => {
  const response = await viewer.open('/dashboard/purchases?format=csv&min_amount=77')
  const lines = (await response.text()).trimEnd().split('\r\n').slice(1)
  assert.deepEqual(
    lines.map((line) => line.match(/txn_\w+/)![0]),
    [ids.newest, ids.oldest],
  )
})

// GET /transactions and GET /transactions/{txn_id}.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '../../src/ids.ts'
import { countsOf, startTestService } from '../harness.ts'
import {
  ads,
  asOwner,
  assertError,
  done,
  newCard,
  noDetails,
  openScene,
  sceneOf,
  unknownId,
  workspaceOf,
} from './scene.ts'
import { makeHistory, type Query } from './transaction-history.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

const past = await makeHistory(service)
const { listed, day } = past

test('the list of transactions shows the newest first, with 50 on a page and pagination fields', async () => {
  const { data, pagination } = await listed()
  assert.deepEqual(data, past.all)
  assert.deepEqual(pagination, { page: 1, per_page: 50, total: 7, next_cursor: null })
})

test('a list item has exactly the fields of the specification', async () => {
  for (const item of (await listed()).data) {
    const own = ['amount', 'balance_after', 'card_id', 'created_at', 'currency', 'id', 'merchant', 'type']
    assert.deepEqual(Object.keys(item).sort(), [...own, ...Object.keys(noDetails)].sort())
    assert.deepEqual(Object.keys(item.merchant).sort(), ['category', 'country', 'mcc', 'name'])
  }
})

const filters: Record<string, Query> = {
  'the whole list': {},
  'a merchant': { merchant: 'c' },
  'a card and a merchant': { card_id: past.first.card, merchant: 'acme' },
  'a day': { from: day(0) },
}
for (const [name, filter] of Object.entries(filters)) {
  test(`the pages of ${name} contain all of its transactions, and a page past the end is empty`, async () => {
    const whole = await listed(filter)
    for (const per_page of [1, 2, 3, 100]) {
      const pages: string[] = []
      for (let page = 1; page <= Math.ceil(whole.data.length / per_page); page++) {
        const { names, pagination } = await listed({ ...filter, page, per_page })
        assert.deepEqual(countsOf(pagination), { page, per_page, total: whole.data.length })
        pages.push(names)
      }
      assert.equal(pages.join(' '), whole.names)
      const beyond = await listed({ ...filter, page: 1000, per_page })
      assert.deepEqual(
        [beyond.names, beyond.pagination],
        ['', { page: 1000, per_page, total: whole.data.length, next_cursor: null }],
      )
    }
  })
}

test('a card_id that is malformed, was never issued or belongs to another workspace returns an empty list', async () => {
  const other = await openScene(service)
  await other.hold(1)
  const { bucket } = await workspaceOf(service, past.api)
  for (const card_id of [
    '',
    'card_x',
    'txn_x',
    await unknownId(service, past.api, 'card'),
    other.card,
    publicId('card', (bucket + 1) % 256, '0'.repeat(36)),
  ]) {
    const { names, pagination } = await listed({ card_id })
    assert.deepEqual([names, pagination.total], ['', 0], card_id)
  }
})

const wrong: [string, string][] = [
  ['type=payment', 'type'],
  ['type=', 'type'],
  ['from=yesterday', 'from'],
  ['from=2026-02-30', 'from'],
  ['to=2026-13-01', 'to'],
  ['to=1700000000', 'to'],
  ['to=', 'to'],
  ['min_amount=x', 'min_amount'],
  ['min_amount=-1', 'min_amount'],
  ['max_amount=1.001', 'max_amount'],
  ['page=0', 'page'],
  ['page=1.5', 'page'],
  ['per_page=0', 'per_page'],
  ['per_page=101', 'per_page'],
  ['per_page=many', 'per_page'],
  ['status=settled', 'status'],
  ['merchant=a%00b', 'merchant'],
]
for (const [query, param] of wrong) {
  test(`the query ${query} returns 400 invalid_request`, async () => {
    assertError(await past.api.get(`/transactions?${query}`), 400, 'invalid_request', param)
  })
}

test('a date at the edge of the calendar is either accepted or rejected with 400', async () => {
  for (const query of [
    'from=0000-01-01',
    'to=0000-12-31',
    'from=0001-01-01',
    'to=9999-12-31',
    'to=9999-12-31T23:59:59-23:59',
  ]) {
    const { status, body } = await past.api.get(`/transactions?${query}`)
    assert.ok(status === 200 || status === 400, `${query}: ${JSON.stringify(body)}`)
  }
})

test('the list of a new workspace is empty', async () => {
  const { data, pagination } = done(await (await service.workspace()).get('/transactions'), 200)
  assert.deepEqual([data, pagination], [[], { page: 1, per_page: 50, total: 0, next_cursor: null }])
})

// This test moves a workspace to another bucket, which distributed tables do not allow.
const withCitus = process.env.CITUS_DATABASE_URL !== undefined

test("workspaces do not see each other's transactions even if they share a bucket and a merchant", {
  skip: withCitus,
}, async () => {
  const [mine, theirs] = [await openScene(service), await service.workspace()]
  const [here, there] = [await workspaceOf(service, mine.api), await workspaceOf(service, theirs)]
  await asOwner(service, async (tx) => {
    await tx`update workspaces set bucket = ${here.bucket} where bucket = ${there.bucket} and id = ${there.id}`
    await tx`update audit_chains c set bucket = ${here.bucket} from workspaces w where w.id = ${there.id} and c.lineage_id = w.lineage_id`
    await tx`update workspace_routes set bucket = ${here.bucket} where workspace_id = ${there.id}`
  })
  service.services.credentials.forget(theirs.key)
  done(await theirs.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '500', confirm: true }), 201)
  const neighbour = sceneOf(theirs, (await newCard(theirs)).id)
  const [own, foreign] = [await mine.hold(5, { merchant: ads }), await neighbour.hold(6, { merchant: ads })]
  assertError(await mine.api.get(`/transactions/${foreign.id}`), 404, 'transaction_not_found')
  assertError(await theirs.get(`/transactions/${own.id}`), 404, 'transaction_not_found')
  for (const query of ['', '?merchant=acme', '?type=authorization', '?from=2020-01-01']) {
    assert.deepEqual(done(await mine.api.get(`/transactions${query}`), 200).data, [own])
    assert.deepEqual(done(await theirs.get(`/transactions${query}`), 200).data, [foreign])
  }
  const crossed = done(await mine.api.get(`/transactions?card_id=${neighbour.card}`), 200)
  assert.deepEqual([crossed.data, crossed.pagination.total], [[], 0])
  assertError(await mine.on(foreign, 'settle'), 404, 'transaction_not_found')
  assertError(
    await mine.call('authorizations', { card_id: neighbour.card, amount: 1, merchant: ads }),
    404,
    'card_not_found',
  )
})

test('the books balance', () => service.audit())

// Wallet: GET /wallet/deposits and GET /wallet/deposits/{id}.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, countsOf, startTestService } from '../harness.ts'
import { assertError, missingId, workspaceOf } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService()
const api = await service.workspace()
const other = await service.workspace()

type Deposit = { id: string; currency: string; status: string; created_at: string }
const made: Deposit[] = []
for (const [currency, amount, verb] of [
  ['btc', '0.5', 'confirm'],
  ['eth', '1', 'confirm'],
  ['usdt', '100', ''],
  ['sol', '2', 'expire'],
  ['usdt', '5', ''], // This amount is below the minimum.
  ['usdt', '200', 'confirm'],
  ['btc', '0.1', ''],
] as const) {
  const { body } = await api.post('/sandbox/deposits', { currency, amount_crypto: amount })
  made.unshift(verb === '' ? body : (await api.post(`/sandbox/deposits/${body.id}/${verb}`)).body)
}

const list = async (query = '', by: Api = api) => {
  const { status, body } = await by.get(`/wallet/deposits${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('the list shows every deposit, newest first, with exactly the specified fields', async () => {
  const body = await list()
  assert.deepEqual(body, { data: made, pagination: { page: 1, per_page: 50, total: 7, next_cursor: null } })
  for (const deposit of body.data) assertShape(deposit, deposit.status === 'confirmed' ? 'confirmedDeposit' : 'deposit')
})

test('deposits with the same creation time are ordered by id', async () => {
  const { bucket, id } = await workspaceOf(service, other)
  const at = new Date()
  await Promise.all(
    Array.from({ length: 5 }, () => other.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '20' })),
  )
  await service.services.database.transaction(
    (tx) => tx`update deposits set created_at = ${at} where bucket = ${bucket} and workspace_id = ${id}`,
  )
  const ids = (await list('', other)).data.map((deposit: Deposit) => deposit.id)
  assert.deepEqual(ids, ids.toSorted().reverse())
})

for (const status of ['pending', 'confirmed', 'expired']) {
  test(`status=${status} returns only those deposits, with their exact total`, async () => {
    const expected = made.filter((deposit) => deposit.status === status)
    assert.deepEqual(await list(`?status=${status}`), {
      data: expected,
      pagination: { page: 1, per_page: 50, total: expected.length, next_cursor: null },
    })
  })
}

for (const currency of ['btc', 'eth', 'sol', 'usdt']) {
  test(`currency=${currency} returns only deposits of that currency`, async () => {
    const expected = made.filter((deposit) => deposit.currency === currency)
    const body = await list(`?currency=${currency}`)
    assert.deepEqual([body.data, body.pagination.total], [expected, expected.length])
  })
}

test('status and currency can be combined', async () => {
  const expected = made.filter((deposit) => deposit.currency === 'usdt' && deposit.status === 'expired')
  assert.deepEqual((await list('?status=expired&currency=usdt')).data, expected)
  assert.equal(expected.length, 1)
})

test('pages have the requested size and continue in order, and a page past the end is empty', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?page=${page}&per_page=3`)))
  assert.deepEqual(
    pages.flatMap((page) => page.data),
    made,
  )
  assert.deepEqual(
    pages.map((page) => countsOf(page.pagination)),
    [1, 2, 3, 4].map((page) => ({ page, per_page: 3, total: 7 })),
  )
  assert.deepEqual((await list('?page=1000000000')).data, [])
})

const refusals: [query: string, id: string, param: string][] = [
  ['status=paid', 'invalid_request', 'status'],
  ['status=', 'invalid_request', 'status'],
  ['currency=doge', 'invalid_currency', 'currency'],
  ['currency=BTC', 'invalid_currency', 'currency'],
  ['page=0', 'invalid_request', 'page'],
  ['page=x', 'invalid_request', 'page'],
  ['per_page=0', 'invalid_request', 'per_page'],
  ['per_page=101', 'invalid_request', 'per_page'],
  ['sort=new', 'invalid_request', 'sort'],
]
for (const [query, id, param] of refusals) {
  test(`GET /wallet/deposits?${query} returns 400 ${id} with param ${param}`, async () => {
    assertError(await api.get(`/wallet/deposits?${query}`), 400, id, param)
  })
}

test('a workspace without deposits has an empty list in either environment', async () => {
  for (const environment of ['sandbox', 'production'] as const)
    assert.deepEqual(await list('', await service.workspace(environment)), {
      data: [],
      pagination: { page: 1, per_page: 50, total: 0, next_cursor: null },
    })
})

test('GET of one deposit returns the same object as the list', async () => {
  for (const deposit of made) {
    const { status, body } = await api.get(`/wallet/deposits/${deposit.id}`)
    assert.deepEqual([status, body], [200, deposit])
  }
})

test('a deposit that does not exist or belongs to another workspace returns 404 deposit_not_found', async () => {
  const ids = [await missingId(service, api, 'deposit'), await missingId(service, api, 'card'), 'dep_1', 'x']
  for (const id of ids) assertError(await api.get(`/wallet/deposits/${id}`), 404, 'deposit_not_found')
  assertError(await other.get(`/wallet/deposits/${made[0]!.id}`), 404, 'deposit_not_found')
})

test('every page of deposits is read through an index', async () => {
  const { bucket, id } = await workspaceOf(service, api)
  const plan = async (where: string) => {
    const rows = await service.services.database.readByKey.unsafe(
      `explain select * from deposits where bucket = ${bucket} and workspace_id = '${id}' ${where} order by created_at desc, id desc limit 50`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  for (const [where, index] of [
    ['', 'deposits_newest_ix'],
    ['and status = 2', 'deposits_status_ix'],
    ['and currency = 4', 'deposits_currency_ix'],
  ] as const) {
    const text = await plan(where)
    assert.match(text, new RegExp(index))
    assert.doesNotMatch(text, /Seq Scan/)
  }
})

test('the books balance', () => service.audit())

// Wallet: GET /wallet/transactions lists every movement of the wallet, as pages and as CSV.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import { assertError, newCard, workspaceOf, workspaceWith } from './assertions.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
type Movement = {
  sequence: number
  type: string
  amount: number
  balance_after: number
  card_id?: string
  deposit_id?: string
  created_at: string
}

const list = async (api: Api, query = ''): Promise<{ data: Movement[]; pagination: Record<string, number> }> => {
  const { status, body } = await api.get(`/wallet/transactions${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const csv = (api: Api, { url } = service) =>
  fetch(`${url}/v1/wallet/transactions?format=csv`, { headers: { authorization: `Bearer ${api.key}` } })

/**
 * Checks that each balance is the one below it plus the amount, that the sequence has no gap, and that the newest
 * balance is the wallet's.
 */
async function assertChain(api: Api, movements: Movement[]): Promise<void> {
  for (const [index, movement] of movements.entries()) {
    const before = movements[index + 1]?.balance_after ?? 0
    assert.equal(movement.balance_after, Math.round((before + movement.amount) * 100) / 100)
    assert.equal(movement.sequence, movements.length - index)
  }
  const { balance } = (await api.get('/wallet/balance')).body
  assert.equal(movements[0]?.balance_after ?? 0, balance)
}

const merchant = { name: 'Shop', mcc: '5732', country: 'US' }

test('every kind of movement shows its type, amount, balance after it, and its card or deposit', async () => {
  const api = await workspaceWith(service, 1000)
  const card = await newCard(api, { amount: 300 })
  await api.post(`/cards/${card.id}/fund`, { amount: 50 })
  await api.post(`/cards/${card.id}/withdraw`, { amount: 20.5 })
  const hold = async (amount: number) =>
    (await api.post('/sandbox/authorizations', { card_id: card.id, amount, merchant })).body.transaction.id
  const [reversed, expired, settled] = [await hold(10), await hold(11), await hold(12)]
  await api.delete(`/cards/${card.id}`)
  await api.post(`/sandbox/authorizations/${reversed}/reverse`)
  await api.post(`/sandbox/authorizations/${expired}/expire`)
  await api.post(`/sandbox/authorizations/${settled}/settle`, { amount: 15 })
  await api.post('/sandbox/refunds', { card_id: card.id, merchant, amount: 4 })
  const { data, pagination } = await list(api)
  assert.deepEqual(
    data.toReversed().map(({ type, amount, balance_after }) => [type, amount, balance_after]),
    [
      ['deposit', 1000, 1000],
      ['fund', -300, 700],
      ['fund', -50, 650],
      ['withdraw', 20.5, 670.5],
      ['terminate', 296.5, 967],
      ['reverse', 10, 977],
      ['expire', 11, 988],
      ['settle', -3, 985],
      ['refund', 4, 989],
    ],
  )
  assert.deepEqual(pagination, { page: 1, per_page: 50, total: 9, next_cursor: null })
  const [deposit] = (await api.get('/wallet/deposits')).body.data
  for (const movement of data) {
    const fields = ['amount', 'balance_after', 'created_at', 'sequence', 'type']
    const owner = movement.type === 'deposit' ? { deposit_id: deposit.id } : { card_id: card.id }
    assert.deepEqual(Object.keys(movement).sort(), [...fields, ...Object.keys(owner)].sort())
    assert.equal(movement.card_id ?? movement.deposit_id, Object.values(owner)[0])
    assert.equal(new Date(movement.created_at).toISOString(), movement.created_at)
  }
  await assertChain(api, data)
})

test('holds, settlements, refunds and declines of a card do not appear in the wallet transactions', async () => {
  const api = await workspaceWith(service, 100)
  const card = await newCard(api, { amount: 50 })
  const body = { card_id: card.id, amount: 20, merchant }
  const { transaction } = (await api.post('/sandbox/authorizations', body)).body
  await api.post(`/sandbox/authorizations/${transaction.id}/settle`)
  await api.post('/sandbox/authorizations', { ...body, amount: 500 })
  await api.post('/sandbox/refunds', {
    transaction_id: (await api.get('/transactions?type=settlement')).body.data[0].id,
  })
  assert.equal((await list(api)).pagination.total, 2)
})

test('a funding that covers an overdraft appears as two movements that add up', async () => {
  const api = await workspaceWith(service, 100)
  const card = await newCard(api, { amount: 10 })
  await api.post('/sandbox/settlements', { card_id: card.id, amount: 14, merchant })
  await api.post(`/cards/${card.id}/fund`, { amount: 50 })
  const { data } = await list(api)
  assert.deepEqual(
    data.map(({ type, amount }) => [type, amount]),
    [
      ['fund', -46],
      ['fund', -4],
      ['fund', -10],
      ['deposit', 100],
    ],
  )
  await assertChain(api, data)
})

test('each balance follows from the one before under concurrent movements', async () => {
  const api = await workspaceWith(service, 1000)
  const cards = await Promise.all(Array.from({ length: 4 }, () => newCard(api, { amount: 20 })))
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      n % 3 === 0
        ? api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10.01', confirm: true })
        : api.post(`/cards/${cards[n % 4]!.id}/${n % 3 === 1 ? 'fund' : 'withdraw'}`, { amount: 1.01 }),
    ),
  )
  const { data, pagination } = await list(api, '?per_page=100')
  assert.equal(pagination.total, 45)
  await assertChain(api, data)
})

test('a page has 50 movements by default, and the pages continue without a gap until the end', async () => {
  const api = await workspaceWith(service, 100)
  const card = await newCard(api, { amount: 10 })
  for (let n = 0; n < 55; n++) await api.post(`/cards/${card.id}/${n % 2 ? 'withdraw' : 'fund'}`, { amount: 1 })
  const pages = [await list(api), await list(api, '?page=2'), await list(api, '?page=3')]
  assert.deepEqual(
    pages.map(({ data }) => data.length),
    [50, 7, 0],
  )
  const all = pages.flatMap(({ data }) => data)
  await assertChain(api, all)
  assert.deepEqual((await list(api, '?page=3&per_page=7')).data, all.slice(14, 21))
  assert.deepEqual((await list(api, '?page=1000000000&per_page=100')).data, [])
})

test('invalid queries of the wallet transactions return 400 invalid_request', async () => {
  const api = await service.workspace()
  for (const [query, param] of [
    ['format=xml', 'format'],
    ['page=0', 'page'],
    ['per_page=101', 'per_page'],
    ['type=fund', 'type'],
  ])
    assertError(await api.get(`/wallet/transactions?${query}`), 400, 'invalid_request', param)
})

test('the CSV has every movement, with the fields of the list', async () => {
  const much = await startTestService({ DEPOSIT_FEE_BPS: '0' })
  const api = await workspaceWith(much, 100)
  const card = await newCard(api, { amount: 10 })
  // Copies of the last movement fill several batches of the stream without thousands of requests.
  const { bucket, id } = await workspaceOf(much, api)
  await much.services.database.transaction(async (tx) => {
    await tx`
      insert into transfers (bucket, operation_id, leg, workspace_id, card_id, kind, debit, credit, amount_cents, wallet_after_cents, wallet_sequence, created_at)
      select t.bucket, gen_random_uuid(), 0, t.workspace_id, t.card_id, 2, 4, 1, 1, 9000 - n, 2 + n, t.created_at
      from transfers t, generate_series(1, 2500) n where t.bucket = ${bucket} and t.workspace_id = ${id} and t.wallet_sequence = 2`
    await tx`update workspaces set wallet_movements = 2502 where bucket = ${bucket} and id = ${id}`
  })
  const response = await csv(api, much)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /^text\/csv/)
  assert.match(response.headers.get('content-disposition')!, /^attachment; filename="wallet-transactions\.csv"$/)
  assert.match(response.headers.get('x-request-id')!, /^req_/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  const [head, ...lines] = (await response.text()).trimEnd().split('\r\n')
  assert.equal(head, 'sequence,type,amount,balance_after,card_id,deposit_id,created_at')
  assert.deepEqual(
    lines.map((line) => Number(line.split(',')[0])),
    Array.from({ length: 2502 }, (_, n) => 2502 - n),
  )
  assert.match(lines.at(-2)!, new RegExp(`^2,fund,-10,90,${card.id},,\\d{4}-`))
  assert.match(lines.at(-1)!, /^1,deposit,100,100,,dep_\w+,/)
})

test('an empty wallet has an empty list and a CSV with only the header line', async () => {
  const api = await service.workspace('production')
  assert.deepEqual(await list(api), { data: [], pagination: { page: 1, per_page: 50, total: 0, next_cursor: null } })
  assert.equal((await (await csv(api)).text()).split('\r\n').length, 2)
})

test('a page of wallet transactions is read through an index', async () => {
  const rows = await service.services.database.readByKey`
    explain select * from transfers where bucket = 1 and workspace_id = '01890000-0000-7000-8000-000000000001'
      and wallet_sequence <= 500 and wallet_sequence > 450 order by wallet_sequence desc`
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index Scan Backward using transfers_wallet_uq/)
})

test('the books balance', () => service.audit())

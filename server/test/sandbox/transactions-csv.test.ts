// GET /transactions?format=csv: all matching transactions in one file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { inParallel, type Json, newCard, noDetails, openScene } from './scene.ts'
import { makeHistory, type Query } from './transaction-history.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const past = await makeHistory(service)

/** The columns of a CSV file, which cannot show objects. */
const columnsOfDetails = Object.keys(noDetails).filter((name) => name !== 'decision' && name !== 'decline_detail')

async function csv(key: string, query: Query = {}): Promise<{ headers: Headers; lines: string[] }> {
  const search = new URLSearchParams(
    Object.entries({ ...query, format: 'csv' }).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = await fetch(`${service.url}/v1/transactions?${search}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(response.status, 200)
  const text = await response.text()
  assert.ok(text.endsWith('\r\n'), JSON.stringify(text.slice(-20)))
  return { headers: response.headers, lines: text.slice(0, -2).split('\r\n') }
}

test('the CSV file has a header and one line per transaction, in the order of the list', async () => {
  const { headers, lines } = await csv(past.api.key)
  assert.match(headers.get('content-type')!, /^text\/csv/)
  assert.match(headers.get('content-disposition')!, /transactions\.csv/)
  assert.equal(
    lines[0],
    'id,card_id,type,amount,currency,merchant_name,merchant_category,merchant_mcc,merchant_country,balance_after,created_at,merchant_amount,merchant_currency,conversion_rate,processor,network_transaction_id,auth_code,arn,source,merchant_id,merchant_city',
  )
  assert.deepEqual(
    lines.slice(1),
    past.all.map((each) =>
      [
        each.id,
        each.card_id,
        each.type,
        each.amount,
        each.currency,
        each.merchant.name,
        each.merchant.category,
        each.merchant.mcc,
        each.merchant.country,
        each.balance_after,
        each.created_at,
        ...columnsOfDetails.map(() => ''),
      ].join(','),
    ),
  )
})

const filters: Record<string, Query> = {
  'a card': { card_id: past.first.card },
  'a type': { type: 'decline' },
  'a merchant': { merchant: 'c' },
  'a day': { from: past.day(0) },
  amounts: { min_amount: 10, max_amount: 60 },
  'a card of nobody': { card_id: 'card_unknown' },
}
for (const [name, filter] of Object.entries(filters)) {
  test(`a CSV file filtered by ${name} contains the same transactions as the list`, async () => {
    const listed = (await past.listed(filter)).data.map((each: Json) => each.id)
    assert.deepEqual(
      (await csv(past.api.key, filter)).lines.slice(1).map((line) => line.split(',', 1)[0]),
      listed,
    )
  })
}

test('a CSV file larger than one batch contains each transaction once and in order, even with equal timestamps', async () => {
  const { api } = await openScene(service)
  const { id: card } = await newCard(api)
  const count = 2_300
  const merchant = { name: '=HYPERLINK("x")', mcc: '5734', country: 'US' }
  await inParallel(count, 100, () => api.post('/sandbox/authorizations', { card_id: card, amount: 0.01, merchant }))
  const lines = (await csv(api.key)).lines.slice(1)
  assert.equal(new Set(lines.map((line) => line.split(',', 1)[0])).size, count)
  const page = await api.get('/transactions?per_page=100&page=23')
  assert.deepEqual(
    lines.slice(2_200).map((line) => line.split(',', 1)[0]),
    page.body.data.map((each: Json) => each.id),
  )
  assert.ok(
    lines.every((line) => line.includes(`"'=HYPERLINK(""x"")"`)),
    'a formula is written as text',
  )
})

test('an unknown format is rejected with 400 and the parameter format', async () => {
  const answer = await past.api.get('/transactions?format=pdf')
  assert.deepEqual([answer.status, answer.body.error, answer.body.param], [400, 'invalid_request', 'format'])
})

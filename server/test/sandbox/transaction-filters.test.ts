// The filters of GET /transactions, alone and combined.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { makeHistory, type Query } from './transaction-history.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const past = await makeHistory(service)
const { listed, day, time, shifted } = past

/** Shows the query with names in place of the values that differ from run to run. */
function readable(query: Query): string {
  const names: [string, string][] = [
    [past.first.card, 'first card'],
    [past.second.card, 'second card'],
    ...past.names.map((name): [string, string] => [time(name), `time of ${name}`]),
    [shifted('a2', 1), 'just after a2'],
    [shifted('a2', -1), 'just before a2'],
    ...[0, 1, 2].map((n): [string, string] => [day(n), `day ${n}`]),
  ]
  const values = Object.entries(query).map(([key, value]) => {
    const name = names.find(([text]) => String(value).startsWith(text))
    return `${key}=${name ? String(value).replace(name[0], name[1]) : value}`
  })
  return values.join('&')
}

const alone: [Query, string][] = [
  [{ card_id: past.first.card }, 'a3 r1 s1 a1'],
  [{ card_id: past.second.card }, 'f1 d1 a2'],
  [{ type: 'authorization' }, 'a3 a2 a1'],
  [{ type: 'settlement' }, 'f1 s1'],
  [{ type: 'refund' }, 'r1'],
  [{ type: 'decline' }, 'd1'],
  [{ from: time('a2') }, 'a3 f1 r1 d1 a2'],
  [{ from: shifted('a2', 1) }, 'a3 f1 r1 d1'],
  [{ to: time('d1') }, 'd1 a2 s1 a1'],
  [{ to: shifted('a2', -1) }, 's1 a1'],
  [{ from: day(1) }, 'a3 f1 r1 d1 a2'],
  [{ to: day(1) }, 'd1 a2 s1 a1'],
  [{ from: day(1), to: day(1) }, 'd1 a2'],
  [{ from: `${day(1)}T00:00` }, 'a3 f1 r1 d1 a2'],
  [{ from: `${day(2)}T05:00:00+10:00` }, 'a3 f1 r1'],
  [{ from: day(2), to: day(1) }, ''],
  [{ merchant: 'acme' }, 'a3 r1 s1 a1'],
  [{ merchant: 'ACME ADS' }, 'r1 s1 a1'],
  [{ merchant: 'Snake' }, 'f1 d1'],
  [{ merchant: '%' }, 'a2'],
  [{ merchant: '0%' }, 'a2'],
  [{ merchant: '_' }, 'd1'],
  [{ merchant: 'e_c' }, 'd1'],
  [{ merchant: '\\' }, 'f1'],
  [{ merchant: 'SÖHNE' }, 'f1'],
  [{ merchant: 'nobody' }, ''],
  [{ min_amount: 12.5 }, 'a3 f1 d1 a2 s1'],
  [{ min_amount: 12.51 }, 'f1 d1 a2'],
  [{ max_amount: 12.5 }, 'a3 r1 s1 a1'],
  [{ max_amount: 12.49 }, 'r1 a1'],
  [{ min_amount: 12.5, max_amount: 12.5 }, 'a3 s1'],
  [{ min_amount: 0 }, 'a3 f1 r1 d1 a2 s1 a1'],
  [{ max_amount: 0 }, ''],
]
for (const [query, expected] of alone) {
  test(`the filter ${readable(query)} finds ${expected || 'nothing'}`, async () => {
    const { names, pagination } = await listed(query)
    assert.equal(names, expected)
    assert.equal(pagination.total, expected === '' ? 0 : expected.split(' ').length)
  })
}

test('every combination of filters finds exactly the transactions that all of its filters find alone', async () => {
  const chosen: [Query, string][] = [
    [{ card_id: past.first.card }, 'a3 r1 s1 a1'],
    [{ type: 'authorization' }, 'a3 a2 a1'],
    [{ from: time('s1') }, 'a3 f1 r1 d1 a2 s1'],
    [{ to: time('r1') }, 'r1 d1 a2 s1 a1'],
    [{ merchant: 'c' }, 'a3 f1 r1 d1 a2 s1 a1'],
    [{ min_amount: 5 }, 'a3 f1 d1 a2 s1 a1'],
    [{ max_amount: 30 }, 'a3 f1 r1 a2 s1 a1'],
  ]
  const others: typeof chosen = [
    [{ card_id: past.second.card }, 'f1 d1 a2'],
    [{ type: 'settlement' }, 'f1 s1'],
    [{ from: day(1) }, 'a3 f1 r1 d1 a2'],
    [{ to: day(2) }, 'a3 f1 r1 d1 a2 s1 a1'],
    [{ merchant: 'snake' }, 'f1 d1'],
    [{ min_amount: 12.5 }, 'a3 f1 d1 a2 s1'],
    [{ max_amount: 30 }, 'a3 f1 r1 a2 s1 a1'],
  ]
  for (const set of [chosen, others]) {
    for (let bits = 0; bits < 2 ** set.length; bits++) {
      const part = set.filter((_, index) => bits & (1 << index))
      const query = Object.assign({}, ...part.map(([each]) => each))
      const expected = past.names.filter((name) => part.every(([, found]) => found.split(' ').includes(name)))
      const { names, pagination } = await listed(query)
      assert.deepEqual([names, pagination.total], [expected.join(' '), expected.length], JSON.stringify(query))
    }
  }
})

test('the books balance', () => service.audit())

// BINs: GET /bins and GET /categories.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { assertError, newCard } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(1000)
const { body: bins } = await api.get('/bins')

test('GET /bins returns all BINs as {data}, each with exactly the specified fields', async () => {
  assert.equal((await api.get('/bins')).status, 200)
  assert.deepEqual(Object.keys(bins), ['data'])
  assert.ok(bins.data.length > 0, `${bins.data.length} BINs`)
  for (const bin of bins.data) assertShape(bin, 'bin')
})

test('BIN ids are unique and the list is the same on every request', async () => {
  assert.equal(new Set(bins.data.map((bin: { id: string }) => bin.id)).size, bins.data.length)
  assert.deepEqual((await api.get('/bins')).body, bins)
})

test('the catalogue has BINs of both networks', () => {
  assert.deepEqual([...new Set(bins.data.map((bin: { network: string }) => bin.network))].sort(), [
    'mastercard',
    'visa',
  ])
})

test('every BIN is enrolled in 3-D Secure', () => {
  for (const bin of bins.data) assert.equal(bin['3ds'], true)
})

test('acceptance_rate is between 0 and 1, and the limits are positive and consistent', () => {
  for (const { acceptance_rate, max_transaction, max_monthly } of bins.data) {
    assert.ok(acceptance_rate > 0 && acceptance_rate <= 1, `acceptance_rate is ${acceptance_rate}`)
    assert.ok(
      max_transaction > 0 && max_transaction <= max_monthly,
      `max_transaction is ${max_transaction}, max_monthly is ${max_monthly}`,
    )
  }
})

test('a production key sees no built-in BIN, and creating a card says that a processor must be connected', async () => {
  const live = await service.workspace('production')
  assert.deepEqual((await live.get('/bins')).body, { data: [] })
  const { status, body } = await live.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })
  assert.equal(status, 400)
  assert.equal(body.error, 'invalid_bin')
  assert.match(body.message, /operator .* must connect a processor/)
})

for (const path of ['/bins', '/categories', '/wallet/balance']) {
  test(`GET ${path} rejects query parameters`, async () => {
    for (const query of ['network=visa', 'page=1', 'x'])
      assertError(await api.get(`${path}?${query}`), 400, 'invalid_request', query.split('=')[0]!)
  })
}

test('creating a card with an unknown BIN returns 400 invalid_bin', async () => {
  for (const bin_id of [
    'bin_nobody',
    '',
    '42424242',
    'BIN_VISA_US_PREPAID_1',
    '__proto__',
    'constructor',
    'a\u0000b',
    '\ud800',
    'x'.repeat(10_000),
  ]) {
    assertError(await api.post('/cards', { bin_id, amount: 10 }), 400, 'invalid_bin', 'bin_id')
  }
})

test('GET /categories returns all categories as {data}, with unique names and each code in one category', async () => {
  const { status, body } = await api.get('/categories')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['data'])
  for (const category of body.data) assertShape(category, 'category')
  const names = body.data.map((category: { name: string }) => category.name)
  const codes = body.data.flatMap((category: { mccs: string[] }) => category.mccs)
  assert.equal(new Set(names).size, names.length)
  assert.equal(new Set(codes).size, codes.length)
  assert.ok(
    codes.every((code: string) => /^\d{4}$/.test(code)),
    `codes are ${codes.join(' ')}`,
  )
  for (const name of ['advertising', 'software'])
    assert.ok(names.includes(name), `${name} is not in ${names.join(', ')}`)
})

test('every name that GET /categories returns can be allowed on a card', async () => {
  const names = (await api.get('/categories')).body.data.map((category: { name: string }) => category.name)
  assert.deepEqual((await newCard(api, { amount: 1, allowed_categories: names })).allowed_categories, names)
})

test('the books balance', () => service.audit())

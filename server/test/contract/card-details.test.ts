// Cards: GET /cards/{card_id}/details, which reveals the card number.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { asOwner, assertError, missingId, newCard, workspaceOf } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(10_000)
const detailsOf = async (id: string) => (await api.get(`/cards/${id}/details`)).body

/** The Luhn check of ISO/IEC 7812-1, written a second time so that the test does not rely on the service's own code. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

test('the details and their billing address have exactly the specified fields', async () => {
  const card = await newCard(api)
  const { status, body } = await api.get(`/cards/${card.id}/details`)
  assert.equal(status, 200)
  assertShape(body, 'cardDetails')
  assertShape(body.billing_address, 'billingAddress')
  assert.equal(body.id, card.id)
})

test('the card number passes the Luhn check, starts with the prefix of its BIN and ends with last4', async () => {
  const prefixes = await service.services.database.read<
    { id: string; prefix: string; length: number }[]
  >`select id, prefix, length from bins where not retired`
  for (const bin of prefixes) {
    const card = await newCard(api, { bin_id: bin.id, amount: 1 })
    const { pan } = await detailsOf(card.id)
    assert.ok(passesLuhn(pan), pan)
    assert.ok(pan.startsWith(bin.prefix), `${pan} starts with ${bin.prefix}`)
    assert.equal(pan.length, bin.length)
    assert.equal(pan.slice(-4), card.last4)
  }
})

test('a Visa number starts with 4 and a Mastercard number with 51 to 55 or 2221 to 2720', async () => {
  for (const { id, network } of (await api.get('/bins')).body.data) {
    const { pan } = await detailsOf((await newCard(api, { bin_id: id, amount: 1 })).id)
    const first = Number(pan.slice(0, 4))
    const fits =
      network === 'visa' ? pan.startsWith('4') : (first >= 5100 && first < 5600) || (first >= 2221 && first <= 2720)
    assert.ok(fits, `${network} ${pan.slice(0, 6)}`)
  }
})

test('card numbers are unique and not consecutive', async () => {
  const cards = await Promise.all(Array.from({ length: 20 }, () => newCard(api, { amount: 1 })))
  const numbers = await Promise.all(cards.map(async (card) => Number((await detailsOf(card.id)).pan.slice(0, -1))))
  const sorted = [...numbers].sort((a, b) => a - b)
  assert.equal(new Set(sorted).size, 20)
  assert.ok(
    sorted.every((number, i) => i === 0 || number - sorted[i - 1]! > 1),
    `numbers are ${sorted.join(' ')}`,
  )
})

test('exp_month and exp_year match expires_at', async () => {
  const card = await newCard(api)
  const { exp_month, exp_year } = await detailsOf(card.id)
  const expires = new Date(card.expires_at)
  assert.deepEqual([exp_month, exp_year], [expires.getUTCMonth() + 1, expires.getUTCFullYear()])
})

test('the card number and CVV are the same on every read', async () => {
  const { id } = await newCard(api)
  assert.deepEqual(await detailsOf(id), await detailsOf(id))
})

test('the holder and billing address are copied from the account when the card is created', async () => {
  const { id } = await newCard(api)
  const { accountId } = await workspaceOf(service, api)
  await asOwner(service, (sql) => sql`update accounts set holder_name = 'New Name' where id = ${accountId}`)
  const before = await detailsOf(id)
  assert.equal(before.holder_name, 'Grace Test')
  assert.deepEqual(before.billing_address, {
    line1: '2 Test Road',
    city: 'Dover',
    state: 'DE',
    zip: '19901',
    country: 'US',
  })
  assert.equal((await detailsOf((await newCard(api)).id)).holder_name, 'New Name')
})

test('frozen and terminated cards can still be revealed', async () => {
  const { id } = await newCard(api)
  const first = await detailsOf(id)
  await api.post(`/cards/${id}/freeze`)
  assert.deepEqual(await detailsOf(id), first)
  await api.delete(`/cards/${id}`)
  assert.deepEqual(await detailsOf(id), first)
})

test('every reveal is written to the audit log, and a rejected one is not', async () => {
  const { id } = await newCard(api)
  const entries = async () => {
    const [row] = await service.services.database.read<
      { count: number }[]
    >`select count(*)::integer as count from audit_log where action = 'card.reveal'`
    return row!.count
  }
  const before = await entries()
  const { headers } = await api.get(`/cards/${id}/details`)
  await api.get(`/cards/${id}/details`)
  await api.get(`/cards/${await missingId(service, api)}/details`)
  assert.equal((await entries()) - before, 2)
  const [entry] = await service.services.database
    .read`select subject from audit_log where request_id = ${headers.get('x-request-id')}`
  assert.equal(entry!.subject, id)
})

test('the card number is not stored in plain text in any table', async () => {
  const { id } = await newCard(api)
  const { pan } = await detailsOf(id)
  const tables = await asOwner(service, async (sql) => {
    const names = await sql<
      { name: string }[]
    >`select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
    const hits: string[] = []
    for (const { name } of names) {
      const found = await sql.unsafe(
        `select 1 from ${name} as t where t::text like $1 or encode(convert_to(t::text, 'utf8'), 'escape') like $1 or t::text like $2 limit 1`,
        [`%${pan}%`, `%${Buffer.from(pan).toString('hex')}%`],
      )
      if (found.length > 0) hits.push(name)
    }
    return hits
  })
  assert.deepEqual(tables, [])
})

test('the details of a card that does not exist return 404 card_not_found', async () => {
  assertError(await api.get(`/cards/${await missingId(service, api)}/details`), 404, 'card_not_found')
  assertError(await api.get('/cards/card_1/details'), 404, 'card_not_found')
})

test('the details reject query parameters', async () => {
  const { id } = await newCard(api)
  assertError(await api.get(`/cards/${id}/details?full=true`), 400, 'invalid_request', 'full')
})

test('the books balance', () => service.audit())

// Cards: POST /cards and GET /cards/{card_id}.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { assertError, assertNothingChanges, BIN, missingId, newCard, workspaceWith } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const api = await service.fundedWorkspace(100_000)
const letters = (length: number) => 'x'.repeat(length)
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]))

test('POST /cards returns 201 with exactly the fields of the Card object', async () => {
  const { status, body } = await api.post('/cards', { bin_id: BIN, amount: 100 })
  assert.equal(status, 201)
  assertShape(body, 'card')
})

test('a new card is active and holds the amount', async () => {
  const card = await newCard(api, { amount: 12.34 })
  assert.equal(card.status, 'active')
  assert.equal(card.balance, 12.34)
})

test('POST /cards requires only bin_id and amount, and the other fields have defaults', async () => {
  const { label, allowed_categories, auto_freeze_at, metadata } = await newCard(api)
  assert.deepEqual(
    { label, allowed_categories, auto_freeze_at, metadata },
    { label: '', allowed_categories: [], auto_freeze_at: null, metadata: {} },
  )
})

test('a card takes its network and its default spending limit from its BIN', async () => {
  for (const bin of (await api.get('/bins')).body.data) {
    const card = await newCard(api, { bin_id: bin.id, amount: 1 })
    assert.deepEqual([card.bin_id, card.network, card.spending_limit], [bin.id, bin.network, bin.max_monthly])
  }
})

test('a card shows its settings as they were given', async () => {
  const settings = {
    label: 'Ads, November',
    spending_limit: 1999.99,
    allowed_categories: ['advertising', '5734'],
    auto_freeze_at: 20.5,
    metadata: { team: 'growth', seats: 3, trial: false },
  }
  const card = await newCard(api, settings)
  for (const [field, value] of Object.entries(settings)) assert.deepEqual(card[field], value, field)
})

test('the amount of a new card is taken from the wallet to the cent', async () => {
  const before = (await api.get('/wallet/balance')).body
  for (const amount of [1, 1.01, 1.1, 2.01, 4.35, 8.41, 19.99, 64.1, 1001.29, 4999.99, 5000]) {
    const card = await newCard(api, { amount })
    assert.equal(card.balance, amount)
  }
  const spent = [1, 1.01, 1.1, 2.01, 4.35, 8.41, 19.99, 64.1, 1001.29, 4999.99, 5000].reduce(
    (sum, each) => sum + Math.round(each * 100),
    0,
  )
  const after = (await api.get('/wallet/balance')).body
  assert.equal(Math.round(before.balance * 100) - Math.round(after.balance * 100), spent)
})

test('a card can take the whole wallet, and one cent more returns insufficient_funds and changes nothing', async () => {
  const poor = await workspaceWith(service, 50)
  const refused = await assertNothingChanges(service, poor, [], () =>
    poor.post('/cards', { bin_id: BIN, amount: 50.01 }),
  )
  assertError(refused, 400, 'insufficient_funds')
  assert.equal((await newCard(poor, { amount: 50 })).balance, 50)
  assert.equal((await poor.get('/wallet/balance')).body.balance, 0)
})

const accepted: [promise: string, settings: Record<string, unknown>, shown?: Record<string, unknown>][] = [
  ['a label may have 64 characters', { label: letters(64) }],
  ['a label counts a character outside the basic plane as one character', { label: '🦊'.repeat(64) }],
  ['a label may be empty', { label: '' }],
  ['a label is stored as text, whatever it contains', { label: `'"\\{},%_<b>\n\t` }],
  ['a spending limit may be one cent', { spending_limit: 0.01 }],
  ['a spending limit may be the BIN maximum', { spending_limit: 20_000 }],
  ['auto_freeze_at 0 means no threshold and is shown as null', { auto_freeze_at: 0 }, { auto_freeze_at: null }],
  [
    'a threshold above the amount does not freeze a new card',
    { amount: 5, auto_freeze_at: 500 },
    { auto_freeze_at: 500, status: 'active' },
  ],
  ['allowed_categories may be empty', { allowed_categories: [] }],
  ['allowed_categories accepts names of GET /categories', { allowed_categories: ['advertising', 'software'] }],
  ['allowed_categories accepts four-digit codes', { allowed_categories: ['7311'] }],
  ['metadata may have 20 keys', { metadata: keys(20) }],
  ['a metadata key may have 40 characters and a value 500 characters', { metadata: { [letters(40)]: letters(500) } }],
  [
    'metadata keys may be names of object internals',
    { metadata: JSON.parse('{"__proto__":"a","constructor":1,"toString":true}') },
  ],
  ['metadata may contain any text', { metadata: { 'ключ "\\': 'välue\n🦊' } }],
]
for (const [promise, settings, shown = settings] of accepted) {
  test(promise, async () => {
    const card = await newCard(api, settings)
    const stored = (await api.get(`/cards/${card.id}`)).body
    for (const [field, value] of Object.entries(shown)) {
      assert.equal(JSON.stringify(card[field]), JSON.stringify(value), field)
      if (field === 'metadata')
        assert.deepEqual(Object.entries(stored.metadata).sort(), Object.entries(value as object).sort())
      else if (field in stored) assert.deepEqual(stored[field], value, field)
    }
  })
}

test('expires_at is the last moment of the month three years after creation', async () => {
  const { created_at, expires_at } = await newCard(api)
  const created = new Date(created_at)
  const nextMonth = Date.UTC(created.getUTCFullYear() + 3, created.getUTCMonth() + 1, 1)
  assert.equal(expires_at, new Date(nextMonth - 1).toISOString())
})

test('every card has a unique id', async () => {
  const cards = await Promise.all(Array.from({ length: 20 }, () => newCard(api, { amount: 1 })))
  assert.equal(new Set(cards.map((card) => card.id)).size, 20)
})

test('GET /cards/{card_id} returns exactly the fields of the Card summary', async () => {
  const card = await newCard(api, { label: 'one', metadata: { a: 1 } })
  const { status, body } = await api.get(`/cards/${card.id}`)
  assert.equal(status, 200)
  assertShape(body, 'cardSummary')
  for (const field of [
    'id',
    'bin_id',
    'network',
    'last4',
    'status',
    'balance',
    'spending_limit',
    'label',
    'metadata',
    'created_at',
    'expires_at',
  ]) {
    assert.deepEqual(body[field], card[field], field)
  }
})

test('a card that was never used has zero spending, zero transactions and no last_used_at', async () => {
  const { total_spent, transaction_count, last_used_at } = (await api.get(`/cards/${(await newCard(api)).id}`)).body
  assert.deepEqual(
    { total_spent, transaction_count, last_used_at },
    { total_spent: 0, transaction_count: 0, last_used_at: null },
  )
})

test('the card, its summary and the list do not contain the card number or the CVV', async () => {
  const other = await service.fundedWorkspace(200)
  const card = await newCard(other)
  const { pan } = (await other.get(`/cards/${card.id}/details`)).body
  const shown = JSON.stringify([card, (await other.get(`/cards/${card.id}`)).body, (await other.get('/cards')).body])
  assert.ok(!shown.includes(pan) && !/"(pan|cvv|number)"/.test(shown), shown)
})

test('GET on a card that does not exist returns 404 card_not_found', async () => {
  const real = (await newCard(api)).id
  for (const id of [
    await missingId(service, api),
    'card_',
    'card_1',
    'x',
    real.slice(0, -1),
    `${real}0`,
    real.toUpperCase(),
    real.replace('card_', 'txn_'),
  ]) {
    assertError(await api.get(`/cards/${id}`), 404, 'card_not_found')
  }
})

test('the books balance', () => service.audit())

// Cards: PATCH /cards/{card_id}.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { assertError, assertNothingChanges, missingId, newCard, stateOf } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(10_000)
const patched = async (id: string, body: unknown) => {
  const answer = await api.patch(`/cards/${id}`, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const keys = (count: number, prefix = 'k') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, i]))

test('PATCH returns 200 with exactly the fields of the Card object', async () => {
  const { id } = await newCard(api)
  assertShape(await patched(id, { label: 'new' }), 'card')
})

const settings: Record<string, unknown> = {
  label: 'new label',
  spending_limit: 123.45,
  allowed_categories: ['software', '7311'],
  auto_freeze_at: 7.5,
  metadata: { team: 'new' },
}
for (const [field, value] of Object.entries(settings)) {
  test(`PATCH with only ${field} changes ${field} and nothing else`, async () => {
    const card = await newCard(api, {
      label: 'old',
      metadata: { team: 'old' },
      allowed_categories: ['advertising'],
      auto_freeze_at: 1,
    })
    assert.deepEqual(await patched(card.id, { [field]: value }), { ...card, [field]: value })
    assert.deepEqual(await patched(card.id, {}), { ...card, [field]: value })
  })
}

test('all fields can be changed in one request', async () => {
  const card = await newCard(api)
  assert.deepEqual(await patched(card.id, settings), { ...card, ...settings })
})

test('no body, an empty body and {} change nothing and return the card', async () => {
  const card = await newCard(api, { label: 'kept' })
  for (const [body, headers] of [[undefined], ['', { 'content-type': 'application/json' }], [{}]] as const) {
    const answer = await api.patch(`/cards/${card.id}`, body, headers)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, card)
  }
})

test('a label can be set to an empty string', async () => {
  const { id } = await newCard(api, { label: 'old' })
  assert.equal((await patched(id, { label: '' })).label, '')
})

test('PATCH replaces allowed_categories instead of merging them, and an empty list allows all', async () => {
  const { id } = await newCard(api, { allowed_categories: ['advertising', 'software'] })
  assert.deepEqual((await patched(id, { allowed_categories: ['7311'] })).allowed_categories, ['7311'])
  assert.deepEqual((await patched(id, { allowed_categories: [] })).allowed_categories, [])
})

test('auto_freeze_at 0 turns the threshold off and is shown as null', async () => {
  const { id } = await newCard(api, { auto_freeze_at: 50 })
  assert.equal((await patched(id, { auto_freeze_at: 0 })).auto_freeze_at, null)
})

test('setting a threshold above the balance does not freeze the card', async () => {
  const { id } = await newCard(api)
  assert.equal((await patched(id, { auto_freeze_at: 5000 })).status, 'active')
})

test('a spending limit can be as high as the BIN maximum but not higher', async () => {
  const { id } = await newCard(api)
  assert.equal((await patched(id, { spending_limit: 20_000 })).spending_limit, 20_000)
  assertError(
    await api.patch(`/cards/${id}`, { spending_limit: 20_000.01 }),
    400,
    'invalid_spending_limit',
    'spending_limit',
  )
})

test('PATCH merges metadata with the existing keys, and null removes a key', async () => {
  const { id } = await newCard(api, { metadata: { a: 1, b: 'two', c: true } })
  assert.deepEqual((await patched(id, { metadata: { b: 'zwei', d: 4 } })).metadata, { a: 1, b: 'zwei', c: true, d: 4 })
  assert.deepEqual((await patched(id, { metadata: { a: null, unknown: null } })).metadata, { b: 'zwei', c: true, d: 4 })
  assert.deepEqual((await patched(id, { metadata: {} })).metadata, { b: 'zwei', c: true, d: 4 })
  assert.deepEqual((await api.get(`/cards/${id}`)).body.metadata, { b: 'zwei', c: true, d: 4 })
})

test('the limit of 20 metadata keys applies after the merge', async () => {
  const { id } = await newCard(api, { metadata: keys(20) })
  const refused = await assertNothingChanges(service, api, [id], () =>
    api.patch(`/cards/${id}`, { metadata: { one_more: 1 } }),
  )
  assertError(refused, 400, 'invalid_metadata', 'metadata')
  const removed = Object.fromEntries(Object.keys(keys(20)).map((key) => [key, null]))
  assert.deepEqual((await patched(id, { metadata: { ...removed, ...keys(20, 'new') } })).metadata, keys(20, 'new'))
})

test('metadata keys that are names of object internals survive a merge', async () => {
  const awkward = '{"__proto__":"a","constructor":"b","hasOwnProperty":1}'
  const { id } = await newCard(api, { metadata: JSON.parse(awkward) })
  const { metadata } = await patched(id, { metadata: { plain: true } })
  assert.deepEqual(Object.entries(metadata).sort(), [...Object.entries(JSON.parse(awkward)), ['plain', true]].sort())
})

test('PATCH moves no money and sends no event', async () => {
  const { id } = await newCard(api)
  const before = await stateOf(service, api)
  await patched(id, { spending_limit: 10, auto_freeze_at: 99 })
  assert.deepEqual(await stateOf(service, api), before)
})

test('PATCH works on a frozen card and leaves it frozen', async () => {
  const { id } = await newCard(api)
  await api.post(`/cards/${id}/freeze`)
  const card = await patched(id, { label: 'cold' })
  assert.deepEqual([card.status, card.label], ['frozen', 'cold'])
})

test('concurrent updates of different fields are all applied', async () => {
  const { id } = await newCard(api)
  await Promise.all([
    patched(id, { label: 'both' }),
    ...Array.from({ length: 8 }, (_, i) => patched(id, { metadata: { [`k${i}`]: i } })),
  ])
  const { label, metadata } = (await api.get(`/cards/${id}`)).body
  assert.deepEqual([label, metadata], ['both', keys(8)])
})

test('PATCH on a card that does not exist returns 404 card_not_found', async () => {
  assertError(await api.patch(`/cards/${await missingId(service, api)}`, { label: 'x' }), 404, 'card_not_found')
})

test('the books balance', () => service.audit())

// Card status: every transition of the specification, calls that change nothing, and the automatic freeze.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { assertError, assertNothingChanges, missingId, newCard, stateOf, workspaceWith } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const api = await workspaceWith(service, 50_000)
const summary = async (id: string) => (await api.get(`/cards/${id}`)).body
const wallet = async () => (await api.get('/wallet/balance')).body.balance
async function cardIn(status: 'active' | 'frozen' | 'terminated', settings: Record<string, unknown> = {}) {
  const card = await newCard(api, settings)
  if (status === 'frozen') await api.post(`/cards/${card.id}/freeze`)
  if (status === 'terminated') await api.delete(`/cards/${card.id}`)
  return card
}

test('POST /cards creates an active card', async () => {
  assert.equal((await summary((await newCard(api)).id)).status, 'active')
})

test('freezing an active card returns {id, status, frozen_at} and keeps the balance', async () => {
  const { id } = await newCard(api)
  const { status, body } = await api.post(`/cards/${id}/freeze`)
  assert.equal(status, 200)
  assertShape(body, 'frozen')
  assert.equal(body.id, id)
  const card = await summary(id)
  assert.deepEqual([card.status, card.balance], ['frozen', 100])
})

test('unfreezing a frozen card returns the Card object', async () => {
  const card = await cardIn('frozen')
  const { status, body } = await api.post(`/cards/${card.id}/unfreeze`)
  assert.equal(status, 200)
  assertShape(body, 'card')
  assert.deepEqual(body, card)
  assert.equal((await summary(card.id)).status, 'active')
})

for (const from of ['active', 'frozen'] as const) {
  test(`terminating a card that is ${from} returns {id, status, refunded_amount, terminated_at} and refunds the balance immediately`, async () => {
    const { id } = await cardIn(from, { amount: 33.33 })
    const before = await wallet()
    const { status, body } = await api.delete(`/cards/${id}`)
    assert.equal(status, 200)
    assertShape(body, 'terminated')
    assert.deepEqual([body.id, body.refunded_amount], [id, 33.33])
    assert.equal(Math.round((await wallet()) * 100), Math.round(before * 100) + 3333)
    const card = await summary(id)
    assert.deepEqual([card.status, card.balance], ['terminated', 0])
  })
}

test('terminating an empty card refunds 0', async () => {
  const { id } = await newCard(api)
  await api.post(`/cards/${id}/withdraw`, { amount: 100 })
  assert.equal((await api.delete(`/cards/${id}`)).body.refunded_amount, 0)
})

test('freezing a frozen card returns 200 with the first frozen_at and changes nothing', async () => {
  const { id } = await newCard(api)
  const first = (await api.post(`/cards/${id}/freeze`)).body
  const again = await assertNothingChanges(service, api, [id], () => api.post(`/cards/${id}/freeze`))
  assert.equal(again.status, 200)
  assert.deepEqual(again.body, first)
})

test('a card that is frozen a second time has a new frozen_at', async () => {
  const { id } = await newCard(api)
  const first = (await api.post(`/cards/${id}/freeze`)).body.frozen_at
  await api.post(`/cards/${id}/unfreeze`)
  const second = (await api.post(`/cards/${id}/freeze`)).body.frozen_at
  assert.ok(second > first, `${second} is after ${first}`)
})

test('unfreezing an active card returns 200 with the card and changes nothing', async () => {
  const card = await newCard(api)
  const again = await assertNothingChanges(service, api, [card.id], () => api.post(`/cards/${card.id}/unfreeze`))
  assert.equal(again.status, 200)
  assert.deepEqual(again.body, card)
})

test('terminating a terminated card returns 200 with the first result and changes nothing', async () => {
  const { id } = await newCard(api)
  const first = (await api.delete(`/cards/${id}`)).body
  const again = await assertNothingChanges(service, api, [id], () => api.delete(`/cards/${id}`))
  assert.equal(again.status, 200)
  assert.deepEqual(again.body, first)
})

const writes: [name: string, method: 'post' | 'patch', path: string, body?: object][] = [
  ['freeze', 'post', '/freeze'],
  ['unfreeze', 'post', '/unfreeze'],
  ['fund', 'post', '/fund', { amount: 10 }],
  ['withdraw', 'post', '/withdraw', { amount: 10 }],
  ['PATCH', 'patch', '', { label: 'x' }],
  ['PATCH with an empty body', 'patch', '', {}],
]
for (const [name, method, path, body] of writes) {
  test(`${name} on a terminated card returns 400 card_terminated and changes nothing`, async () => {
    const { id } = await cardIn('terminated')
    const refused = await assertNothingChanges(service, api, [id], () => api[method](`/cards/${id}${path}`, body))
    assertError(refused, 400, 'card_terminated')
  })
  test(`${name} on a card that does not exist returns 404 card_not_found`, async () => {
    assertError(await api[method](`/cards/${await missingId(service, api)}${path}`, body), 404, 'card_not_found')
  })
}

test('DELETE on a card that does not exist returns 404 card_not_found', async () => {
  assertError(await api.delete(`/cards/${await missingId(service, api)}`), 404, 'card_not_found')
})

test('a terminated card stays readable in its summary, in the list and in its details', async () => {
  const { id } = await cardIn('terminated')
  assertShape(await summary(id), 'cardSummary')
  const listed = (await api.get('/cards?status=terminated')).body.data.map((card: { id: string }) => card.id)
  assert.ok(listed.includes(id), `${id} is not in ${listed.join(', ')}`)
  assert.equal((await api.get(`/cards/${id}/details`)).status, 200)
})

test('fund and withdraw work on a frozen card and leave it frozen', async () => {
  const { id } = await cardIn('frozen')
  assert.equal((await api.post(`/cards/${id}/fund`, { amount: 50 })).body.new_balance, 150)
  assert.equal((await api.post(`/cards/${id}/withdraw`, { amount: 150 })).body.new_balance, 0)
  assert.equal((await summary(id)).status, 'frozen')
})

const debits: [promise: string, threshold: number, withdrawn: number, status: string][] = [
  ['a withdrawal that leaves the balance below the threshold freezes the card', 50, 50.01, 'frozen'],
  ['a withdrawal that leaves exactly the threshold does not freeze the card', 50, 50, 'active'],
  ['a card that was already below its threshold freezes with the next debit', 500, 0.01, 'frozen'],
  ['a card without a threshold never freezes automatically', 0, 100, 'active'],
]
for (const [promise, auto_freeze_at, amount, status] of debits) {
  test(promise, async () => {
    const { id } = await newCard(api, { auto_freeze_at })
    assert.equal((await api.post(`/cards/${id}/withdraw`, { amount })).status, 200)
    assert.equal((await summary(id)).status, status)
  })
}

test('funding neither freezes a card below its threshold nor unfreezes one above it', async () => {
  const low = await newCard(api, { auto_freeze_at: 500 })
  await api.post(`/cards/${low.id}/fund`, { amount: 1 })
  assert.equal((await summary(low.id)).status, 'active')
  const frozen = await newCard(api, { auto_freeze_at: 50 })
  await api.post(`/cards/${frozen.id}/withdraw`, { amount: 60 })
  await api.post(`/cards/${frozen.id}/fund`, { amount: 1000 })
  assert.equal((await summary(frozen.id)).status, 'frozen')
})

test('a card that was frozen automatically can be unfrozen below its threshold', async () => {
  const { id } = await newCard(api, { auto_freeze_at: 50 })
  await api.post(`/cards/${id}/withdraw`, { amount: 60 })
  assert.equal((await api.post(`/cards/${id}/unfreeze`)).body.status, 'active')
})

test('freezing a card that was frozen automatically returns the time of the automatic freeze', async () => {
  const { id } = await newCard(api, { auto_freeze_at: 50 })
  await api.post(`/cards/${id}/withdraw`, { amount: 60 })
  const { events } = await stateOf(service, api)
  const first = (await api.post(`/cards/${id}/freeze`)).body.frozen_at
  await api.post(`/cards/${id}/withdraw`, { amount: 1 })
  assert.equal((await api.post(`/cards/${id}/freeze`)).body.frozen_at, first)
  assert.equal((await stateOf(service, api)).events, events)
})

test('concurrent terminations refund the balance once', async () => {
  const { id } = await newCard(api, { amount: 75 })
  const before = await wallet()
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.delete(`/cards/${id}`)))
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]!.body])
  assert.equal((await wallet()) - before, 75)
})

test('the books balance', () => service.audit())

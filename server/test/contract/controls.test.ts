// Controls of a card: how they are set and shown, GET /cards/{card_id}/limits, and the detail of a decline.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { assertError, assertNothingChanges, assertReplayed, missingId, newCard } from './assertions.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const api = await service.fundedWorkspace(20_000)

const none = {
  limits: [],
  merchants: { allowed: [], blocked: [] },
  categories: { blocked: [] },
  countries: { allowed: [], blocked: [] },
  uses: null,
  merchant_lock: null,
  locked_to: null,
  active_from: null,
  active_until: null,
}
const all = {
  limits: [
    { window: 'per_transaction', amount: 50.5 },
    { window: 'day', count: 3, categories: ['software', '7311'] },
    { window: 'all_time', amount: 1000, count: 100000, categories: [] },
  ],
  merchants: { allowed: [{ id: '445566778899001' }, { name: 'Acme*' }], blocked: [{ name: '*' }] },
  categories: { blocked: ['gambling', '0001'] },
  countries: { allowed: ['US', 'IE'] },
  uses: 10_000,
  merchant_lock: 'first',
  active_from: '2026-01-01T00:00:00Z',
  active_until: '2090-06-30T22:00:00+02:00',
}
const allShown = {
  limits: [
    { window: 'per_transaction', amount: 50.5, count: null, categories: [] },
    { window: 'day', amount: null, count: 3, categories: ['software', '7311'] },
    { window: 'all_time', amount: 1000, count: 100_000, categories: [] },
  ],
  merchants: all.merchants,
  categories: all.categories,
  countries: { allowed: ['US', 'IE'], blocked: [] },
  uses: 10_000,
  merchant_lock: 'first',
  locked_to: null,
  active_from: '2026-01-01T00:00:00.000Z',
  active_until: '2090-06-30T20:00:00.000Z',
}
const parts = Object.keys(all) as (keyof typeof all)[]

const patched = async (card: string, body: object) => {
  const answer = await api.patch(`/cards/${card}`, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const summary = async (card: string) => (await api.get(`/cards/${card}`)).body
const limits = async (card: string) => (await api.get(`/cards/${card}/limits`)).body
const authorize = async (card: string, amount: number, more: object = {}) => {
  const merchant = { name: 'Acme Ads', mcc: '7311', country: 'US' }
  const answer = await api.post('/sandbox/authorizations', { card_id: card, amount, merchant, ...more })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

test('a card without controls shows all of them as empty', async () => {
  const card = await newCard(api)
  assert.deepEqual(card.controls, none)
  assert.deepEqual((await summary(card.id)).controls, none)
})

test('the response, the summary and the event show all controls of a new card', async () => {
  const card = await newCard(api, { controls: all })
  assert.deepEqual(card.controls, allShown)
  assert.deepEqual((await summary(card.id)).controls, allShown)
  assert.deepEqual((await api.post(`/cards/${card.id}/freeze`)).status, 200)
  assert.deepEqual((await api.post(`/cards/${card.id}/unfreeze`)).body.controls, allShown)
  const { data } = (await api.get('/events?type=card.created&per_page=1')).body
  assert.deepEqual([data[0].data.id, data[0].data.controls], [card.id, allShown])
})

for (const part of parts) {
  test(`PATCH with only controls.${part} replaces that part, and null clears it`, async () => {
    const card = await newCard(api)
    const given = { [part]: all[part] }
    const expected = { ...none, [part]: allShown[part] }
    assert.deepEqual(await patched(card.id, { controls: given }), { ...card, controls: expected })
    assert.deepEqual(
      (await patched(card.id, { controls: {} })).controls,
      expected,
      'parts that are not given stay unchanged',
    )
    assert.deepEqual((await patched(card.id, { label: '' })).controls, expected)
    assert.deepEqual(await patched(card.id, { controls: { [part]: null } }), card)
  })

  test(`controls.${part} can be cleared and set again without changing the other parts`, async () => {
    const { id } = await newCard(api, { controls: all })
    const emptied = await patched(id, { controls: { [part]: null } })
    assert.deepEqual(emptied.controls, { ...allShown, [part]: none[part] })
    assert.deepEqual((await patched(id, { controls: { [part]: all[part] } })).controls, allShown)
  })
}

test('PATCH replaces a part of controls instead of merging it', async () => {
  const { id } = await newCard(api, { controls: { merchants: { allowed: [{ id: 'a' }], blocked: [{ id: 'b' }] } } })
  const { controls } = await patched(id, { controls: { merchants: { blocked: [{ name: 'c' }] } } })
  assert.deepEqual(controls.merchants, { allowed: [], blocked: [{ name: 'c' }] })
})

test('empty lists of controls are equal to no controls', async () => {
  const empty = { limits: [], merchants: {}, categories: { blocked: [] }, countries: { allowed: [] } }
  assert.deepEqual((await newCard(api, { controls: empty })).controls, none)
  assert.deepEqual((await newCard(api, { controls: {} })).controls, none)
})

test('a card accepts controls of the maximum size', async () => {
  const entries = (name: string) => Array.from({ length: 100 }, (_, n) => ({ id: `${name}${n}`.padEnd(15, 'x') }))
  const controls = {
    limits: Array.from({ length: 10 }, (_, n) => ({ window: 'week', amount: 0.01 + n, count: 1 + n })),
    merchants: { allowed: entries('a'), blocked: entries('b') },
    uses: 1,
  }
  const { id, controls: shown } = await newCard(api, { controls })
  assert.equal(shown.limits.length, 10)
  assert.deepEqual(shown.merchants, controls.merchants)
  assert.equal((await limits(id)).data.length, 11)
})

test('PATCH of controls works on a frozen card and is rejected on a terminated one', async () => {
  const { id } = await newCard(api)
  await api.post(`/cards/${id}/freeze`)
  assert.equal((await patched(id, { controls: { uses: 2 } })).controls.uses, 2)
  await api.delete(`/cards/${id}`)
  const refused = await assertNothingChanges(service, api, [id], () =>
    api.patch(`/cards/${id}`, { controls: { uses: 3 } }),
  )
  assertError(refused, 400, 'card_terminated')
  assert.equal((await summary(id)).controls.uses, 2)
})

test('a PATCH of controls under one idempotency key happens once', async () => {
  const { id } = await newCard(api)
  const call = {
    method: 'PATCH',
    path: `/cards/${id}`,
    body: { controls: { uses: 4, limits: [{ window: 'day', count: 1 }] } },
  }
  assert.equal((await assertReplayed(service, api, call, 'controls-once', [id])).body.controls.uses, 4)
})

test('a card without controls has only its monthly limit and no uses', async () => {
  const { id } = await newCard(api, { spending_limit: 250.5 })
  const { data, uses } = await limits(id)
  const { resets_at, ...month } = data[0]
  assert.deepEqual([data.length, uses], [1, null])
  assert.deepEqual(month, {
    window: 'month',
    categories: [],
    amount: 250.5,
    count: null,
    used_amount: 0,
    used_count: null,
    remaining_amount: 250.5,
    remaining_count: null,
  })
  assert.match(resets_at, /^\d{4}-\d\d-01T00:00:00\.000Z$/)
})

test('GET limits returns the monthly limit first, then the other limits in the given order, then the uses', async () => {
  const controls = {
    limits: [
      { window: 'all_time', amount: 90, count: 3 },
      { window: 'per_transaction', amount: 40 },
      { window: 'day', count: 5, categories: ['software'] },
      { window: 'week', amount: 25 },
    ],
    uses: 4,
  }
  const { id } = await newCard(api, { controls })
  assert.equal((await authorize(id, 20)).approved, true)
  const { data, uses } = await limits(id)
  assert.deepEqual(uses, { limit: 4, used: 1, remaining: 3 })
  assert.deepEqual(
    data.map(({ window, used_amount, used_count, remaining_amount, remaining_count }: Record<string, unknown>) => [
      window,
      used_amount,
      used_count,
      remaining_amount,
      remaining_count,
    ]),
    [
      ['month', 20, null, 19_980, null],
      ['all_time', 20, 1, 70, 2],
      ['per_transaction', 0, 0, 40, null],
      ['day', 0, 0, null, 5],
      ['week', 20, 1, 5, null],
    ],
  )
  assert.deepEqual(
    data.map(
      ({ resets_at }: { resets_at: string | null }) => resets_at && new Date(resets_at).toISOString() === resets_at,
    ),
    [true, null, null, true, true],
  )
})

test('a forced settlement beyond a limit leaves zero remaining, not a negative amount', async () => {
  const { id } = await newCard(api, { controls: { limits: [{ window: 'year', amount: 10, count: 1 }] } })
  const merchant = { name: 'Acme Ads', mcc: '7311', country: 'US' }
  for (let n = 0; n < 2; n++) await api.post('/sandbox/settlements', { card_id: id, amount: 15, merchant })
  const [, year] = (await limits(id)).data
  assert.deepEqual([year.used_amount, year.remaining_amount, year.used_count, year.remaining_count], [30, 0, 2, 0])
})

test('GET limits returns 404 for a card that does not exist or belongs to another workspace', async () => {
  assertError(await api.get(`/cards/${await missingId(service, api)}/limits`), 404, 'card_not_found')
  const other = await service.fundedWorkspace(100)
  assertError(await api.get(`/cards/${(await newCard(other, { amount: 10 })).id}/limits`), 404, 'card_not_found')
  const { id } = await newCard(api)
  assertError(await api.get(`/cards/${id}/limits?page=1`), 400, 'invalid_request', 'page')
})

test('a decline for a limit reports the limit, the used amount and the reset time wherever it is read', async () => {
  const { id } = await newCard(api, {
    controls: { limits: [{ window: 'day', amount: 30, categories: ['advertising'] }] },
  })
  await authorize(id, 20)
  const { approved, decline_reason, transaction } = await authorize(id, 10.01)
  assert.deepEqual([approved, decline_reason], [false, 'limit_exceeded'])
  const [, day] = (await limits(id)).data
  const detail = {
    window: 'day',
    categories: ['advertising'],
    unit: 'amount',
    limit: 30,
    used: 20,
    resets_at: day.resets_at,
  }
  assert.deepEqual(transaction.decline_detail, detail)
  assert.deepEqual((await api.get(`/transactions/${transaction.id}`)).body.decline_detail, detail)
  const listed = (await api.get(`/transactions?card_id=${id}`)).body.data
  assert.deepEqual(
    listed.map((each: { decline_detail: unknown }) => each.decline_detail),
    [detail, null],
  )
  const { data } = (await api.get('/events?type=transaction.declined&per_page=1')).body
  assert.deepEqual([data[0].data.id, data[0].data.decline_detail], [transaction.id, detail])
})

test('a decline for the monthly limit has a detail, and declines for other reasons have none', async () => {
  const { id } = await newCard(api, { spending_limit: 15 })
  await authorize(id, 10)
  const { decline_reason, transaction } = await authorize(id, 6)
  const { resets_at, ...detail } = transaction.decline_detail
  const expected = { window: 'month', categories: [], unit: 'amount', limit: 15, used: 10 }
  assert.deepEqual([decline_reason, detail], ['spending_limit_exceeded', expected])
  await patched(id, { spending_limit: 1000 })
  const poor = await authorize(id, 500)
  assert.deepEqual([poor.decline_reason, poor.transaction.decline_detail], ['insufficient_funds', null])
})

test("a transaction shows the network's merchant id if one was given", async () => {
  const { id } = await newCard(api)
  const merchant = { name: 'Acme Ads', mcc: '7311', country: 'US' }
  const named = await authorize(id, 1, { merchant: { ...merchant, id: 'M-1', city: 'Dover' } })
  const nameless = await authorize(id, 1, { merchant })
  assert.deepEqual([named.transaction.merchant_id, nameless.transaction.merchant_id], ['M-1', null])
  assert.equal((await api.get(`/transactions/${named.transaction.id}`)).body.merchant_id, 'M-1')
})

test('a merchant lock shows the merchant that it bound the card to, and null removes the lock', async () => {
  const { id } = await newCard(api, { controls: { merchant_lock: 'first' } })
  const merchant = { name: '  Acme   Ads ', mcc: '7311', country: 'US', id: 'M-1' }
  await authorize(id, 1000)
  assert.equal((await summary(id)).controls.locked_to, null, 'a declined purchase does not lock the card')
  await authorize(id, 1, { merchant })
  const { locked_to } = (await summary(id)).controls
  assert.deepEqual([locked_to.id, locked_to.name.trim()], ['M-1', 'Acme   Ads'])
  assert.deepEqual((await patched(id, { controls: { merchant_lock: 'first' } })).controls.locked_to, locked_to)
  assert.equal((await patched(id, { controls: { merchant_lock: null } })).controls.locked_to, null)
  assert.equal((await patched(id, { controls: { merchant_lock: 'first' } })).controls.locked_to, null)
})

test('the books balance', () => service.audit())

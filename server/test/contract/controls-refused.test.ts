// Every invalid value in every part of `controls` is rejected on creation and on PATCH, `param` names its position, and
// nothing changes.

import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { assertError, assertNothingChanges, BIN, newCard } from './assertions.ts'

const service = await startTestService()
const api = await service.fundedWorkspace(5_000)
const kept = { limits: [{ window: 'day', amount: 50 }], uses: 7, active_from: '2027-01-01T00:00:00Z' }
const { id } = await newCard(api, { controls: kept })

const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const day = { window: 'day', amount: 10 }
const notANumber = ['5', true, [], {}]

type Bad = [param: string, values: unknown[], make: (value: unknown) => unknown, error?: string]
const limit = (field: string) => (value: unknown) => ({ limits: [day, day, { ...day, [field]: value }] })
const list = (part: string, side: string) => (value: unknown) => ({ [part]: { [side]: value } })
const part = (name: string) => (value: unknown) => ({ [name]: value })

const bad: Bad[] = [
  ['controls', ['text', 5, true, []], (value) => value],
  ['controls.unknown', [1, null], part('unknown')],
  // Only the service sets this field.
  ['controls.locked_to', [{ id: null, name: 'Acme' }, null], part('locked_to')],

  ['controls.limits', ['text', 5, {}, many(11, () => day)], part('limits')],
  [
    'controls.limits.1',
    [{ window: 'day' }, { window: 'day', categories: ['software'] }],
    (value) => ({ limits: [day, value] }),
  ],
  ['controls.limits.0', ['day', 5, null, []], (value) => ({ limits: [value] })],
  ['controls.limits.2.window', [undefined, null, 'hour', 'Day', '', 5], limit('window')],
  ['controls.limits.2.amount', [null, 0, -1, 0.001, 10.005, 1e12, 1e21, ...notANumber], limit('amount')],
  ['controls.limits.2.count', [null, 0, -1, 1.5, 100_001, 1e21, ...notANumber], limit('count')],
  ['controls.limits.2.categories', ['software', null, {}, 5], limit('categories')],
  [
    'controls.limits.2.categories',
    [['nonsense'], ['software', '73111'], ['']],
    limit('categories'),
    'invalid_category',
  ],
  ['controls.limits.2.categories.1', [['software', 5]], limit('categories')],
  ['controls.limits.2.unknown', [1], limit('unknown')],
  // A count makes no sense for a single purchase.
  ['controls.limits.0.count', [3], (count) => ({ limits: [{ window: 'per_transaction', count }] })],

  ['controls.merchants', ['text', 5, []], part('merchants')],
  ['controls.merchants.unknown', [[]], list('merchants', 'unknown')],
  ...['allowed', 'blocked'].flatMap((side): Bad[] => [
    [`controls.merchants.${side}`, ['Acme', {}, 5, null, many(101, (n) => ({ id: `m${n}` }))], list('merchants', side)],
    [
      `controls.merchants.${side}.1`,
      [{}, { id: 'm1', name: 'Acme' }, 'Acme', null],
      (value) => list('merchants', side)([{ id: 'm' }, value]),
    ],
    [
      `controls.merchants.${side}.0.id`,
      ['', 'x'.repeat(16), 5, null, 'a\u0000b'],
      (value) => list('merchants', side)([{ id: value }]),
    ],
    [
      `controls.merchants.${side}.0.name`,
      ['', 'x'.repeat(201), 5, null, 'a\u0000b'],
      (value) => list('merchants', side)([{ name: value }]),
    ],
    [`controls.merchants.${side}.0.mcc`, ['7311'], (value) => list('merchants', side)([{ id: 'm', mcc: value }])],
    [`controls.countries.${side}`, ['US', {}, 5, null], list('countries', side)],
    [
      `controls.countries.${side}.1`,
      ['us', 'USA', 'U', '', 5, null, 'UK', 'XX', 'ZZ', 'EU'],
      (value) => list('countries', side)(['US', value]),
    ],
  ]),

  ['controls.categories', ['text', 5, [], ['software']], part('categories')],
  ['controls.categories.allowed', [[]], list('categories', 'allowed')],
  ['controls.categories.blocked', ['software', {}, 5, null], list('categories', 'blocked')],
  ['controls.categories.blocked', [['nonsense'], ['7311', 'nope']], list('categories', 'blocked'), 'invalid_category'],

  ['controls.countries', ['US', 5, []], part('countries')],
  [
    'controls.countries',
    [
      { allowed: ['US'], blocked: ['FR'] },
      { allowed: ['US'], blocked: ['US'] },
    ],
    part('countries'),
  ],

  ['controls.uses', [0, -1, 1.5, 10_001, 1e21, ...notANumber], part('uses')],
  ['controls.merchant_lock', ['last', '', true, 1, {}], part('merchant_lock')],
  ...['active_from', 'active_until'].map(
    (name): Bad => [
      `controls.${name}`,
      ['yesterday', '', '2026-13-01T00:00:00Z', '2027-02-29T00:00:00Z', '2027-01-01T24:30:00Z', 5, true, {}],
      part(name),
    ],
  ),
  [
    'controls.active_until',
    ['2027-01-01T00:00:00Z', '2026-12-31T23:59:59Z'],
    (until) => ({ active_from: '2027-01-01T00:00:00Z', active_until: until }),
  ],
]

for (const [param, values, make, error = 'invalid_controls'] of bad) {
  for (const value of values) {
    const controls = make(value)
    const shown = JSON.stringify(value) ?? 'nothing'
    test(`${param} cannot be ${shown.length > 50 ? `${shown.slice(0, 40)}…` : shown}`, async () => {
      const create = { bin_id: BIN, amount: 10, controls }
      const [created, patched] = await assertNothingChanges(service, api, [id], () =>
        Promise.all([api.post('/cards', create), api.patch(`/cards/${id}`, { controls })]),
      )
      assertError(created, 400, error, param)
      assertError(patched, 400, error, param)
    })
  }
}

test('a control that contradicts the existing controls of the card is rejected', async () => {
  const answer = await assertNothingChanges(service, api, [id], () =>
    api.patch(`/cards/${id}`, { controls: { active_until: '2026-12-01T00:00:00Z' } }),
  )
  assertError(answer, 400, 'invalid_controls', 'controls.active_until')
})

test('a request with one invalid control changes nothing', async () => {
  const body = { label: 'new', controls: { uses: 3, limits: [day, { window: 'week' }] } }
  const answer = await assertNothingChanges(service, api, [id], () => api.patch(`/cards/${id}`, body))
  assertError(answer, 400, 'invalid_controls', 'controls.limits.1')
})

test('of two concurrent changes that contradict each other one is rejected, and other requests succeed', async () => {
  for (let round = 0; round < 10; round++) {
    const card = (await newCard(api)).id
    const [from, until, ...others] = await Promise.all([
      api.patch(`/cards/${card}`, { controls: { active_from: '2028-01-01T00:00:00Z' } }),
      api.patch(`/cards/${card}`, { controls: { active_until: '2027-01-01T00:00:00Z' } }),
      ...many(4, (n) => api.patch(`/cards/${card}`, { metadata: { [`k${n}`]: n } })),
    ])
    const refused = [from!, until!].filter(({ status }) => status !== 200)
    for (const other of others) assertError200(other)
    if (refused.length !== 1) throw new Error(`${refused.length} were rejected`)
    assertError(refused[0]!, 400, 'invalid_controls', 'controls.active_until')
  }
})

function assertError200({ status, body }: { status: number; body: unknown }): void {
  if (status !== 200) throw new Error(`another request failed: ${JSON.stringify(body)}`)
}

test('the books balance', () => service.audit())

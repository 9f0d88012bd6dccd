// Invalid request bodies for every sandbox call: each returns the precise error and field, and changes nothing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { ads, assertError, changesNothing, done, openScene } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const scene = await openScene(service)
const { api, card } = scene
const { id } = await scene.hold(10)
const settlement = await scene.force(5)
const challenge = await scene.challenge(5)
const { body: deposit } = await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' })

/** Values of one field that are rejected with this error. `undefined` omits the field. */
type Bad = [field: string, error: string | string[], values: unknown[], param?: string]
type Call = { path: string; valid: Record<string, unknown>; bad: Bad[] }

const numbers = [null, '5', true, [], {}, 0, -1, 0.001, 0.009, 1.005, 1e21, -0.01]
const amount = (isRequired: boolean): Bad => [
  'amount',
  'invalid_amount',
  isRequired ? [undefined, ...numbers] : numbers,
]
const currency: Bad = ['currency', 'invalid_currency', [null, 5, '', 'eur', 'EURO', 'E', 'QQQ', 'XAU', 'BTC', {}]]
const cardId: Bad = ['card_id', 'invalid_request', [undefined, null, 5, {}, 'x'.repeat(101), 'card_\u0000']]
const long = 'x'.repeat(201)
const merchantWith = (field: string, values: unknown[]): Bad => [
  'merchant',
  'invalid_request',
  values.map((value) => ({ ...ads, [field]: value })),
  `merchant.${field}`,
]
const merchant: Bad[] = [
  ['merchant', 'invalid_request', [null, 'Acme', 5, []]],
  merchantWith('name', [undefined, null, '', 5, long, 'a\u0000b', '\ud800']),
  merchantWith('mcc', [undefined, null, 7311, '731', '73111', 'abcd', '']),
  merchantWith('country', [undefined, null, 'us', 'USA', 'U', 1]),
  merchantWith('id', [null, '', 5, '0123456789012345', 'a\u0000b']),
  merchantWith('city', [null, '', 5, long, '\ud800']),
  merchantWith('street', ['1 Main St']),
]
const noMerchant: Bad = ['merchant', 'invalid_request', [undefined]]
const flag = (field: string): Bad => [field, 'invalid_request', [null, 'true', 1]]

const calls: Call[] = [
  {
    path: 'deposits',
    valid: { currency: 'usdt', amount_crypto: '100' },
    bad: [
      ['currency', 'invalid_currency', [undefined, null, 'doge', 'USDT', '', 5]],
      [
        'amount_crypto',
        'invalid_amount',
        [
          '',
          '0',
          '0.0',
          '-1',
          '+1',
          '1e3',
          ' 1',
          '1.',
          '.5',
          '1,5',
          '0x10',
          '1.0000001',
          '1000000000.01',
          '9'.repeat(31),
        ],
      ],
      // The contract allows either error for a missing text or a value of the wrong type.
      ['amount_crypto', ['invalid_amount', 'invalid_request'], [undefined, null, 100, true]],
      flag('confirm'),
    ],
  },
  { path: `deposits/${deposit.id}/confirm`, valid: {}, bad: [] },
  { path: `deposits/${deposit.id}/expire`, valid: {}, bad: [] },
  {
    path: 'authorizations',
    valid: { card_id: card, amount: 5, merchant: ads },
    bad: [
      cardId,
      amount(true),
      currency,
      noMerchant,
      ...merchant,
      ['three_ds_challenge_id', 'invalid_request', [null, 5, {}]],
      flag('partial'),
      ['cvv', 'invalid_request', ['12', '12345', 'abc', 123, null]],
      ['exp_month', 'invalid_request', [0, 13, 1.5, '1', null]],
      ['exp_year', 'invalid_request', [99, 10_000, '2030', null]],
      [
        'pan',
        'invalid_request',
        ['', '4242', '4242 4242 4242 4242', 'x'.repeat(16), 4242424242424242, null, '4'.repeat(20)],
      ],
    ],
  },
  { path: `authorizations/${id}/increment`, valid: { amount: 1 }, bad: [amount(true), currency] },
  { path: `authorizations/${id}/settle`, valid: { amount: 1 }, bad: [amount(false), currency, flag('final')] },
  { path: `authorizations/${id}/reverse`, valid: { amount: 1 }, bad: [amount(false)] },
  { path: `authorizations/${id}/expire`, valid: {}, bad: [] },
  {
    path: 'settlements',
    valid: { card_id: card, amount: 5, merchant: ads },
    bad: [cardId, amount(true), currency, noMerchant, ...merchant],
  },
  {
    path: 'refunds',
    valid: { card_id: card, amount: 5, merchant: ads },
    bad: [
      ['card_id', 'invalid_request', [undefined], 'transaction_id'],
      ['card_id', 'invalid_request', [null, 5]],
      amount(true),
      currency,
      noMerchant,
      ...merchant,
      ['transaction_id', 'invalid_request', [settlement.id], 'card_id'],
    ],
  },
  {
    path: 'refunds',
    valid: { transaction_id: settlement.id },
    bad: [
      ['transaction_id', 'invalid_request', [null, 5, []]],
      amount(false),
      ['merchant', 'invalid_request', [ads]],
      ['card_id', 'invalid_request', [card]],
      ['currency', 'invalid_request', ['EUR', 'USD']],
    ],
  },
  {
    path: '3ds',
    valid: { card_id: card, merchant: 'Acme Ads', amount: 5 },
    bad: [cardId, amount(true), ['merchant', 'invalid_request', [undefined, null, '', 5, long, ads, 'a\u0000b']]],
  },
  {
    path: `3ds/${challenge.id}/verify`,
    valid: { otp: challenge.otp },
    bad: [['otp', 'invalid_request', [undefined, null, '', 123456, 'x'.repeat(21)]]],
  },
  {
    path: 'clock/advance',
    valid: { seconds: 60 },
    bad: [['seconds', 'invalid_request', [undefined, null, '60', 0, -1, 1.5, 126_230_401]]],
  },
  { path: 'reset', valid: {}, bad: [] },
]

for (const { path, valid, bad } of calls) {
  const name = path.replace(/\w+_\w{28}/, '{id}')
  const like = Object.keys(valid).join(', ')
  for (const [field, error, values, param = field] of bad) {
    test(`${name} {${like}} rejects an invalid ${param} with 400 ${error} and changes nothing (${values.length} values)`, async () => {
      await changesNothing(service, api, async () => {
        for (const value of values) {
          const answer = await scene.call(path, { ...valid, [field]: value })
          try {
            assertError(answer, 400, error, param)
          } catch (cause) {
            throw new Error(`${field}: ${JSON.stringify(value)?.slice(0, 60)}`, { cause })
          }
        }
      })
    })
  }

  test(`${name} {${like}} rejects an unknown field or query parameter with 400 invalid_request and changes nothing`, async () => {
    await changesNothing(service, api, async () => {
      assertError(await scene.call(path, { ...valid, surprise: 1 }), 400, 'invalid_request', 'surprise')
      assertError(await scene.call(`${path}?surprise=1`, valid), 400, 'invalid_request', 'surprise')
      assertError(await scene.call(path, [valid]), 400, ['invalid_request', 'invalid_json'])
      assertError(await scene.call(path, '{"'), 400, 'invalid_json')
    })
  })
}

test('an invalid body for an unknown object returns 400 instead of 404', async () => {
  const unknown: [string, object, string][] = [
    ['authorizations/txn_x/increment', { amount: 0 }, 'invalid_amount'],
    ['authorizations/txn_x/settle', { amount: 0 }, 'invalid_amount'],
    ['authorizations/txn_x/reverse', { amount: 0 }, 'invalid_amount'],
    ['authorizations', { card_id: 'card_x', amount: 0, merchant: ads }, 'invalid_amount'],
    ['settlements', { card_id: 'card_x', amount: 0, merchant: ads }, 'invalid_amount'],
    ['refunds', { card_id: 'card_x', amount: 1 }, 'invalid_request'],
    ['refunds', { transaction_id: 'txn_x', merchant: ads }, 'invalid_request'],
    ['3ds/3ds_x/verify', {}, 'invalid_request'],
  ]
  for (const [path, body, error] of unknown) assertError(await scene.call(path, body), 400, error)
})

test('a call without required fields accepts no body, an empty body and {} as the same request', async () => {
  const send = [
    (path: string) => api.post(path),
    (path: string) => api.post(path, {}),
    (path: string) => api.post(path, '', { 'content-type': 'application/json' }),
  ]
  for (const post of send) {
    for (const verb of ['settle', 'reverse', 'expire']) {
      const item = await scene.hold(1)
      const answer = await post(`/sandbox/authorizations/${item.id}/${verb}`)
      assert.equal(answer.status, verb === 'settle' ? 201 : 200, JSON.stringify(answer.body))
    }
    done(await post(`/sandbox/deposits/${deposit.id}/confirm`), 200)
  }
})

test('the books balance', () => service.audit())

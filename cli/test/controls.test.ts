// Controls of a card on the command line: options, limits, and the explanation of a decline.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestService } from '../../server/test/harness.ts'
import { limitOf } from '../src/controls.ts'
import { barOf } from '../src/limits.ts'
import { environmentFor, fails, json, run, succeeds, temporaryFolder } from './cli-fixture.ts'

const service = await startTestService({})
const api = await service.fundedWorkspace(5000)
const env = environmentFor({ url: service.url, key: api.key })
const BIN = 'bin_visa_us_prepaid_1'

const create = (...options: string[]) => json(['cards', 'create', '--bin', BIN, '--amount', '100', ...options], env)
const update = (card: string, ...options: string[]) => json(['cards', 'update', card, ...options], env)

/** The typed option, and the parameter that is sent. */
const LIMITS: [string, object][] = [
  ['day=250', { window: 'day', amount: 250 }],
  ['month=10x', { window: 'month', count: 10 }],
  ['day=250,5x,advertising', { window: 'day', amount: 250, count: 5, categories: ['advertising'] }],
  ['week=5x,1000.00', { window: 'week', amount: 1000, count: 5 }],
  ['year=5x,7311', { window: 'year', count: 5, categories: ['7311'] }],
  ['all_time=$7311,gambling,5812', { window: 'all_time', amount: 7311, categories: ['gambling', '5812'] }],
  ['per_transaction=0.5', { window: 'per_transaction', amount: 0.5 }],
]
for (const [typed, sent] of LIMITS) test(`--limit ${typed}`, () => assert.deepEqual(limitOf(typed), sent))

for (const typed of ['day', 'day=', '=5', 'hour=5', '250', 'day=1.5,2.5', 'day=1x,2x'])
  test(`--limit ${typed} is refused`, () => assert.throws(() => limitOf(typed), /--limit/))

test('cards create sets controls, and each option of cards update changes only its own part', async () => {
  const card = await create(
    ...['--limit', 'day=50,3x', '--limit', 'per_transaction=20', '--uses', '9', '--merchant-lock', 'first'],
    ...['--allow-merchant', 'Acme*', '--allow-merchant', 'id:445566778899001', '--block-merchant', 'Bad Shop'],
    ...['--block-category', 'gambling,7995', '--allow-country', 'us,IE', '--active-until', '2090-01-01T00:00:00Z'],
  )
  const controls = {
    limits: [
      { window: 'day', amount: 50, count: 3, categories: [] },
      { window: 'per_transaction', amount: 20, count: null, categories: [] },
    ],
    merchants: { allowed: [{ name: 'Acme*' }, { id: '445566778899001' }], blocked: [{ name: 'Bad Shop' }] },
    categories: { blocked: ['gambling', '7995'] },
    countries: { allowed: ['US', 'IE'], blocked: [] },
    uses: 9,
    merchant_lock: 'first',
    locked_to: null,
    active_from: null,
    active_until: '2090-01-01T00:00:00.000Z',
  }
  assert.deepEqual(card.controls, controls)
  const changed = await update(card.id, '--block-merchant', '', '--uses', 'none', '--block-country', 'FR')
  assert.deepEqual(changed.controls, {
    ...controls,
    merchants: { ...controls.merchants, blocked: [] },
    uses: null,
    countries: { allowed: [], blocked: ['FR'] },
  })
  const emptied = await update(card.id, '--limit', '', '--merchant-lock', 'none', '--active-until', 'none')
  assert.deepEqual([emptied.controls.limits, emptied.controls.merchant_lock], [[], null])
  assert.deepEqual((await update(card.id, '--controls', 'null')).controls.merchants, { allowed: [], blocked: [] })
})

test('--controls reads a file, and other options override it', async () => {
  const file = join(temporaryFolder(), 'controls.json')
  writeFileSync(file, JSON.stringify({ uses: 3, limits: [{ window: 'day', amount: 5 }] }))
  const { controls } = await create('--controls', file, '--limit', 'week=7')
  assert.deepEqual([controls.uses, controls.limits[0].window], [3, 'week'])
  const refused = (value: string, more: string[] = []) =>
    fails(['cards', 'create', '--bin', BIN, '--amount', '1', '--controls', value, ...more], env, 2)
  assert.match(await refused('/nowhere.json'), /\/nowhere\.json cannot be read \(ENOENT\)/)
  assert.match(await refused('{'), /--controls must be JSON/)
  assert.match(await refused('null', ['--uses', '1']), /cannot be combined with another control/)
  assert.match(await fails(['cards', 'update', 'card_x', '--uses', 'many'], env, 2), /--uses must be a whole number/)
})

test('templates create takes the same options as cards create', async () => {
  const made = await json(['templates', 'create', 'Once', '--uses', '1', '--block-merchant', 'Bad Shop'], env)
  assert.deepEqual([made.controls.uses, made.controls.merchants.blocked], [1, [{ name: 'Bad Shop' }]])
  const changed = await json(['templates', 'update', 'Once', '--allow-merchant', 'Good Shop'], env)
  assert.deepEqual(changed.controls.merchants, { allowed: [{ name: 'Good Shop' }], blocked: [{ name: 'Bad Shop' }] })
})

test('cards limits shows every window and how much of it is used', async () => {
  const { id } = await create('--limit', 'day=50,3x', '--limit', 'all_time=10x,advertising', '--uses', '4')
  await json(['trigger', 'transaction.authorized', '--card', id, '--amount', '20', '--mcc', '7311'], env)
  const shown = await succeeds(['cards', 'limits', id], env)
  assert.match(shown, /^WINDOW +COUNTS +SPENT +PURCHASES +RESETS$/m)
  assert.match(shown, /^month +everything +20\.00 of [\d,.]+ +- +\d{4}-\d\d-01 00:00:00Z$/m)
  assert.match(shown, /^day +everything +20\.00 of 50\.00 +1 of 3 +\d{4}/m)
  assert.match(shown, /^all_time +advertising +20\.00 +1 of 10 +-$/m)
  assert.match(shown, /^uses +everything +- +1 of 4 +-$/m)
  const limits = await json(['cards', 'limits', id], env)
  assert.deepEqual([limits.data.length, limits.uses], [3, { limit: 4, used: 1, remaining: 3 }])
  assert.deepEqual([0, 0.5, 1, 2].map(barOf), [
    `${'░'.repeat(20)} 0 %`,
    `${'█'.repeat(10)}${'░'.repeat(10)} 50 %`,
    `${'█'.repeat(20)} 100 %`,
    `${'█'.repeat(20)} 200 %`,
  ])
})

test('transactions explain shows every check of a decline in order, and whether it would pass now', async () => {
  const { id } = await create('--allow-merchant', 'id:77')
  const ask = ['trigger', 'transaction.authorized', '--card', id, '--merchant', 'Acme Ads', '--merchant-city', 'Austin']
  const paid = await json([...ask, '--merchant-id', '77', '--country', 'FR'], env)
  assert.deepEqual([paid.data.merchant_id, paid.data.merchant_city, paid.data.merchant.country], ['77', 'Austin', 'FR'])
  const { code, err } = await run([...ask, '--merchant-id', '78'], env)
  const transaction = /transactions explain (txn_\w+)/.exec(err)![1]!
  assert.deepEqual([code, /declined: merchant_not_allowed/.test(err)], [1, true])
  const shown = await succeeds(['transactions', 'explain', transaction], env)
  assert.match(shown, /^This merchant is not allowed \(merchant_not_allowed\)$/m)
  assert.match(shown, /^ {2}passed {7}The merchant's category is allowed\. +electronics \(5732\)$/m)
  assert.match(shown, /^ {2}failed {7}The merchant is allowed\. +Acme Ads \(78\)$/m)
  assert.match(shown, /^ {2}not reached {2}There is enough on the card\.$/m)
  assert.match(shown, /^Now, .*Z: This merchant is not allowed/m)
  await update(id, '--allow-merchant', '')
  assert.match(await succeeds(['transactions', 'explain', transaction], env), /^Now, .*Z: It would be approved now$/m)
  const explained = await json(['transactions', 'explain', transaction], env)
  assert.deepEqual([explained.decline_reason, explained.now.would_pass], ['merchant_not_allowed', true])
  assert.match(await fails(['transactions', 'explain', 'txn_x'], env), /transaction/i)
})

// GET and PUT /sandbox/rates.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeDeadWorkspaces } from '../../src/worker.ts'
import type { Api } from '../harness.ts'
import { startTestService } from '../harness.ts'
import { anotherKey, assertError, changesNothing, done, type Json, openScene, withKey } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

const ratesOf = async (api: Api): Promise<Json> => done(await api.get('/sandbox/rates'), 200)
const set = (api: Api, rates: unknown, headers?: Record<string, string>) =>
  api.put('/sandbox/rates', { rates }, headers)

test('a new sandbox has rates for the common currencies', async () => {
  const { rates, overridden } = await ratesOf(await service.workspace())
  assert.deepEqual(overridden, [])
  for (const currency of ['EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'INR', 'BRL', 'MXN', 'BHD'])
    assert.match(rates[currency], /^\d+(\.\d+)?$/, currency)
  assert.equal(rates.USD, undefined)
  assert.deepEqual(Object.keys(rates), Object.keys(rates).sort())
})

test('PUT replaces all rates and returns them in the same form as GET', async () => {
  const api = await service.workspace()
  const { rates: built } = await ratesOf(api)
  const first = done(await set(api, { EUR: '1.5', XOF: '0.0017' }), 200)
  assert.deepEqual(first, { rates: { ...built, EUR: '1.5', XOF: '0.0017' }, overridden: ['EUR', 'XOF'] })
  assert.deepEqual(await ratesOf(api), first)
  const second = done(await set(api, { JPY: '0.01' }), 200)
  assert.deepEqual(second, { rates: { ...built, JPY: '0.01' }, overridden: ['JPY'] })
  assert.deepEqual(await ratesOf(api), second)
  assert.deepEqual(done(await set(api, {}), 200), { rates: built, overridden: [] })
  assert.deepEqual(await ratesOf(api), { rates: built, overridden: [] })
})

const bad: [unknown, string, string][] = [
  [undefined, 'invalid_request', 'rates'],
  [null, 'invalid_request', 'rates'],
  [[], 'invalid_request', 'rates'],
  ['1.1', 'invalid_request', 'rates'],
  [{ EUR: 1.1 }, 'invalid_request', 'rates.EUR'],
  [{ EUR: null }, 'invalid_request', 'rates.EUR'],
  [{ EUR: '' }, 'invalid_request', 'rates.EUR'],
  [{ EUR: '0' }, 'invalid_request', 'rates.EUR'],
  [{ GBP: '1.2', EUR: '-1' }, 'invalid_request', 'rates.EUR'],
  [{ EUR: '1e3' }, 'invalid_request', 'rates.EUR'],
  [{ EUR: '1.1\n' }, 'invalid_request', 'rates.EUR'],
  [{ EUR: '1234567890' }, 'invalid_request', 'rates.EUR'],
  [{ EUR: `1.${'1'.repeat(13)}` }, 'invalid_request', 'rates.EUR'],
  [{ eur: '1.1' }, 'invalid_currency', 'rates.eur'],
  [{ QQQ: '1.1' }, 'invalid_currency', 'rates.QQQ'],
  [{ USD: '1' }, 'invalid_currency', 'rates.USD'],
  [{ '': '1' }, 'invalid_currency', 'rates.'],
  [JSON.parse('{"__proto__": "1"}'), 'invalid_currency', 'rates.__proto__'],
  [Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`C${n}`, '1'])), 'invalid_request', 'rates'],
]
test(`${bad.length} invalid bodies return 400 with the name of the field and set no rate`, async () => {
  const api = await service.workspace()
  const before = done(await set(api, { EUR: '1.5' }), 200)
  await changesNothing(service, api, async () => {
    for (const [rates, error, param] of bad) assertError(await set(api, rates), 400, error, param)
    assertError(await api.put('/sandbox/rates', { rates: {}, base: 'USD' }), 400, 'invalid_request', 'base')
    assertError(await api.put('/sandbox/rates', '{"rates":'), 400, 'invalid_json')
  })
  assert.deepEqual(await ratesOf(api), before)
})

test('a PUT that is repeated with the same idempotency key returns the same response and sets nothing', async () => {
  const api = await service.workspace()
  const first = await set(api, { EUR: '1.5' }, withKey('rates'))
  done(await set(api, { EUR: '2' }), 200)
  const again = await set(api, { EUR: '1.5' }, withKey('rates'))
  assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [first.body, 'true'])
  assert.equal((await ratesOf(api)).rates.EUR, '2')
})

test('rates belong to one workspace and are deleted by a reset', async () => {
  const { api } = await openScene(service)
  const [neighbour, second] = [await service.workspace(), await anotherKey(service, api)]
  const built = await ratesOf(neighbour)
  done(await set(api, { EUR: '1.5' }), 200)
  assert.equal((await ratesOf(second)).rates.EUR, '1.5')
  assert.deepEqual(await ratesOf(neighbour), built)
  done(await api.post('/sandbox/reset'), 200)
  assert.deepEqual(await ratesOf(api), built)
  await purgeDeadWorkspaces(service.services)
  const [left] = await service.services.database.read<{ count: number }[]>`
    select count(*)::integer as count from sandbox_rates r where bucket >= 0
    and not exists (select from workspaces w where w.bucket = r.bucket and w.id = r.workspace_id and w.live)`
  assert.equal(left!.count, 0)
})

test('concurrent updates of the rates all succeed, and one of them is stored', async () => {
  const api = await service.workspace()
  const answers = await Promise.all([1, 2, 3, 4].map((n) => set(api, { EUR: String(n) })))
  for (const answer of answers) done(answer, 200)
  assert.ok(['1', '2', '3', '4'].includes((await ratesOf(api)).rates.EUR))
})

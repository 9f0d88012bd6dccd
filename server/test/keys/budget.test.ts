// The budget of a key is exact over everything that the key creates or funds, also in races and through two processes.

import assert from 'node:assert/strict'
import type { NewRights } from '../../src/accounts/stored-rights.ts'
import { anotherKey, assertError, BIN } from '../contract/assertions.ts'
import { type Api, apiOf, startTestService } from '../harness.ts'
import { atOnce, count, noServerError, test } from '../money/race-scene.ts'
import { secondService } from '../money/second-service.ts'

const service = await startTestService()
const second = await secondService(service)
const throughSecond = (api: Api): Api => apiOf(second.url, api.key)

const DAY_SECONDS = 86_400
const MONTHLY_50: NewRights['budget'] = { amountCents: 5_000n, window: 'month' }

async function withBudget(budget: NonNullable<NewRights['budget']>, rights: NewRights = {}) {
  const full = await service.fundedWorkspace(1_000)
  return { full, key: await anotherKey(service, full, { rights: { ...rights, budget } }) }
}

async function leftOf(key: Api): Promise<{ used: number; remaining: number }> {
  const { used, remaining } = (await key.get('/keys/self')).body.budget
  return { used, remaining }
}

test('of 200 concurrent creations of 1.00 on a budget of 50.00 exactly 50 succeed', async () => {
  const { key } = await withBudget(MONTHLY_50)
  const answers = await atOnce(200, () => key.post('/cards', { bin_id: BIN, amount: 1 }))
  noServerError(answers)
  assert.equal(
    count(answers, ({ status }) => status === 201),
    50,
  )
  assert.equal(
    count(answers, ({ body }) => body.error === 'budget_exceeded'),
    150,
  )
  assert.deepEqual(await leftOf(key), { used: 50, remaining: 0 })
  await service.audit()
})

test('concurrent creations and fundings through two processes use exactly the budget', async () => {
  const { key } = await withBudget(MONTHLY_50, { kind: 'agent' })
  const { body: card } = await key.post('/cards', { bin_id: BIN, amount: 1 })
  const other = throughSecond(key)
  const answers = await atOnce(200, (n) => {
    const through = n % 2 === 0 ? key : other
    return n % 3 === 0
      ? through.post('/cards', { bin_id: BIN, amount: 1 })
      : through.post(`/cards/${card.id}/fund`, { amount: 1 })
  })
  noServerError(answers)
  assert.equal(
    count(answers, ({ status }) => status < 300),
    49,
  )
  assert.equal(
    count(answers, ({ body }) => body.error === 'budget_exceeded'),
    151,
  )
  assert.deepEqual(await leftOf(other), { used: 50, remaining: 0 })
  await service.audit()
})

test('the budget error names the rest and the reset time, and nothing changes', async () => {
  const { full, key } = await withBudget(MONTHLY_50)
  assert.equal((await key.post('/cards', { bin_id: BIN, amount: 47.5 })).status, 201)
  const before = (await full.get('/wallet/balance')).body
  const refused = await key.post('/cards', { bin_id: BIN, amount: 2.51 })
  assertError(refused, 400, 'budget_exceeded', 'amount')
  assert.match(
    refused.body.message,
    /^2\.50 USD of the budget of this key are left until \d{4}-\d\d-01T00:00:00\.000Z\.$/,
  )
  assert.deepEqual((await full.get('/wallet/balance')).body, before)
  assert.equal((await key.post('/cards', { bin_id: BIN, amount: 2.5 })).status, 201)
})

test('an idempotent repeat counts once, and a budget error is replayed', async () => {
  const { key } = await withBudget(MONTHLY_50)
  const headers = { 'x-idempotency-key': 'once' }
  for (let n = 0; n < 3; n++) assert.equal((await key.post('/cards', { bin_id: BIN, amount: 30 }, headers)).status, 201)
  assert.deepEqual(await leftOf(key), { used: 30, remaining: 20 })
  const over = { 'x-idempotency-key': 'over' }
  assertError(await key.post('/cards', { bin_id: BIN, amount: 30 }, over), 400, 'budget_exceeded', 'amount')
  const again = await key.post('/cards', { bin_id: BIN, amount: 30 }, over)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [400, 'true'])
})

test('money that returns to the wallet does not refill the budget, and a replacement does not use it', async () => {
  const { full, key } = await withBudget(MONTHLY_50)
  const { body: card } = await key.post('/cards', { bin_id: BIN, amount: 40 })
  assert.equal((await key.post(`/cards/${card.id}/withdraw`, { amount: 30 })).status, 200)
  const { body: replaced } = await key.post(`/cards/${card.id}/replace`, { reason: 'lost' })
  assert.equal((await key.delete(`/cards/${replaced.id}`)).status, 200)
  assert.deepEqual(await leftOf(key), { used: 40, remaining: 10 })
  const { body: others } = await full.post('/cards', { bin_id: BIN, amount: 100 })
  assert.equal((await key.post(`/cards/${others.id}/withdraw`, { amount: 100 })).status, 200)
  assertError(await key.post(`/cards/${others.id}/fund`, { amount: 10.01 }), 400, 'budget_exceeded', 'amount')
  await service.audit()
})

test('budget windows follow the sandbox clock', async () => {
  const { full, key } = await withBudget({ amountCents: 1_000n, window: 'day' })
  const forEver = await anotherKey(service, full, { rights: { budget: { amountCents: 1_000n, window: 'all_time' } } })
  for (const each of [key, forEver]) assert.equal((await each.post('/cards', { bin_id: BIN, amount: 10 })).status, 201)
  await full.post('/sandbox/clock/advance', { seconds: DAY_SECONDS })
  assert.deepEqual(await leftOf(key), { used: 0, remaining: 10 })
  assert.equal((await key.post('/cards', { bin_id: BIN, amount: 10 })).status, 201)
  const over = await forEver.post('/cards', { bin_id: BIN, amount: 1 })
  assertError(over, 400, 'budget_exceeded', 'amount')
  assert.equal(over.body.message, '0.00 USD of the budget of this key are left.')
  assert.equal((await forEver.get('/keys/self')).body.budget.resets_at, null)
})

test('an agent key without a budget cannot move money, and a standard key is limited only by the wallet', async () => {
  const full = await service.fundedWorkspace(100)
  const agent = await anotherKey(service, full, { rights: { kind: 'agent' } })
  assertError(await agent.post('/cards', { bin_id: BIN, amount: 1 }), 400, 'budget_exceeded', 'amount')
  const standard = await anotherKey(service, full, { rights: {} })
  assertError(await standard.post('/cards', { bin_id: BIN, amount: 5_000 }), 400, 'insufficient_funds')
})

test('budgets of two keys are independent of each other and of other callers', async () => {
  const { full, key } = await withBudget(MONTHLY_50)
  const other = await anotherKey(service, full, { rights: { budget: MONTHLY_50! } })
  await atOnce(20, (n) => [key, other, full][n % 3]!.post('/cards', { bin_id: BIN, amount: 2 }))
  assert.deepEqual(await leftOf(key), { used: 14, remaining: 36 })
  assert.deepEqual(await leftOf(other), { used: 14, remaining: 36 })
})

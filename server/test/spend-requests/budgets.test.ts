// Budgets and policies of the requesting keys are exact under concurrency, on the clock of the workspace, and through
// two processes.

import assert from 'node:assert/strict'
import type { SpendPolicy } from '../../src/accounts/spend-policy.ts'
import type { NewRights } from '../../src/accounts/stored-rights.ts'
import { type Answer, type Api, apiOf, startTestService } from '../harness.ts'
import { atOnce, count, noServerError, test } from '../money/race-scene.ts'
import { secondService } from '../money/second-service.ts'
import { anotherKey, assertError, DAY, done, sceneOf } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const second = await secondService(service)
const throughSecond = (api: Api): Api => apiOf(second.url, api.key)

const BUDGET_50: NewRights['budget'] = { amountCents: 5_000n, window: 'month' }
const asked = (amount: number, name = 'Acme Books') => ({
  amount,
  merchant: { name },
  reason: 'The manual for the printer in room 4.',
})

function policyOf(perRequest: number, perDay: number, merchants: SpendPolicy['merchants'] = []): SpendPolicy {
  return { auto_approve: { per_request: perRequest, per_day: perDay }, merchants, confirm_above: null }
}

async function withRights(rights: NewRights) {
  const boss = await service.fundedWorkspace(1_000)
  return { boss, agent: await anotherKey(service, boss, { rights: { kind: 'agent', ownCards: true, ...rights } }) }
}

const ask = (api: Api, amount: number, name?: string) => api.post('/spend-requests', asked(amount, name))
const statusesOf = (answers: Answer[], status: string) => count(answers, ({ body }) => body.status === status)
const refusalsOf = (answers: Answer[]) => count(answers, ({ body }) => body.error === 'budget_exceeded')
const walletOf = async (api: Api): Promise<number> => done(await api.get('/wallet/balance'), 200).balance
const statusAfter = async (api: Api, amount: number, name?: string): Promise<string> =>
  done(await ask(api, amount, name), 201).status

test('exactly 50 of 200 concurrent requests of 1.00 are approved by the policy on a budget of 50.00', async () => {
  const { boss, agent } = await withRights({ budget: BUDGET_50!, spendPolicy: policyOf(100, 1_000_000) })
  const wallet = await walletOf(boss)
  const answers = await atOnce(200, () => ask(agent, 1))
  noServerError(answers)
  assert.deepEqual([statusesOf(answers, 'approved'), refusalsOf(answers)], [50, 150])
  assert.equal(await walletOf(boss), wallet - 50)
  assert.equal(done(await agent.get('/keys/self'), 200).budget.remaining, 0)
  await service.audit()
})

test('exactly 50 of 200 pending requests are approved concurrently through two processes on a budget of 50.00', async () => {
  const { boss, agent } = await withRights({ budget: BUDGET_50! })
  const wallet = await walletOf(boss)
  const waiting = await atOnce(200, () => ask(agent, 1))
  assert.equal(statusesOf(waiting, 'pending'), 200)
  const other = throughSecond(boss)
  const answers = await atOnce(200, (n) =>
    (n % 2 ? other : boss).post(`/spend-requests/${waiting[n]!.body.id}/approve`),
  )
  noServerError(answers)
  assert.deepEqual([statusesOf(answers, 'approved'), refusalsOf(answers)], [50, 150])
  assert.equal(await walletOf(boss), wallet - 50)
  await service.audit()
})

test('the policy approves up to its amount per request, and a person decides above it', async () => {
  const { agent } = await withRights({ spendPolicy: policyOf(2_000, 10_000) })
  assert.equal(await statusAfter(agent, 20), 'approved')
  assert.equal(await statusAfter(agent, 20.01), 'pending')
})

test('the per-day limit of a policy resets at midnight of workspace time', async () => {
  const { boss, agent } = await withRights({ spendPolicy: policyOf(10_000, 3_000) })
  const { now, advance } = sceneOf(boss, '')
  assert.equal(await statusAfter(agent, 20), 'approved')
  assert.equal(await statusAfter(agent, 10.01), 'pending')
  assert.equal(await statusAfter(agent, 10), 'approved')
  assert.equal(await statusAfter(agent, 1), 'pending')
  const midnight = DAY - Math.floor(((await now()).getTime() / 1000) % DAY)
  await advance(midnight)
  assert.equal(await statusAfter(agent, 30), 'approved')
  assert.equal(await statusAfter(agent, 1), 'pending')
  await service.audit()
})

test('concurrent requests never exceed per_day of the policy, and the rest remain pending', async () => {
  const { boss, agent } = await withRights({ spendPolicy: policyOf(500, 2_000) })
  const wallet = await walletOf(boss)
  const other = throughSecond(agent)
  const answers = await atOnce(60, (n) => ask(n % 2 ? agent : other, 1))
  noServerError(answers)
  assert.deepEqual([statusesOf(answers, 'approved'), statusesOf(answers, 'pending')], [20, 40])
  assert.equal(await walletOf(boss), wallet - 20)
  await service.audit()
})

test('a budget and a policy are counted separately', async () => {
  const { boss, agent } = await withRights({ budget: BUDGET_50!, spendPolicy: policyOf(2_000, 3_000) })
  assert.deepEqual([await statusAfter(agent, 20), await statusAfter(agent, 20)], ['approved', 'pending'])
  assert.equal(done(await agent.get('/keys/self'), 200).budget.used, 20)
  const card = { bin_id: 'bin_visa_us_prepaid_1', amount: 5 }
  done(await agent.post('/cards', card), 201)
  // A card's use of the budget does not reduce the amount that the policy can approve, and the other way round.
  assert.deepEqual([await statusAfter(agent, 10), await statusAfter(agent, 1)], ['approved', 'pending'])
  assert.equal(done(await agent.get('/keys/self'), 200).budget.used, 35)
  await sceneOf(boss, '').advance(DAY)
  // Both requests have ended unused, so that only the card still counts.
  assert.equal(done(await agent.get('/keys/self'), 200).budget.used, 5)
  assert.equal(await statusAfter(agent, 15), 'approved')
  assertError(await ask(agent, 30.01), 400, 'budget_exceeded', 'amount')
})

test('only merchants on the list of the policy are approved automatically', async () => {
  const { agent } = await withRights({ spendPolicy: policyOf(5_000, 50_000, [{ name: 'acme*' }]) })
  assert.equal(await statusAfter(agent, 5, 'Acme Books'), 'approved')
  assert.equal(await statusAfter(agent, 5, 'Other Shop'), 'pending')
})

test('a merchant name on the list does not allow a merchant with another id', async () => {
  const id = '445566778899001'
  const withId = (name: string) => ({ ...asked(5), merchant: { name, id } })
  const byName = await withRights({ spendPolicy: policyOf(5_000, 50_000, [{ name: 'acme*' }]) })
  assert.equal(done(await byName.agent.post('/spend-requests', withId('Acme Books')), 201).status, 'pending')
  const byId = await withRights({ spendPolicy: policyOf(5_000, 50_000, [{ id }, { name: 'acme*' }]) })
  assert.equal(done(await byId.agent.post('/spend-requests', withId('Whatever')), 201).status, 'approved')
  assert.equal(await statusAfter(byId.agent, 5, 'Acme Books'), 'approved')
})

test('the card of an automatically approved request works only at merchants on the list of the policy', async () => {
  const lists: [pattern: string, name: string, bound: string, beyond: string][] = [
    ['acme*', 'Acme Books', 'Acme Books*', 'Not Acme Books'],
    ['*books', 'Acme Books', '*Acme Books', 'Acme Books and Knives'],
    ['acme books', 'Acme Books', 'Acme Books', 'Acme Books 2'],
    ['*acme*', 'Acme Books', '*Acme Books*', 'Acme Knives'],
  ]
  for (const [pattern, name, bound, beyond] of lists) {
    const { boss, agent } = await withRights({ spendPolicy: policyOf(5_000, 50_000, [{ name: pattern }]) })
    const { card_id, status } = done(await ask(agent, 5, name), 201)
    assert.equal(status, 'approved', pattern)
    assert.deepEqual(done(await agent.get(`/cards/${card_id}`), 200).controls.merchants.allowed, [{ name: bound }])
    const buy = { card_id, amount: 5, merchant: { name: beyond, mcc: '5942', country: 'US' } }
    assert.equal(done(await boss.post('/sandbox/authorizations', buy), 201).approved, false, pattern)
    const right = { ...buy, merchant: { ...buy.merchant, name } }
    assert.equal(done(await boss.post('/sandbox/authorizations', right), 201).approved, true, pattern)
  }
})

test('a request that exceeds the wallet remains pending instead of being rejected', async () => {
  const boss = await service.workspace()
  const agent = await anotherKey(service, boss, { rights: { kind: 'agent', spendPolicy: policyOf(5_000, 50_000) } })
  assert.equal(await statusAfter(agent, 5), 'pending')
})

test('a request above the budget of its key is rejected with the remaining amount, also at approval', async () => {
  const { boss, agent } = await withRights({ budget: BUDGET_50! })
  const [first, late] = [done(await ask(agent, 40), 201), done(await ask(agent, 40), 201)]
  done(await boss.post(`/spend-requests/${first.id}/approve`), 200)
  assertError(await boss.post(`/spend-requests/${late.id}/approve`), 400, 'budget_exceeded', 'amount')
  assertError(await ask(agent, 10.01), 400, 'budget_exceeded', 'amount')
  assert.equal(await statusAfter(agent, 10), 'pending')
})

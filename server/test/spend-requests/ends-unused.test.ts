// A request that ends unused: its card ends with it, and its amount returns to the wallet and to the budget of the key,
// as long as the window in which it was approved lasts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockRights, type NewRights, storeRights } from '../../src/accounts/stored-rights.ts'
import { parseId } from '../../src/ids.ts'
import { workspaceOf, workspaceWith } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import { anotherKey, assertError, done, type Json, sceneOf } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const books = { name: 'Acme Books', mcc: '5942', country: 'US' }
const HOUR = 3_600
const reason = 'The manual for the printer in room 4.'

type Scene = { agent: Api; boss: Api }

async function open(
  window: 'day' | 'week' | 'month' | 'year' | 'all_time' = 'month',
  more: NewRights = {},
): Promise<Scene> {
  const boss = await workspaceWith(service, 1_000)
  const rights: NewRights = { kind: 'agent', ownCards: true, budget: { amountCents: 5_000n, window }, ...more }
  return { boss, agent: await anotherKey(service, boss, { rights }) }
}

async function approved({ agent, boss }: Scene, amount = 30, body: object = {}, more: object = {}): Promise<Json> {
  const request = done(
    await agent.post('/spend-requests', { amount, merchant: { name: 'Acme Books' }, reason, ...more }),
    201,
  )
  return done(await boss.post(`/spend-requests/${request.id}/approve`, body), 200)
}

const remaining = async (api: Api): Promise<number> => done(await api.get('/keys/self'), 200).budget.remaining
const walletOf = async (api: Api): Promise<number> => done(await api.get('/wallet/balance'), 200).balance
const statusOf = async (api: Api, { id }: Json): Promise<string> =>
  done(await api.get(`/spend-requests/${id}`), 200).status

const ENDS: [string, string, (scene: Scene, request: Json) => Promise<unknown>][] = [
  ['the request is canceled', 'canceled', ({ agent }, { id }) => agent.post(`/spend-requests/${id}/cancel`)],
  [
    'the agent abandons the purchase',
    'canceled',
    ({ agent }, { id }) => agent.post(`/spend-requests/${id}/outcome`, { outcome: 'abandoned' }),
  ],
  [
    'the shop blocks the purchase',
    'canceled',
    ({ agent }, { id }) => agent.post(`/spend-requests/${id}/outcome`, { outcome: 'blocked' }),
  ],
  ['somebody terminates the card', 'canceled', ({ boss }, { card_id }) => boss.delete(`/cards/${card_id}`)],
  ['the request expires', 'expired', ({ boss }) => sceneOf(boss, '').advance(3_700)],
]
for (const [how, status, end] of ENDS)
  test(`the amount returns to the budget and the wallet when ${how}`, async () => {
    const scene = await open('all_time')
    const request = await approved(scene)
    assert.deepEqual([await remaining(scene.agent), await walletOf(scene.boss)], [20, 970])
    await end(scene, request)
    assert.equal(await statusOf(scene.boss, request), status)
    assert.deepEqual([await remaining(scene.agent), await walletOf(scene.boss)], [50, 1_000])
    assert.equal(done(await scene.boss.get(`/cards/${request.card_id}`), 200).status, 'terminated')
    await approved(scene, 50)
    assert.equal(await remaining(scene.agent), 0)
    await service.audit()
  })

for (const window of ['day', 'week', 'month', 'year'] as const)
  test(`a request that was approved in the previous ${window} returns nothing to the budget of the next one`, async () => {
    const scene = await open(window)
    const { now, advance } = sceneOf(scene.boss, '')
    const { resets_at } = done(await scene.agent.get('/keys/self'), 200).budget
    const untilThen = Math.floor((Date.parse(resets_at) - (await now()).getTime()) / 1_000)
    if (untilThen > HOUR) await advance(untilThen - HOUR)
    const request = await approved(scene, 30, {}, { valid_for: 86_400 })
    await advance(2 * HOUR)
    await approved(scene, 45)
    done(await scene.agent.post(`/spend-requests/${request.id}/cancel`), 200)
    assert.equal(await remaining(scene.agent), 5)
    await service.audit()
  })

test('a used request and a request whose card was verified return nothing', async () => {
  const scene = await open()
  const used = await approved(scene, 20)
  const { hold, on } = sceneOf(scene.boss, used.card_id)
  done(await on(await hold(5, { merchant: books }), 'reverse'), 200)
  assert.deepEqual([await statusOf(scene.boss, used), await remaining(scene.agent)], ['used', 30])
  const verified = await approved(scene, 20)
  const verification = await sceneOf(scene.boss, verified.card_id).hold(1, { merchant: books })
  done(await scene.agent.post(`/spend-requests/${verified.id}/cancel`), 200)
  assert.equal(await remaining(scene.agent), 10)
  // The merchant may still collect the verified amount, so the amount stays counted.
  done(await sceneOf(scene.boss, verified.card_id).on(verification, 'settle'), 201)
  assert.equal(await walletOf(scene.boss), 999)
  await service.audit()
})

test('two requests of one key that end together return both amounts', async () => {
  const scene = await open()
  await approved(scene, 20)
  await approved(scene, 25)
  assert.equal(await remaining(scene.agent), 5)
  await sceneOf(scene.boss, '').advance(3_700)
  assert.equal(await remaining(scene.agent), 50)
  await service.audit()
})

test('a budget that was set after the approval gets back no amount that it did not count', async () => {
  const boss = await workspaceWith(service, 1_000)
  const agent = await anotherKey(service, boss, { rights: { kind: 'agent', ownCards: true } })
  const request = await approved({ boss, agent }, 30)
  const { database } = service.services
  const id = done(await agent.get('/keys/self'), 200).id
  await database.transaction(async (tx) => {
    const key = (await lockRights(tx, parseId('key', id)!.uuid))!
    await storeRights(tx, { ...key, budget: { amountCents: 5_000n, window: 'month' } }, undefined)
  })
  await service.services.credentials.forgetWorkspace((await workspaceOf(service, boss)).id)
  const spent = await approved({ boss, agent }, 40)
  assert.equal(spent.status, 'approved')
  done(await agent.post(`/spend-requests/${request.id}/cancel`), 200)
  const [row] = await database.read<{ used_cents: bigint }[]>`
    select used_cents from key_budgets where key_id = ${parseId('key', id)!.uuid}`
  assert.equal(row?.used_cents, 4_000n)
  await service.audit()
})

test('an outcome that ends the card says so, and a completed purchase remains used', async () => {
  const scene = await open()
  const request = await approved(scene)
  const told = done(
    await scene.agent.post(`/spend-requests/${request.id}/outcome`, { outcome: 'abandoned', note: 'Out of stock.' }),
    200,
  )
  assert.deepEqual([told.status, told.outcome, told.outcome_note], ['canceled', 'abandoned', 'Out of stock.'])
  assert.notEqual(told.ended_at, null)
  const bought = await approved(scene, 20)
  await sceneOf(scene.boss, bought.card_id).hold(20, { merchant: books })
  const blocked = done(await scene.agent.post(`/spend-requests/${bought.id}/outcome`, { outcome: 'blocked' }), 200)
  assert.deepEqual([blocked.status, blocked.outcome], ['used', 'blocked'])
  assertError(
    await scene.agent.post(`/spend-requests/${bought.id}/outcome`, { outcome: 'blocked', note: 'a\u202eb' }),
    400,
    'invalid_request',
    'note',
  )
  await service.audit()
})

test('the approver can lock the card to the first merchant that charges it', async () => {
  const scene = await open()
  const named = await approved(scene, 20, { bind: 'name' })
  assert.equal(
    await sceneOf(scene.boss, named.card_id).reason(20, { merchant: { ...books, name: 'PAYCO*4411' } }),
    'merchant_not_allowed',
  )
  const loose = await approved(scene, 20, { bind: 'first_merchant', note: 'They charge as PayCo.' })
  const { controls } = done(await scene.boss.get(`/cards/${loose.card_id}`), 200)
  assert.deepEqual(
    [controls.merchants.allowed, controls.merchant_lock, controls.uses, loose.note],
    [[], 'first', 1, 'They charge as PayCo.'],
  )
  const card = sceneOf(scene.boss, loose.card_id)
  await card.hold(1, { merchant: { ...books, name: 'PAYCO*4411' } })
  assert.equal(await card.reason(20, { merchant: books }), 'merchant_not_allowed')
  await card.hold(20, { merchant: { ...books, name: 'PAYCO*4411' } })
  assert.equal(await statusOf(scene.boss, loose), 'used')
  const waiting = done(
    await scene.agent.post('/spend-requests', { amount: 5, merchant: { name: 'Acme Books' }, reason }),
    201,
  )
  const wrong = await scene.boss.post(`/spend-requests/${waiting.id}/approve`, { bind: 'anywhere' })
  assertError(wrong, 400, 'invalid_request', 'bind')
  const denial = await scene.boss.post(`/spend-requests/${waiting.id}/deny`, { bind: 'name' })
  assertError(denial, 400, 'invalid_request', 'bind')
  await service.audit()
})

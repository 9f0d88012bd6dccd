// The approved amount is a ceiling. After the last use has terminated a card, increments can take at most what the card
// returned to the wallet, minus what was taken since, whoever requests them and however often.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewRights } from '../../src/accounts/stored-rights.ts'
import { startCustomer } from '../decision-hook/scene.ts'
import { type Api, apiOf, startTestService } from '../harness.ts'
import { atOnce } from '../money/race-scene.ts'
import { secondService } from '../money/second-service.ts'
import { ads, anotherKey, done, type Json, newCard, openScene, type Scene, sceneOf } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0', WEBHOOK_ALLOW_LOOPBACK: 'true' })
const second = await secondService(service, { WEBHOOK_ALLOW_LOOPBACK: 'true' })

/** A card of 20.00 for one use that was terminated by a purchase of 15.00, so that 5.00 returned to the wallet. */
async function ended(more: object = {}): Promise<Scene & { purchase: Json }> {
  const scene = await openScene(service, { wallet: 1000, amount: 20, controls: { uses: 1 }, ...more })
  return { ...scene, purchase: await scene.hold(15) }
}

const raise = async (scene: Scene, purchase: Json, amount: number): Promise<Json> =>
  done(await scene.on(purchase, 'increment', { amount }), 201)

async function refused(scene: Scene, purchase: Json, amount: number): Promise<Json> {
  const { approved, decline_reason, transaction } = await raise(scene, purchase, amount)
  assert.deepEqual([approved, decline_reason], [false, 'insufficient_funds'])
  return transaction
}

const walletOf = async ({ wallet }: Scene): Promise<number> => (await wallet()).balance

test('a spend request of 20.00 is never charged more than 20.00', async () => {
  const boss = await service.fundedWorkspace(5_000)
  const agent = await anotherKey(service, boss)
  const body = { amount: 20, merchant: { name: 'Acme Ads' }, reason: 'Advertisements for the shop in March.' }
  const request = done(await agent.post('/spend-requests', body), 201)
  const { card_id } = done(await boss.post(`/spend-requests/${request.id}/approve`), 200)
  const scene = sceneOf(boss, card_id)
  const before = await walletOf(scene)
  const purchase = await scene.hold(15)
  for (const amount of [4_510, 4_500, 100, 5.01]) await refused(scene, purchase, amount)
  assert.equal((await raise(scene, purchase, 3)).approved, true)
  await refused(scene, purchase, 2.01)
  assert.equal((await raise(scene, purchase, 2)).approved, true)
  await refused(scene, purchase, 0.01)
  done(await scene.on(purchase, 'settle'), 201)
  assert.equal(await walletOf(scene), before, 'exactly 20.00 was spent')
  assert.equal((await scene.summary()).total_spent, 20)
  await service.audit()
})

test('an agent with a budget of 2.00 spends at most 2.00', async () => {
  const full = await service.fundedWorkspace(5_000)
  const rights: NewRights = { kind: 'agent', budget: { amountCents: 200n, window: 'month' } }
  const agent = await anotherKey(service, full, { rights })
  const card = await newCard(agent, { amount: 2, controls: { uses: 1 } })
  const scene = sceneOf(full, card.id)
  const before = await walletOf(scene)
  const purchase = await scene.hold(1.5)
  await refused(scene, purchase, 4_990)
  assert.equal((await raise(scene, purchase, 0.5)).approved, true)
  await refused(scene, purchase, 0.01)
  assert.equal(await walletOf(scene), before)
  await service.audit()
})

test('the decline and its explanation report the returned amount and the amount taken since', async () => {
  const scene = await ended()
  await raise(scene, scene.purchase, 3)
  const { decline_detail, id } = await refused(scene, scene.purchase, 4)
  assert.deepEqual(decline_detail, { returned: 5, taken: 3 })
  const { tests, now } = done(await scene.api.get(`/transactions/${id}/explanation`), 200)
  const numbers = '5.00 USD returned when the card ended, 3.00 USD taken since, 4.00 USD asked for'
  const failed = (all: Json[]) => all.find(({ outcome }) => outcome === 'failed')
  assert.equal(failed(tests).numbers, numbers)
  assert.deepEqual([now.would_pass, failed(now.tests).numbers], [false, numbers])
})

test('a settlement above its hold counts towards the ceiling, and a refund or a reversal does not raise it', async () => {
  const scene = await ended()
  const { purchase } = scene
  assert.equal((await raise(scene, purchase, 1)).approved, true)
  done(await scene.on(purchase, 'reverse', { amount: 1 }), 200)
  const settled = done(await scene.on(purchase, 'settle', { amount: 18, final: false }), 201)
  done(await scene.call('refunds', { transaction_id: settled.id }), 201)
  // The increment took 1.00 of the 5.00 and the settlement took 3.00.
  await refused(scene, purchase, 1.01)
  assert.equal((await raise(scene, purchase, 1)).approved, true)
  await refused(scene, purchase, 0.01)
  await service.audit()
})

test('a settlement is posted even above the ceiling, and nothing is left for increments afterwards', async () => {
  const scene = await ended()
  done(await scene.on(scene.purchase, 'settle', { amount: 40, final: false }), 201)
  await refused(scene, scene.purchase, 0.01)
  assert.equal(await walletOf(scene), 1000 + 5 - 25)
  await service.audit()
})

test('a settlement at another exchange rate counts towards the ceiling with its difference', async () => {
  const scene = await openScene(service, { wallet: 1000, amount: 20, controls: { uses: 1 } })
  done(await scene.api.put('/sandbox/rates', { rates: { EUR: '1' } }), 200)
  const purchase = await scene.hold(15, { currency: 'EUR' })
  done(await scene.api.put('/sandbox/rates', { rates: { EUR: '1.2' } }), 200)
  done(await scene.on(purchase, 'settle', { amount: 15, currency: 'EUR', final: false }), 201)
  await refused(scene, purchase, 2.01)
  assert.equal((await raise(scene, purchase, 2)).approved, true)
  await service.audit()
})

test('all purchases of a card with several uses share one ceiling', async () => {
  const scene = await openScene(service, { wallet: 1000, amount: 20, controls: { uses: 2 } })
  const first = await scene.hold(5)
  const last = await scene.hold(5)
  assert.equal((await raise(scene, first, 6)).approved, true)
  await refused(scene, last, 4.01)
  assert.equal((await raise(scene, last, 4)).approved, true)
  await refused(scene, first, 0.01)
  await service.audit()
})

test('the limits of a terminated card count its increments', async () => {
  const limits = [{ window: 'day', amount: 17 }]
  const scene = await ended({ controls: { uses: 1, limits } })
  const { decline_reason } = await raise(scene, scene.purchase, 2.01)
  assert.equal(decline_reason, 'limit_exceeded')
  assert.equal((await raise(scene, scene.purchase, 2)).approved, true)
  const [, day] = done(await scene.api.get(`/cards/${scene.card}/limits`), 200).data
  assert.equal(day.used_amount, 17)
  await service.audit()
})

test('a card that was terminated by hand or replaced declines increments', async () => {
  const scene = await openScene(service, { wallet: 1000, amount: 20, controls: { uses: 2 } })
  const purchase = await scene.hold(5)
  const other = await openScene(service, { wallet: 1000, amount: 20, controls: { uses: 2 } })
  const held = await other.hold(5)
  done(await scene.api.delete(`/cards/${scene.card}`), 200)
  done(await other.api.post(`/cards/${other.card}/replace`, { reason: 'lost' }), 201)
  assert.equal((await raise(scene, purchase, 1)).decline_reason, 'card_terminated')
  assert.equal((await raise(other, held, 1)).decline_reason, 'card_terminated')
  await service.audit()
})

test('twenty concurrent increments through two processes take exactly the returned amount', async () => {
  const scene = await ended()
  const far: Api = apiOf(second.url, scene.api.key)
  const answers = await atOnce(20, (n) => {
    const { on } = n % 2 === 0 ? scene : sceneOf(far, scene.card)
    return on(scene.purchase, 'increment', { amount: 1 })
  })
  const outcomes = answers.map((answer) => done(answer, 201).decline_reason)
  assert.equal(outcomes.filter((reason) => reason === null).length, 5)
  assert.equal(outcomes.filter((reason) => reason === 'insufficient_funds').length, 15)
  assert.equal(await walletOf(scene), 1000)
  await service.audit()
})

test('the decision hook is called for an increment on a terminated card, and a concurrent increment is counted', async () => {
  const scene = await ended()
  const customer = await startCustomer()
  done(await scene.api.put('/decision-hook', { url: customer.url }), 200)
  customer.respond = async (response, { body }) => {
    const isFirst = body.data.amount === 3
    customer.respond = (again) => again.end(JSON.stringify({ approved: true }))
    if (isFirst) assert.equal((await raise(scene, scene.purchase, 4)).approved, true)
    response.end(JSON.stringify({ approved: true }))
  }
  await refused(scene, scene.purchase, 3)
  assert.deepEqual(
    customer.questions.map(({ body }) => body.data.amount),
    [3, 4],
  )
  await refused(scene, scene.purchase, 2)
  assert.equal(customer.questions.length, 2, 'the hook is not called for an increment above the ceiling')
  await service.audit()
})

test('an increment that turns a small authorization into the last use is paid by the card and terminates it', async () => {
  const scene = await openScene(service, { wallet: 1000, amount: 20, controls: { uses: 1 } })
  const small = await scene.hold(1, { merchant: ads })
  assert.equal((await raise(scene, small, 4)).approved, true)
  assert.equal((await scene.summary()).status, 'terminated')
  await refused(scene, small, 15.01)
  assert.equal((await raise(scene, small, 15)).approved, true)
  await service.audit()
})

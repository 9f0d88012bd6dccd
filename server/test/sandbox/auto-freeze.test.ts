// auto_freeze_at: a debit that leaves the balance below the threshold freezes the card immediately.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { ads, DAY, done, eventsDuring, type Json, openScene, type Scene } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const status = async ({ summary }: Scene): Promise<string> => (await summary()).status
const unfreeze = async ({ api, card }: Scene) => done(await api.post(`/cards/${card}/unfreeze`), 200)

/** A card of 100 that freezes below 50. */
const start = () => openScene(service, { auto_freeze_at: 50 })

/**
 * Asserts that `act` sends an event of type `cause` and then card.frozen, with the reason and the card as it is at that
 * moment.
 */
async function assertFreezes(scene: Scene, cause: string, act: () => Promise<unknown>): Promise<void> {
  assert.equal(await status(scene), 'active')
  const [types, events] = await eventsDuring(service, scene.api, act)
  assert.deepEqual(types, [cause, 'card.frozen'])
  assert.deepEqual(events[1]!.data, { ...(await scene.summary()), reason: 'auto_freeze' })
  assert.equal(await status(scene), 'frozen')
  const { frozen_at } = done(await scene.api.post(`/cards/${scene.card}/freeze`), 200)
  assert.equal(frozen_at, events[1]!.createdAt)
}

/** Asserts that `act` leaves the card active and sends no card.frozen event. */
async function assertStays(scene: Scene, act: () => Promise<unknown>): Promise<void> {
  const [types] = await eventsDuring(service, scene.api, act)
  assert.ok(!types.includes('card.frozen'), types.join(' '))
  assert.equal(await status(scene), 'active')
}

test('a balance of exactly the threshold does not freeze the card, and one cent less does', async () => {
  const scene = await start()
  await assertStays(scene, () => scene.hold(50))
  await assertFreezes(scene, 'transaction.authorized', () => scene.hold(0.01))
})

test('an authorization that crosses the threshold freezes the card, and the next authorization is declined with card_frozen', async () => {
  const scene = await start()
  await assertFreezes(scene, 'transaction.authorized', () => scene.hold(60))
  assert.equal(await scene.reason(1), 'card_frozen')
})

test('a partial approval and an increment that cross the threshold also freeze the card', async () => {
  const partial = await start()
  await assertFreezes(partial, 'transaction.authorized', () => partial.hold(500, { partial: true }))
  const scene = await start()
  const item = await scene.hold(10)
  await assertFreezes(scene, 'transaction.authorized', () => scene.on(item, 'increment', { amount: 41 }))
})

test('concurrent authorizations after the one that freezes the card are declined with card_frozen', async () => {
  const scene = await start()
  const answers = await Promise.all(Array.from({ length: 12 }, () => scene.ask(20)))
  const reasons = answers.map(({ decline_reason }: Json) => decline_reason)
  assert.equal(
    reasons.filter((reason) => reason === null).length,
    3,
    'the third authorization leaves 40, so exactly three are approved',
  )
  assert.equal(reasons.filter((reason) => reason === 'card_frozen').length, 9)
  assert.equal((await scene.summary()).balance, 40)
})

test('a settlement above its hold, a late settlement and a forced settlement freeze the card', async () => {
  const above = await start()
  const item = await above.hold(10)
  await assertFreezes(above, 'transaction.settled', () => above.on(item, 'settle', { amount: 60 }))
  const late = await start()
  const expired = await late.hold(20)
  await late.advance(8 * DAY)
  await assertFreezes(late, 'transaction.settled', () => late.on(expired, 'settle', { amount: 60 }))
  const forced = await start()
  await assertFreezes(forced, 'transaction.settled', () => forced.force(150))
})

test('a settlement on an unfrozen card that is still below its threshold freezes the card again', async () => {
  const scene = await start()
  const item = await scene.hold(60)
  await unfreeze(scene)
  await assertFreezes(scene, 'transaction.settled', () => scene.on(item, 'settle'))
})

test('a settlement that leaves the balance at or above the threshold does not freeze the card', async () => {
  const scene = await start()
  const item = await scene.hold(30)
  await assertStays(scene, () => scene.on(item, 'settle', { amount: 50 }))
})

test('declines, reversals, expiries and refunds do not freeze a card whose balance is below the threshold', async () => {
  const scene = await start()
  const [first, second] = [await scene.hold(10), await scene.hold(50)]
  await unfreeze(scene)
  await assertStays(scene, () => scene.ask(1000))
  await assertStays(scene, () => scene.on(second, 'reverse', { amount: 1 }))
  await assertStays(scene, () => scene.on(first, 'reverse', { amount: 1 }))
  await assertStays(scene, () => scene.call('refunds', { card_id: scene.card, merchant: ads, amount: 1 }))
  await assertStays(scene, () => scene.on(first, 'expire'))
})

test('money that returns to a frozen card does not unfreeze it', async () => {
  const scene = await start()
  const item = await scene.hold(60)
  done(await scene.on(item, 'reverse'), 200)
  done(await scene.call('refunds', { card_id: scene.card, merchant: ads, amount: 100 }), 201)
  const { balance } = await scene.summary()
  assert.deepEqual([balance, await status(scene)], [200, 'frozen'])
})

test('a card that is already frozen is not frozen a second time', async () => {
  const scene = await start()
  const { frozen_at } = done(await scene.api.post(`/cards/${scene.card}/freeze`), 200)
  await scene.advance(60)
  const [types] = await eventsDuring(service, scene.api, () => scene.force(80))
  assert.deepEqual(types, ['transaction.settled'])
  assert.equal(done(await scene.api.post(`/cards/${scene.card}/freeze`), 200).frozen_at, frozen_at)
})

test('a settlement on a terminated card leaves it terminated', async () => {
  const scene = await start()
  done(await scene.api.delete(`/cards/${scene.card}`), 200)
  const [types] = await eventsDuring(service, scene.api, () => scene.force(80))
  assert.deepEqual([types, await status(scene)], [['transaction.settled'], 'terminated'])
})

test('a card without a threshold or with a threshold of 0 is never frozen automatically', async () => {
  for (const settings of [{}, { auto_freeze_at: 0 }]) {
    const scene = await openScene(service, settings)
    await assertStays(scene, () => scene.hold(100))
    await assertStays(scene, () => scene.force(100))
  }
})

test('the books balance', () => service.audit())

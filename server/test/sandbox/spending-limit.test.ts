// The monthly limit, which counts in UTC calendar months of workspace time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { ads, DAY, done, openScene, type Scene } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

/** Returns a card of 500 with a limit of 100, at noon of the given day of a month (0 is the last day). */
async function start(day: number): Promise<Scene> {
  const scene = await openScene(service, { amount: 500, spending_limit: 100 })
  await scene.advanceToDay(day)
  return scene
}

/** Asserts that exactly this amount can still be spent this month. */
async function assertLeft({ ask, on }: Scene, left: number): Promise<void> {
  const { decline_reason } = await ask(Math.round(left * 100 + 1) / 100)
  assert.equal(decline_reason, 'spending_limit_exceeded', `one cent above ${left} was not declined for the limit`)
  if (left === 0) return
  const { approved, transaction } = await ask(left)
  assert.ok(approved, `${left} was declined`)
  done(await on(transaction, 'reverse'), 200)
}

test('an amount up to the limit is approved and one cent more is declined', async () => {
  const scene = await start(10)
  await assertLeft(scene, 100)
  await scene.hold(70)
  await assertLeft(scene, 30)
  await scene.hold(30)
  await assertLeft(scene, 0)
})

test('the whole limit is available again in a new month', async () => {
  const scene = await start(0)
  await scene.hold(100)
  await assertLeft(scene, 0)
  await scene.advance(DAY)
  await assertLeft(scene, 100)
})

test('a reversal, an expiry and the unused rest of a final settlement restore the limit', async () => {
  const scene = await start(10)
  const [a, b, c] = [await scene.hold(20), await scene.hold(30), await scene.hold(40)]
  await assertLeft(scene, 10)
  done(await scene.on(a, 'reverse', { amount: 5 }), 200)
  await assertLeft(scene, 15)
  done(await scene.on(a, 'reverse'), 200)
  await assertLeft(scene, 30)
  done(await scene.on(b, 'expire'), 200)
  await assertLeft(scene, 60)
  done(await scene.on(c, 'settle', { amount: 25, final: false }), 201)
  await assertLeft(scene, 60)
  done(await scene.on(c, 'settle', { amount: 5 }), 201)
  await assertLeft(scene, 70)
})

test('settlements above the hold, late settlements and forced settlements count towards the limit', async () => {
  const scene = await start(10)
  const [a, b] = [await scene.hold(10), await scene.hold(10)]
  done(await scene.on(a, 'settle', { amount: 25 }), 201)
  await assertLeft(scene, 65)
  done(await scene.on(b, 'expire'), 200)
  await assertLeft(scene, 75)
  done(await scene.on(b, 'settle', { amount: 15 }), 201)
  await assertLeft(scene, 60)
  await scene.force(40)
  await assertLeft(scene, 20)
  await scene.force(400)
  await assertLeft(scene, 0)
})

test('refunds do not restore the limit', async () => {
  const scene = await start(10)
  const settlement = done(await scene.on(await scene.hold(60), 'settle'), 201)
  done(await scene.call('refunds', { transaction_id: settlement.id }), 201)
  done(await scene.call('refunds', { card_id: scene.card, merchant: ads, amount: 50 }), 201)
  await assertLeft(scene, 40)
})

test('declines do not count towards the limit', async () => {
  const scene = await start(10)
  assert.equal(await scene.reason(101), 'spending_limit_exceeded')
  assert.equal(await scene.reason(501), 'spending_limit_exceeded')
  await assertLeft(scene, 100)
})

test('money that is released in a later month does not restore the limit of that month', async () => {
  const scene = await start(0)
  const [a, b, c] = [await scene.hold(30), await scene.hold(30), await scene.hold(30)]
  await scene.advance(DAY)
  await scene.hold(80)
  done(await scene.on(a, 'reverse'), 200)
  done(await scene.on(b, 'expire'), 200)
  done(await scene.on(c, 'settle', { amount: 10 }), 201)
  await assertLeft(scene, 20)
})

test('a settlement of a hold from last month does not count again', async () => {
  const scene = await start(0)
  const hold = await scene.hold(90)
  await scene.advance(DAY)
  done(await scene.on(hold, 'settle', { amount: 95 }), 201)
  await assertLeft(scene, 95)
})

test('an increment counts in its own month, and its reversal restores exactly that amount', async () => {
  const scene = await start(0)
  const hold = await scene.hold(60)
  await scene.advance(DAY)
  assert.equal(done(await scene.on(hold, 'increment', { amount: 40 }), 201).approved, true)
  await assertLeft(scene, 60)
  done(await scene.on(hold, 'reverse'), 200)
  await assertLeft(scene, 100)
})

test('the books balance', () => service.audit())

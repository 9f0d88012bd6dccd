// A limit counts everything in its window, including purchases from before it was set: a card that always had the limit
// and a card that gets it now show the same figures.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { ads, DAY, done, hotel, openScene, type Scene } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

const windows = ['day', 'week', 'month', 'year', 'all_time']
const limitsOn = (window: string) => [
  { window, amount: 1_000 },
  { window, count: 100, categories: ['lodging'] },
]
const limits = windows.flatMap(limitsOn)

type Life = (scene: Scene) => Promise<unknown>

const lives: Record<string, Life> = {
  'held and still pending': (scene) => scene.hold(10),
  'held, incremented and settled in parts': async (scene) => {
    const hold = await scene.hold(10, { merchant: hotel })
    done(await scene.on(hold, 'increment', { amount: 5 }), 201)
    done(await scene.on(hold, 'settle', { amount: 4, final: false }), 201)
    await scene.advance(DAY)
    done(await scene.on(hold, 'increment', { amount: 3 }), 201)
    done(await scene.on(hold, 'settle', { amount: 20 }), 201)
  },
  'reversed in part, then completely': async (scene) => {
    const hold = await scene.hold(10)
    done(await scene.on(hold, 'reverse', { amount: 4 }), 200)
    done(await scene.on(hold, 'reverse'), 200)
  },
  'settled in part, then expired by the clock': async (scene) => {
    const hold = await scene.hold(10)
    done(await scene.on(hold, 'settle', { amount: 4, final: false }), 201)
    await scene.advance(8 * DAY)
  },
  'settled two months after it had expired': async (scene) => {
    const hold = await scene.hold(10)
    await scene.advance(62 * DAY)
    done(await scene.on(hold, 'settle', { amount: 25 }), 201)
  },
  'settled a year after it was reversed, in parts': async (scene) => {
    const hold = await scene.hold(10, { merchant: hotel })
    done(await scene.on(hold, 'reverse'), 200)
    await scene.advance(370 * DAY)
    done(await scene.on(hold, 'settle', { amount: 5, final: false }), 201)
    done(await scene.on(hold, 'settle', { amount: 6, final: false }), 201)
  },
  'settled by force and refunded': async (scene) => {
    const settlement = await scene.force(15)
    done(await scene.call('refunds', { transaction_id: settlement.id }), 201)
    done(await scene.call('refunds', { card_id: scene.card, merchant: ads, amount: 5 }), 201)
  },
}

const setControls = async ({ api, card }: Scene, controls: object) =>
  done(await api.patch(`/cards/${card}`, { controls }), 200)
const limitsOf = async ({ api, card }: Scene) => done(await api.get(`/cards/${card}/limits`), 200)

for (const [name, live] of Object.entries(lives))
  test(`a new limit counts a purchase that was ${name}`, async () => {
    const [early, late] = [
      await openScene(service, { amount: 500, controls: { limits, uses: 100 } }),
      await openScene(service, { amount: 500 }),
    ]
    // The clock is set so that no script crosses midnight by accident.
    for (const scene of [early, late]) {
      await scene.advanceToDay(10)
      await live(scene)
    }
    const { data } = await limitsOf(early)
    // The windows are set one after the other, because each reads as much of the past as it needs.
    for (const window of windows) {
      await setControls(late, { limits: null })
      await setControls(late, { limits: limitsOn(window) })
      const expected = data.slice(1).filter((row: { window: string }) => row.window === window)
      assert.deepEqual((await limitsOf(late)).data.slice(1), expected)
    }
    await setControls(late, { limits, uses: 100 })
    assert.deepEqual(await limitsOf(late), await limitsOf(early))
    // Amounts that are freed afterwards are the same as well.
    await Promise.all([early, late].map((scene) => scene.advance(8 * DAY)))
    assert.deepEqual(await limitsOf(late), await limitsOf(early))
  })

test('limits that are set one after the other all count the earlier purchases', async () => {
  const scene = await openScene(service, { amount: 500 })
  const hold = await scene.hold(10)
  for (const [index] of limits.entries()) {
    const some = limits.slice(0, index + 1).toReversed()
    await setControls(scene, { limits: some })
  }
  await setControls(scene, { limits: null })
  await scene.hold(20, { merchant: hotel })
  done(await scene.on(hold, 'reverse', { amount: 1 }), 200)
  await setControls(scene, { limits })
  const { data } = await limitsOf(scene)
  for (const { window, categories, used_amount, used_count } of data.slice(1))
    assert.deepEqual([used_amount, used_count], categories.length ? [20, 1] : [29, 2], window)
  done(await scene.on(hold, 'reverse'), 200)
  const [, day] = (await limitsOf(scene)).data
  assert.deepEqual([day.used_amount, day.used_count], [20, 1])
})

test('the books balance', () => service.audit())

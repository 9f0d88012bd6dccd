// The end of each window on the sandbox clock: a hold from the old window does not free the new one, and a new window
// starts with the whole limit.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { done, openScene, type Scene } from '../sandbox/scene.ts'
import { nextLeapDay, resetsAt } from './calendar.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const HOUR = 3_600

/** A card with a limit on this window, one hour before the window ends. */
async function beforeBoundary(window: string, boundaryAfter: (now: number) => number): Promise<Scene> {
  const scene = await openScene(service, { amount: 500, controls: { limits: [{ window, amount: 100, count: 3 }] } })
  const now = (await scene.now()).getTime()
  // Two hours ahead, so that a boundary that is about to pass is not chosen.
  const goal = boundaryAfter(now + 2 * HOUR * 1000) - HOUR * 1000
  await scene.advance(Math.ceil((goal - now) / 1000))
  return scene
}

async function used({ api, card }: Scene): Promise<[number, number]> {
  const [, { used_amount, used_count }] = done(await api.get(`/cards/${card}/limits`), 200).data
  return [used_amount, used_count]
}

const ends = (window: 'day' | 'week' | 'month' | 'year') => (now: number) => Date.parse(resetsAt(window, now)!)
const boundaries: [name: string, window: string, boundaryAfter: (now: number) => number][] = [
  ['a day', 'day', ends('day')],
  ['a week', 'week', ends('week')],
  ['a month', 'month', ends('month')],
  ['a year', 'year', ends('year')],
  ['the day before a leap day', 'day', (now) => nextLeapDay(now, 0)],
  ['a leap day', 'day', (now) => nextLeapDay(now, 1)],
  ['the February of a leap day', 'month', (now) => nextLeapDay(now, 1)],
]

for (const [name, window, boundaryAfter] of boundaries)
  test(`a limit resets at the end of ${name}, and a hold from before does not free the new window`, async () => {
    const scene = await beforeBoundary(window, boundaryAfter)
    const [a, b, c] = [await scene.hold(10), await scene.hold(20), await scene.hold(30)]
    assert.deepEqual(await used(scene), [60, 3])
    assert.equal(await scene.reason(1), 'limit_exceeded')
    await scene.advance(2 * HOUR)
    assert.deepEqual(await used(scene), [0, 0], 'a new window starts with nothing used')
    await scene.hold(40)
    done(await scene.on(a, 'reverse'), 200)
    done(await scene.on(b, 'expire'), 200)
    assert.equal(done(await scene.on(c, 'increment', { amount: 5 }), 201).approved, true)
    assert.deepEqual(await used(scene), [45, 1], 'the increment counts its amount and is not another purchase')
    done(await scene.on(c, 'reverse'), 200)
    assert.deepEqual(await used(scene), [40, 1], 'only the increment is freed')
  })

test('a reversal on the next day of the same week frees the weekly limit but not the daily limit', async () => {
  const scene = await beforeBoundary('day', (now) => {
    let midnight = Date.parse(resetsAt('day', now)!)
    while (resetsAt('week', midnight - 1) === new Date(midnight).toISOString()) midnight += 24 * HOUR * 1000
    return midnight
  })
  const limits = ['day', 'week', 'all_time'].map((window) => ({ window, amount: 100, count: 3 }))
  done(await scene.api.patch(`/cards/${scene.card}`, { controls: { limits } }), 200)
  const hold = await scene.hold(10)
  await scene.advance(2 * HOUR)
  await scene.hold(20)
  done(await scene.on(hold, 'reverse'), 200)
  const { data } = done(await scene.api.get(`/cards/${scene.card}/limits`), 200)
  const rows = data.slice(1).map((row: Record<string, unknown>) => [row.window, row.used_amount, row.used_count])
  assert.deepEqual(rows, [
    ['day', 20, 1],
    ['week', 20, 1],
    ['all_time', 20, 1],
  ])
  assert.deepEqual(await used(scene), [20, 1])
})

test('the books balance', () => service.audit())

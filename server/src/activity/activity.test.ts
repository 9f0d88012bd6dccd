// The figures of the overview are those of the transactions, whatever happened and whoever counted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workspaceOf } from '../../test/contract/assertions.ts'
import { type Api, startTestService } from '../../test/harness.ts'
import { DAY, openScene, type Scene } from '../../test/sandbox/scene.ts'
import { anotherService } from '../../test/webhooks/another-service.ts'
import type { Overview } from '../dashboard/shapes/overview.ts'
import { sent } from '../database/database.ts'
import type { Place } from '../events/wake.ts'
import { purgeDeadWorkspaces } from '../worker.ts'
import { countActivity } from './daily-totals.ts'
import { readOverview } from './read-overview.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const { database, clock } = service.services

async function overview(api: Api, days = 90): Promise<Overview> {
  return readOverview(database.read, await workspaceOf(service, api), days, clock())
}

/** As the worker would, until nothing is left. */
async function countAll(api: Api): Promise<void> {
  let places: Place[] = [await workspaceOf(service, api)]
  while (places.length > 0) places = await countActivity(database, places)
}

// biome-ignore lint/suspicious/noExplicitAny: as the harness has it
type Json = any

/** The same figures, the slow way. */
async function fromTransactions(api: Api, days: number): Promise<Overview> {
  const all: Json[] = []
  for (let page = 1; ; page++) {
    const { data } = (await api.get(`/transactions?per_page=100&page=${page}`)).body
    if (data.length === 0) break
    all.push(...data)
  }
  const full: Json[] = await Promise.all(
    all.map(async (each) => (each.type === 'decline' ? (await api.get(`/transactions/${each.id}`)).body : each)),
  )
  const now = Date.parse((await api.get('/sandbox/clock')).body.now)
  const dates = Array.from({ length: days }, (_, n) =>
    new Date(now - (days - 1 - n) * DAY * 1000).toISOString().slice(0, 10),
  )
  const within = full.filter((each) => each.created_at.slice(0, 10) >= dates[0]!)
  const cents = (list: Json[]) =>
    list.reduce(
      (sum, { type, amount }) => sum + (['settlement', 'refund'].includes(type) ? -Math.round(amount * 100) : 0),
      0,
    )
  const count = (list: Json[], type: string) => list.filter((each) => each.type === type).length
  const moved = within.filter(({ type }) => type === 'settlement' || type === 'refund')
  const approved = count(within, 'authorization')
  const declined = count(within, 'decline')
  return {
    currency: 'USD',
    days: dates.map((date) => {
      const own = within.filter((each) => each.created_at.startsWith(date))
      return { date, spent: cents(own) / 100, approved: count(own, 'authorization'), declined: count(own, 'decline') }
    }),
    categories: [...Map.groupBy(moved, ({ merchant }) => merchant.category as string)]
      .map(([category, own]) => ({ category, spent: cents(own) / 100, count: count(own, 'settlement') }))
      .sort((a, b) => b.spent - a.spent || (a.category < b.category ? -1 : 1)),
    declines: [
      ...Map.groupBy(
        within.filter((each) => each.type === 'decline'),
        (each) => each.decline_reason as string,
      ),
    ].map(([reason, own]) => ({ reason, count: own.length })),
    approved,
    declined,
    approval_rate: approved + declined === 0 ? null : approved / (approved + declined),
    spent: cents(within) / 100,
  }
}

const byReason = (shown: Overview) => ({
  ...shown,
  declines: shown.declines.toSorted((a, b) => (a.reason < b.reason ? -1 : 1)),
})

async function assertTrue(api: Api, days = 90): Promise<Overview> {
  const shown = await overview(api, days)
  assert.deepEqual(byReason(shown), byReason(await fromTransactions(api, days)))
  return shown
}

/** Numbers that repeat from run to run, so that a failure can be looked at. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

const MERCHANTS = ['7311', '5734', '5812', '7011', '4111', '0000'].map((mcc) => ({
  name: `Shop ${mcc}`,
  mcc,
  country: 'US',
}))

/** Something a card can live through: bought, raised, settled, given back, declined, reversed, days gone by. */
async function live({ call, card, on, advance }: Scene, next: (below: number) => number, steps: number): Promise<void> {
  const holds: Json[] = []
  const settled: Json[] = []
  for (let step = 0; step < steps; step++) {
    const merchant = MERCHANTS[next(MERCHANTS.length)]
    const amount = (next(4_000) + 1) / 100
    const act = next(12)
    if (act < 4) {
      const { body } = await call('authorizations', { card_id: card, amount: next(6) === 0 ? 9_000 : amount, merchant })
      if (body.approved) holds.push(body.transaction)
    } else if (act < 5 && holds.length > 0) await on(holds.at(-1), 'increment', { amount })
    else if (act < 8 && holds.length > 0) {
      const { status, body } = await on(holds.splice(next(holds.length), 1)[0], 'settle', { amount })
      if (status === 201) settled.push(body)
    } else if (act < 9) settled.push((await call('settlements', { card_id: card, amount: 1, merchant })).body)
    else if (act < 10 && settled.length > 0)
      await call('refunds', { transaction_id: settled.splice(next(settled.length), 1)[0].id })
    else if (act < 11 && holds.length > 0) await on(holds.splice(next(holds.length), 1)[0], 'reverse')
    else await advance(next(2 * DAY) + 1)
  }
}

test('nothing yet: every day is there, and empty', async () => {
  const api = await service.workspace()
  const shown = await overview(api, 7)
  assert.equal(shown.days.length, 7)
  assert.equal(shown.days.at(-1)!.date, new Date().toISOString().slice(0, 10))
  assert.deepEqual(
    { ...shown, days: [] },
    {
      currency: 'USD',
      days: [],
      categories: [],
      declines: [],
      approved: 0,
      declined: 0,
      approval_rate: null,
      spent: 0,
    },
  )
})

for (const seed of [1, 2, 3]) {
  test(`random activity (seed ${seed}), counted in pieces`, async () => {
    const scene = await openScene(service, { wallet: 1_000, amount: 4_000 })
    const next = numbers(seed)
    for (let round = 0; round < 4; round++) {
      await live(scene, next, 25)
      if (round !== 1) await countAll(scene.api)
    }
    for (const days of [7, 30, 90]) await assertTrue(scene.api, days)
    const shown = await overview(scene.api)
    assert.ok(shown.approved > 0 && shown.declined > 0 && shown.categories.length > 1)
    await countAll(scene.api)
    assert.deepEqual(await overview(scene.api), shown, 'counting again changes nothing')
  })
}

test('many at once count each event once', async () => {
  const scene = await openScene(service, { wallet: 1_000, amount: 4_000 })
  const place = await workspaceOf(service, scene.api)
  const counting = { isOver: false }
  const counters = Array.from({ length: 4 }, async () => {
    while (!counting.isOver) await countActivity(database, [place])
  })
  await live(scene, numbers(4), 60)
  counting.isOver = true
  await Promise.all(counters)
  await countAll(scene.api)
  await assertTrue(scene.api)
})

test('a transaction that is rolled back counts nothing', async () => {
  const scene = await openScene(service)
  await live(scene, numbers(5), 20)
  const failing = {
    transaction: <T>(body: Parameters<typeof database.transaction<T>>[0]) =>
      database.transaction<T>(async (tx, withCommit) => {
        const result = await body(tx, withCommit)
        withCommit(sent(tx`select 1 / 0`))
        return result
      }),
  }
  await assert.rejects(countActivity(failing, [await workspaceOf(service, scene.api)]), /division by zero/)
  assert.equal((await overview(scene.api)).approved, 0)
  await countAll(scene.api)
  await assertTrue(scene.api)
})

test('more events than are counted at once are counted all the same', async () => {
  const scene = await openScene(service)
  const place = await workspaceOf(service, scene.api)
  await live(scene, numbers(6), 10)
  await database.read`
    update activity_cursors set sequence = sequence - 5000 where bucket = ${place.bucket} and workspace_id = ${place.id}`
  assert.deepEqual(await countActivity(database, [place]), [{ bucket: place.bucket, id: place.id }])
  await countAll(scene.api)
  await assertTrue(scene.api)
})

test('a reset begins anew, and takes the totals of the old workspace with it', async () => {
  const scene = await openScene(service)
  await live(scene, numbers(7), 20)
  const old = await workspaceOf(service, scene.api)
  await countAll(scene.api)
  assert.equal((await scene.call('reset')).status, 200)
  assert.deepEqual((await overview(scene.api)).approved, 0)
  await purgeDeadWorkspaces(service.services)
  assert.deepEqual(await countActivity(database, [old]), [])
  const rows = await database.read`select 1 from daily_totals where bucket = ${old.bucket} and workspace_id = ${old.id}`
  assert.equal(rows.length, 0)
  await scene.api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '500', confirm: true })
  const { body: card } = await scene.api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 100 })
  await scene.api.post('/sandbox/authorizations', { card_id: card.id, amount: 5, merchant: MERCHANTS[0] })
  await countAll(scene.api)
  assert.equal((await assertTrue(scene.api)).approved, 1)
})

test('two workers that come and go keep the figures up', async () => {
  const [one, two] = [await anotherService(service), await anotherService(service)]
  const scene = await openScene(
    { ...service, workspace: async () => one.api((await service.workspace()).key) },
    { wallet: 1_000, amount: 4_000 },
  )
  const next = numbers(8)
  one.startWorker()
  two.startWorker()
  await live(scene, next, 20)
  await one.stopWorker()
  await live(scene, next, 20)
  one.startWorker()
  await two.stopWorker()
  await live(scene, next, 20)
  await scene.ask(1)
  const { approved } = await fromTransactions(scene.api, 90)
  while ((await overview(scene.api)).approved < approved);
  await assertTrue(scene.api)
})

test('the books balance', () => service.audit())

// The figures of the overview are the sums of the transactions, whatever happened and whichever process counted them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, workspaceOf } from '../../test/contract/assertions.ts'
import { type Api, startTestService } from '../../test/harness.ts'
import { openScene } from '../../test/sandbox/scene.ts'
import { anotherService } from '../../test/webhooks/another-service.ts'
import { readPeriod } from '../dashboard/get-overview.ts'
import type { WorkspaceKey } from '../ids.ts'
import { purgeDeadWorkspaces } from '../worker.ts'
import { assertTrue, fromTransactions, live, MERCHANTS, numbers, overview } from './activity-fixture.ts'
import { countActivity } from './daily-totals.ts'
import { MAX_COUNTED } from './zoned-totals.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const { database } = service.services

/** Counts like the worker, until nothing is left to count. */
async function countAll(api: Api): Promise<void> {
  let places: WorkspaceKey[] = [await workspaceOf(service, api)]
  while (places.length > 0) places = await countActivity(database, places)
}

test('nothing yet: every day is there, and empty', async () => {
  const api = await service.workspace()
  const shown = await overview(service, api, 7)
  assert.equal(shown.days.length, 7)
  assert.equal(shown.days.at(-1)!.date, new Date().toISOString().slice(0, 10))
  assert.deepEqual(
    { ...shown, days: [] },
    {
      currency: 'USD',
      time_zone: 'UTC',
      up_to_date: true,
      days: [],
      categories: [],
      declines: [],
      approved: 0,
      declined: 0,
      approval_rate: null,
      spent: 0,
      previous: { spent: 0, approved: 0, declined: 0, approval_rate: null },
      forecast: null,
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
    for (const days of [7, 30, 90]) await assertTrue(service, scene.api, days)
    for (const zone of ['America/New_York', 'Asia/Kathmandu']) await assertTrue(service, scene.api, 30, zone)
    const shown = await overview(service, scene.api)
    assert.ok(shown.approved > 0 && shown.declined > 0 && shown.categories.length > 1)
    await countAll(scene.api)
    assert.deepEqual(await overview(service, scene.api), shown, 'counting again changes nothing')
  })
}

test('where too much happened to count it by a zone, the days are those of UTC and the answer says so', async () => {
  const scene = await openScene(service, { wallet: 1_000, amount: 4_000 })
  await live(scene, numbers(4), 25)
  await countAll(scene.api)
  assert.equal((await overview(service, scene.api, 30, 'Europe/Berlin')).time_zone, 'Europe/Berlin')
  const { bucket, id } = await workspaceOf(service, scene.api)
  await asOwner(
    service,
    (owner) => owner`update daily_totals set count = ${MAX_COUNTED + 1}
      where bucket = ${bucket} and workspace_id = ${id} and type = 1`,
  )
  const shown = await overview(service, scene.api, 30, 'Europe/Berlin')
  assert.equal(shown.time_zone, 'UTC')
  assert.deepEqual(shown, await overview(service, scene.api, 30))
})

test('a period that is none is refused with the name of its field', async () => {
  const api = await service.workspace()
  for (const [query, param] of [
    ['time_zone=Mars/Olympus', 'time_zone'],
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=2026-03-01', 'to'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2020-03-02&to=2026-03-01', 'to'],
  ] as const) {
    const period = Object.fromEntries(new URLSearchParams(query))
    assert.throws(() => readPeriod(period), { param }, query)
  }
  assert.equal((await overview(service, api, 1, 'Asia/Tokyo')).days.length, 1)
})

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
  await assertTrue(service, scene.api)
})

test('a transaction that is rolled back counts nothing', async () => {
  const scene = await openScene(service)
  await live(scene, numbers(5), 20)
  const failing = {
    transaction: <T>(body: Parameters<typeof database.transaction<T>>[0]) =>
      database.transaction<T>(async (tx, withCommit) => {
        const result = await body(tx, withCommit)
        withCommit(tx`select 1 / 0`)
        return result
      }),
  }
  await assert.rejects(countActivity(failing, [await workspaceOf(service, scene.api)]), /division by zero/)
  const behind = await overview(service, scene.api)
  assert.deepEqual([behind.approved, behind.up_to_date], [0, false])
  await countAll(scene.api)
  await assertTrue(service, scene.api)
})

test('more events than are counted at once are counted all the same', async () => {
  const scene = await openScene(service)
  const place = await workspaceOf(service, scene.api)
  await live(scene, numbers(6), 10)
  await database.write`
    update activity_cursors set sequence = sequence - 5000 where bucket = ${place.bucket} and workspace_id = ${place.id}`
  assert.deepEqual(await countActivity(database, [place]), [{ bucket: place.bucket, id: place.id }])
  await countAll(scene.api)
  await assertTrue(service, scene.api)
})

test('a reset begins anew, and takes the totals of the old workspace with it', async () => {
  const scene = await openScene(service)
  await live(scene, numbers(7), 20)
  const old = await workspaceOf(service, scene.api)
  await countAll(scene.api)
  assert.equal((await scene.call('reset')).status, 200)
  assert.deepEqual((await overview(service, scene.api)).approved, 0)
  await purgeDeadWorkspaces(service.services)
  assert.deepEqual(await countActivity(database, [old]), [])
  const rows = await database.read`select 1 from daily_totals where bucket = ${old.bucket} and workspace_id = ${old.id}`
  assert.equal(rows.length, 0)
  await scene.api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '500', confirm: true })
  const { body: card } = await scene.api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 100 })
  await scene.api.post('/sandbox/authorizations', { card_id: card.id, amount: 5, merchant: MERCHANTS[0] })
  await countAll(scene.api)
  assert.equal((await assertTrue(service, scene.api)).approved, 1)
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
  while ((await overview(service, scene.api)).approved < approved);
  await assertTrue(service, scene.api)
})

test('the books balance', () => service.audit())

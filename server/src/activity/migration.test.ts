// An installation that is older than the totals and the histories has both after the migration.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertTrue, live, numbers, overview } from '../../test/activity/activity-fixture.ts'
import { asOwner, newCard, workspaceOf } from '../../test/contract/assertions.ts'
import { startTestService } from '../../test/harness.ts'
import { openScene } from '../../test/sandbox/scene.ts'
import { readCardHistory } from '../cards/read-card-history.ts'
import { countActivity } from './daily-totals.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const { database } = service.services
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Runs the migration again, as if its tables had never existed. */
function migrateAgain(): Promise<unknown> {
  const [file] = globSync(`${migrations}/*_request_log_and_activity.sql`)
  return asOwner(service, async (owner) => {
    await owner`drop table request_log, daily_totals, activity_cursors, card_history`
    await owner.begin((tx) => tx.unsafe(readFileSync(file!, 'utf8')).simple())
    await owner`select ensure_partitions(now(), 1)`
  })
}

// The migration creates tables that are already distributed there.
const withCitus = process.env.CITUS_DATABASE_URL !== undefined

test('the migration computes the past figures and movements of money, and later events are added', {
  skip: withCitus,
}, async () => {
  const scene = await openScene(service, { wallet: 1_000, amount: 4_000 })
  const { api, card } = scene
  await live(scene, numbers(10), 40)
  await api.post(`/cards/${card}/fund`, { amount: 20 })
  await api.post(`/cards/${card}/withdraw`, { amount: 5 })
  const gone = await newCard(api, { amount: 10 })
  await api.delete(`/cards/${gone.id}`)
  const emptied = await newCard(api, { amount: 10 })
  await api.post(`/cards/${emptied.id}/withdraw`, { amount: 10 })
  await api.delete(`/cards/${emptied.id}`)
  await migrateAgain()
  const { approved } = await assertTrue(service, api)
  assert.ok(approved > 0, `${approved} approved`)
  const place = await workspaceOf(service, api)
  assert.deepEqual(await countActivity(database, [place]), [])
  await scene.ask(1)
  const before = (await overview(service, api)).approved
  await countActivity(database, [place])
  assert.equal((await assertTrue(service, api)).approved, before + 1)

  const told = async (id: string) =>
    (await readCardHistory(database.read, place, id, {})).data.map(({ type, amount }) => `${type} ${amount}`)
  assert.deepEqual(await told(card), ['withdrawn 5', 'funded 20', 'created 4000'])
  assert.deepEqual(await told(gone.id), ['terminated 10', 'created 10'])
  assert.deepEqual(await told(emptied.id), ['terminated 0', 'withdrawn 10', 'created 10'])
})

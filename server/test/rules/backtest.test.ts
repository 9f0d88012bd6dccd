// A backtest of a velocity rule over many transactions, compared with a simple replay of the same history.
// `ROWS=1000000` seeds a million of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId, publicId } from '../../src/ids.ts'
import { startTestService } from '../harness.ts'
import { asOwner, done, type Json, openScene, workspaceOf } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { condition, newRule } from './scene.ts'
import { END, FROM, ROWS, replayAll, seedHistory, velocity } from './seeded-history.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' }, { worker: true })

/** The limit is far above the memory for a few chunks and far below the memory for the whole history. */
const MAX_HEAP_MB = 200

test('a backtest returns the same result as a replay, in bounded memory, and reports its progress', async () => {
  const scene = await openScene(service)
  const { api } = scene
  const owner = await workspaceOf(service, api)
  const expected = await asOwner(service, async (sql) => {
    await seedHistory(sql, owner, parseId('card', scene.card)!.uuid)
    return replayAll(sql, owner)
  })
  assert.ok(
    expected.stopped > 1_000 && expected.stopped < expected.judged,
    `the replay stopped ${expected.stopped} of ${expected.judged}`,
  )
  const rule = await newRule(api, velocity, { state: 'off' })
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const range = { from: new Date(FROM).toISOString(), to: new Date(END).toISOString() }
  const asked = done(await api.post(`/rules/${rule.id}/backtests`, range), 202)
  assert.deepEqual([asked.judged, asked.progress], [0, 0])
  const seen = new Set<number>()
  let heap = 0
  const ended: Json = await until(
    'the backtest is done',
    async () => {
      const now = done(await api.get(`/rules/${rule.id}/backtests/${asked.id}`), 200)
      heap = Math.max(heap, process.memoryUsage().heapUsed - before)
      seen.add(now.progress)
      return (now.status === 'completed' || now.status === 'failed') && now
    },
    180_000,
  )
  assert.deepEqual(
    [ended.status, ended.progress, ended.judged, ended.would_decline, ended.would_challenge, ended.false],
    ['completed', 100, expected.judged, expected.stopped, 0, expected.false],
  )
  const days = [...expected.days.values()].sort((one, other) => (one.date < other.date ? -1 : 1))
  assert.deepEqual(ended.days, days)
  assert.deepEqual(
    ended.examples.map((example: Json) => example.transaction_id),
    expected.newest.slice(0, 20).map(([, id]) => publicId('transaction', owner.bucket, id)),
  )
  assert.match(
    ended.examples[0].explanation,
    /^card_count_1h \d+ is at least 20 and card_declines_24h \d+ is above 30$/,
  )
  // A short backtest may end between two polls.
  if (ROWS >= 1_000_000) assert.ok(seen.size > 2, `progress: ${[...seen].join(', ')}`)
  assert.ok(heap < MAX_HEAP_MB * 2 ** 20, `${Math.round(heap / 2 ** 20)} MB`)
})

test('a backtest whose worker died continues from its stored progress', async () => {
  const scene = await openScene(service)
  const { api } = scene
  for (let n = 0; n < 4; n++) await scene.hold(1)
  const rule = await newRule(api, [condition('card_count_1h', 'at_least', 2)], { action: 'challenge', state: 'off' })
  const now = await scene.now()
  const range = {
    from: new Date(now.getTime() - 3_600_000).toISOString(),
    to: new Date(now.getTime() + 60_000).toISOString(),
  }
  const asked = done(await api.post(`/rules/${rule.id}/backtests`, range), 202)
  const { bucket } = await workspaceOf(service, api)
  const { uuid } = parseId('backtest', asked.id)!
  const read = async () => done(await api.get(`/rules/${rule.id}/backtests/${asked.id}`), 200)
  const isDone = async () => {
    const found = await read()
    return found.status === 'completed' && found
  }
  await until('the backtest is completed', isDone)
  // A worker that is killed leaves the backtest like this: claimed by a process that is gone, with nothing stored.
  await asOwner(
    service,
    (sql) => sql`
      update rule_backtests set status = 2, lease_owner = ${uuid}, lease_until = now() - interval '1 second', progress = 0,
        found = '{"judged":0,"declined":0,"challenged":0,"false":0,"days":{},"examples":[]}', completed_at = null
      where bucket = ${bucket} and id = ${uuid}`,
  )
  const again: Json = await until('the backtest is completed again', isDone)
  assert.deepEqual([again.judged, again.would_decline, again.would_challenge, again.false], [4, 0, 2, 2])
  assert.equal(again.examples.length, 2)
  assert.deepEqual(done(await api.get(`/rules/${rule.id}/backtests`), 200).data, [again])
})

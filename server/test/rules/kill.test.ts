// The service is killed with -9 during a backtest. The next start continues it, and its result is exact.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect } from '../../src/database/database.ts'
import { parseId, publicId } from '../../src/ids.ts'
import { startTestService } from '../harness.ts'
import { groupOn } from '../processes/service-group.ts'
import { asOwner, done, type Json, openScene, workspaceOf } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { newRule } from './scene.ts'
import { END, FROM, replayAll, seedHistory, velocity } from './seeded-history.ts'

// This service answers the test and has no worker, so backtests run in the process that is killed.
const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const group = groupOn(service.connection, 1)
/** A claim lasts half a minute after the death of its process, and a start takes time on a busy machine. */
const TAKEN_UP_MS = 180_000

/** A key of our own among the advisory locks of this database. */
const GATE = 160_016

/** From now on a backtest that has read three tenths waits before it stores that, until `open` is called. */
async function closeGate(): Promise<{ isReached(): Promise<boolean>; open(): Promise<void> }> {
  const holder = connect(service.connection, { max: 1 })
  after(() => holder.end())
  await holder.unsafe(`
    create function wait_at_gate() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(${GATE}); return new; end';
    create trigger gate before update on rule_backtests for each row when (new.progress between 30 and 99)
      execute function wait_at_gate();
    select pg_advisory_lock(${GATE});`)
  return {
    async isReached() {
      const waiting =
        await holder`select 1 from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`
      return waiting.length > 0
    },
    open: async () => {
      await holder`select pg_advisory_unlock(${GATE})`
    },
  }
}

test('a backtest whose service is killed is continued by the next one and equals a replay', {
  timeout: 400_000,
}, async () => {
  const scene = await openScene(service)
  const { api } = scene
  const owner = await workspaceOf(service, api)
  const expected = await asOwner(service, async (sql) => {
    await seedHistory(sql, owner, parseId('card', scene.card)!.uuid)
    return replayAll(sql, owner)
  })
  const gate = await closeGate()
  const rule = await newRule(api, velocity, { state: 'off' })
  const range = { from: new Date(FROM).toISOString(), to: new Date(END).toISOString() }
  const asked = done(await api.post(`/rules/${rule.id}/backtests`, range), 202)
  const read = async (): Promise<Json> => done(await api.get(`/rules/${rule.id}/backtests/${asked.id}`), 200)

  await group.start()
  await until('the backtest stands in its middle', () => gate.isReached())
  const before = await read()
  assert.ok(before.status === 'running' && before.progress > 0 && before.progress < 30, JSON.stringify(before))
  await group.kill()
  await gate.open()
  await group.start()
  const ended = await until(
    'the backtest is done',
    async () => {
      const now = await read()
      return now.status !== 'running' && now
    },
    TAKEN_UP_MS,
  )
  assert.deepEqual(
    [ended.status, ended.progress, ended.judged, ended.would_decline, ended.false],
    ['completed', 100, expected.judged, expected.stopped, expected.false],
  )
  assert.deepEqual(
    ended.examples.map((example: Json) => example.transaction_id),
    expected.newest.slice(0, 20).map(([, id]) => publicId('transaction', owner.bucket, id)),
  )
  await group.stop()
})

// A failing archive is reported by the metrics, by the log of the worker and by the doctor.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Registry } from 'prom-client'
import { open, testFolder } from '../../test/database/embedded-fixture.ts'
import { testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { checkArchive } from '../operator/doctor/archive-check.ts'
import { watchArchive } from '../worker.ts'
import { addArchiveMetrics } from './archive-metrics.ts'
import { readArchiveState } from './archive-state.ts'
import { connect } from './database.ts'

test('a failing archive is reported by the metrics, the log and the doctor until it works again', async () => {
  using folder = testFolder()
  const embedded = await open(folder.dataDir)
  const sql = connect(embedded.connection, { max: 1 })
  const registry = new Registry()
  addArchiveMetrics(registry, sql as never)
  const archiveBy = async (command: string) => {
    await sql.unsafe(`alter system set archive_command = '${command}'`)
    await sql`select pg_reload_conf()`
    await sql`select pg_logical_emit_message(true, 'test', 'something to archive')`
    await sql`select pg_switch_wal()`
  }
  try {
    await until('archiving is off', async () => !(await readArchiveState(sql)).isOn)
    assert.doesNotMatch(await registry.metrics(), /^cardwright_archive/m)
    assert.equal((await checkArchive(sql)).state, 'ok')

    await archiveBy('false')
    const failing = await until('a segment fails', async () => {
      const state = await readArchiveState(sql)
      return state.isFailing && state
    })
    assert.equal(failing.isOn, true)
    assert.match(failing.failedSegment!, /^[0-9A-F]{24}$/)
    await until('the metric reports the failure', async () =>
      /^cardwright_archive_failing 1$/m.test(await registry.metrics()),
    )
    const { state, text } = await checkArchive(sql)
    assert.equal(state, 'problem')
    assert.match(text, /segment [0-9A-F]{24} of the log could not be archived; \d+ MiB of log are not archived yet/)
    const errors: string[] = []
    const log = { error: (_: object, message: string) => errors.push(message) }
    await watchArchive({ database: { background: { read: sql } }, log } as never)
    assert.match(errors.join(), /the write-ahead log cannot be archived/)

    await archiveBy('test -f %p')
    await until('segments arrive again', async () => !(await readArchiveState(sql)).isFailing)
    await agreesWithPostgres(sql)
    assert.equal((await checkArchive(sql)).state, 'ok')
  } finally {
    await sql.end()
    await embedded.stop()
  }
})

/** PostgreSQL 16 and newer can parse the name of a segment. Our own parsing must agree. */
async function agreesWithPostgres(sql: ReturnType<typeof connect>): Promise<void> {
  await until('both were asked while nothing was written', async () => {
    const [before] = await sql<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`
    const { behindBytes, lastSegment } = await readArchiveState(sql)
    const [row] = await sql<{ lsn: string; behind: number }[]>`
      select pg_current_wal_lsn()::text as lsn, greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')
        - ((pg_split_walfile_name(${lastSegment})).segment_number + 1) * pg_size_bytes(current_setting('wal_segment_size')))::float8 as behind`
    if (before!.lsn !== row!.lsn) return false
    assert.equal(behindBytes, row!.behind)
    return true
  })
}

test('the archive state can be read on the test server, whatever its version', async () => {
  const sql = connect(await testDatabase(), { max: 1 })
  after(() => sql.end())
  const { isOn, isFailing, behindBytes } = await readArchiveState(sql)
  assert.deepEqual([isOn, isFailing], [false, false])
  assert.ok(Number.isSafeInteger(behindBytes) && behindBytes >= 0, `behind by ${behindBytes} bytes`)
})

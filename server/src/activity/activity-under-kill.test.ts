// A worker that is killed with SIGKILL while it counts has moved either both the totals and the cursor, or neither.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { assertTrue, fromTransactions, live, numbers, overview } from '../../test/activity/activity-fixture.ts'
import { MASTER_KEY, startTestService } from '../../test/harness.ts'
import { ownerOf } from '../../test/money/books.ts'
import { programFile } from '../../test/program.ts'
import { openScene } from '../../test/sandbox/scene.ts'
import { until } from '../../test/until.ts'
import { Child } from '../../test/webhooks-under-kill/child.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const owner = ownerOf(service, 2)
const folder = mkdtempSync(join(tmpdir(), 'cardwright-activity-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const { CARDWRIGHT_TEST_SERVER: _, NODE_TEST_CONTEXT: __, ...inherited } = process.env
const { connection } = service
const { host, port, username, password, database } = connection as Exclude<typeof connection, { url: string }>
const worker = new Child({
  name: 'the worker',
  args: [programFile('server/src/main.ts'), '--role', 'worker'],
  env: {
    ...inherited,
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: username,
    PGPASSWORD: password,
    CARDWRIGHT_MASTER_KEY: MASTER_KEY,
    CARDWRIGHT_DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'info',
  },
  ready: /"url":"http:/,
})

/** Returns the backends that wait for a lock of this backend. */
async function blockedBy(pid: number): Promise<number[]> {
  const rows = await owner<
    { pid: number }[]
  >`select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`
  return rows.map((row) => row.pid)
}

/** Kills the worker in the middle of its transaction: the totals are locked, so it waits while it holds its cursor. */
async function killWhileCounting(isBackendKilled: boolean): Promise<void> {
  const lock = await owner.reserve()
  await lock`begin`
  await lock`lock table daily_totals in access exclusive mode`
  const [own] = await lock<{ pid: number }[]>`select pg_backend_pid() as pid`
  await worker.start()
  await until('the worker counts', async () => (await blockedBy(own!.pid)).length > 0)
  const counting = await blockedBy(own!.pid)
  await worker.kill()
  // Unless its backend is terminated, the database may still execute what the worker has sent, including the commit.
  if (isBackendKilled) for (const pid of counting) await owner`select pg_terminate_backend(${pid}::integer)`
  await lock`commit`
  lock.release()
}

test('a worker that is killed while it counts neither counts an event twice nor skips one', {
  timeout: 120_000,
}, async () => {
  const scene = await openScene(service, { wallet: 1_000, amount: 4_000 })
  const next = numbers(9)
  for (const isBackendKilled of [true, false, true, false]) {
    await live(scene, next, 15)
    await killWhileCounting(isBackendKilled)
  }
  await live(scene, next, 15)
  await worker.start()
  const { approved, declined } = await fromTransactions(scene.api, 90)
  await until('all is counted', async () => {
    const shown = await overview(service, scene.api)
    return shown.approved + shown.declined >= approved + declined
  })
  await assertTrue(service, scene.api)
})

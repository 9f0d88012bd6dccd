import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  connected,
  isAlive,
  open,
  postmasterPid,
  query,
  spawnService,
  testFolder,
  until,
} from '../../../test/database/embedded-fixture.ts'

test('the server of a service that was killed keeps running, and the next service adopts it with its data', async () => {
  using folder = testFolder()
  const killed = await spawnService({ dataDir: folder.dataDir })
  await query(connected(killed), 'create table kept as select 1 as n')
  const pid = postmasterPid(folder.dataDir)
  await killed.kill()
  assert.equal(isAlive(pid), true)

  const next = await open(folder.dataDir)
  assert.equal(postmasterPid(folder.dataDir), pid)
  assert.equal((await query(next.connection, 'select n from kept')).length, 1)

  // The adopted server is not a child of this process, but it is still supervised.
  process.kill(pid, 'SIGKILL')
  const rows = await until(() => query(next.connection, 'select n from kept'))
  assert.equal(rows.length, 1)
  await next.stop()
})

test('a server that was killed restarts with every committed row', async () => {
  using folder = testFolder()
  const embedded = await open(folder.dataDir, { settings: { shared_buffers: '16MB' } })
  await query(embedded.connection, 'create table kept as select generate_series(1, 1000) as n')
  for (const round of [1, 2]) {
    const pid = postmasterPid(folder.dataDir)
    process.kill(pid, 'SIGKILL')
    await until(() => postmasterPid(folder.dataDir) !== pid)
    const [row] = await until(() => query(embedded.connection, 'select count(*)::int as n from kept'))
    assert.equal(row?.n, 1000, `round ${round}`)
  }
  await assert.rejects(open(folder.dataDir), /Another Cardwright service/)
  await embedded.stop()
})

test('no data is lost when service and server are killed together repeatedly', async () => {
  using folder = testFolder()
  for (let round = 0; round < 5; round++) {
    const service = await spawnService({ dataDir: folder.dataDir })
    await query(connected(service), 'create table if not exists kept (n int)')
    assert.equal((await query(connected(service), 'select n from kept')).length, round)
    await query(connected(service), 'insert into kept values (1)')
    process.kill(postmasterPid(folder.dataDir), 'SIGKILL')
    await service.kill()
  }
  const last = await open(folder.dataDir)
  assert.equal((await query(last.connection, 'select n from kept')).length, 5)
  await last.stop()
})

test('stale lock files are ignored, even when another process has their pid', async () => {
  using folder = testFolder()
  const first = await open(folder.dataDir)
  await first.stop()
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  try {
    for (const pid of [NO_PID, bystander.pid, process.pid]) {
      plantLockFiles(join(folder.dataDir, 'postgres'), first.connection.host, pid)
      const embedded = await open(folder.dataDir)
      await query(embedded.connection, 'select 1')
      await embedded.stop()
    }
    assert.equal(isAlive(bystander.pid!), true)
  } finally {
    bystander.kill()
  }
})

const NO_PID = 2 ** 22 - 3

/** Writes lock files as a crash leaves them. */
function plantLockFiles(cluster: string, socketFolder: string, pid: number | undefined): void {
  const text = `${pid}\n${cluster}\n1700000000\n5432\n${socketFolder}\n\n  1234567    123456\nready   \n`
  const { uid, gid } = statSync(cluster)
  mkdirSync(socketFolder, { mode: 0o700 })
  chownSync(socketFolder, uid, gid)
  for (const path of [join(cluster, 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')]) {
    writeFileSync(path, text, { mode: 0o600 })
    chownSync(path, uid, gid)
  }
}

test('the socket folder is created again when it is removed', async () => {
  using folder = testFolder()
  const embedded = await open(folder.dataDir)
  const pid = postmasterPid(folder.dataDir)
  rmSync(embedded.connection.host, { recursive: true })
  await until(() => query(embedded.connection, 'select 1'))
  assert.notEqual(postmasterPid(folder.dataDir), pid)
  await embedded.stop()
})

test('a server that is left without its socket is restarted', async () => {
  using folder = testFolder()
  const killed = await spawnService({ dataDir: folder.dataDir })
  const pid = postmasterPid(folder.dataDir)
  await killed.kill()
  rmSync(connected(killed).host, { recursive: true })
  const next = await open(folder.dataDir)
  await query(next.connection, 'select 1')
  assert.notEqual(postmasterPid(folder.dataDir), pid)
  await next.stop()
})

test('a command does not start a second server when it cannot reach that of the service', async () => {
  using folder = testFolder()
  const service = await spawnService({ dataDir: folder.dataDir })
  const pid = postmasterPid(folder.dataDir)
  process.kill(service.pid, 'SIGSTOP') // The service is neither dead nor able to restart its server.
  process.kill(pid, 'SIGKILL')
  await assert.rejects(open(folder.dataDir, { purpose: 'operator' }), /cannot be reached from here/)
  process.kill(service.pid, 'SIGCONT')
  const command = await open(folder.dataDir, { purpose: 'operator' })
  await query(command.connection, 'select 1')
  await command.stop()
  await service.stop()
})

test('a long log file is rotated at the start', async () => {
  using folder = testFolder()
  mkdirSync(folder.dataDir)
  const path = join(folder.dataDir, 'postgres.log')
  writeFileSync(path, '')
  truncateSync(path, 11 * 1024 * 1024)
  const embedded = await open(folder.dataDir)
  await embedded.stop()
  assert.ok(existsSync(`${path}.1`), 'the old log was not kept')
  assert.match(readFileSync(path, 'utf8'), /ready to accept connections/)
})

test('stopping the server ends statements that would never end', async () => {
  using folder = testFolder()
  const embedded = await open(folder.dataDir)
  const sleeping = assert.rejects(query(embedded.connection, 'select pg_sleep(3600)'))
  await until(async () => {
    const [row] = await query(
      embedded.connection,
      "select count(*)::int n from pg_stat_activity where query like '%pg_sleep(3600)%'",
    )
    return row?.n === 2
  })
  await embedded.stop()
  await sleeping
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connected, isAlive, open, postmasterPid, query, spawnService, testFolder, until } from './embedded-fixture.ts'

test('a service killed by force leaves its server, and the next one adopts it with the data', async () => {
  using folder = testFolder()
  const killed = await spawnService({ dataDir: folder.dataDir })
  await query(connected(killed), 'create table kept as select 1 as n')
  const pid = postmasterPid(folder.dataDir)
  await killed.kill()
  assert.equal(isAlive(pid), true)

  const next = await open(folder.dataDir)
  assert.equal(postmasterPid(folder.dataDir), pid)
  assert.equal((await query(next.connection, 'select n from kept')).length, 1)

  // Adopted, it is nobody's child; it is supervised all the same.
  process.kill(pid, 'SIGKILL')
  const rows = await until(() => query(next.connection, 'select n from kept'))
  assert.equal(rows.length, 1)
  await next.stop()
})

test('a server killed by force comes back with every committed row', async () => {
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

test('a stale pid file does not matter, even when another process has its pid', async () => {
  using folder = testFolder()
  await open(folder.dataDir).then((embedded) => embedded.stop())
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  try {
    for (const pid of [2 ** 22 - 3, bystander.pid, process.pid]) {
      const path = join(folder.dataDir, 'postgres')
      const { uid, gid } = statSync(path)
      const text = `${pid}\n${path}\n1700000000\n5432\n/tmp/nowhere\n\n  1234567    123456\nready   \n`
      writeFileSync(join(path, 'postmaster.pid'), text, { mode: 0o600 })
      chownSync(join(path, 'postmaster.pid'), uid, gid)
      const embedded = await open(folder.dataDir)
      await query(embedded.connection, 'select 1')
      await embedded.stop()
    }
    assert.equal(isAlive(bystander.pid!), true)
  } finally {
    bystander.kill()
  }
})

test('the socket folder is made again when somebody removes it', async () => {
  using folder = testFolder()
  const embedded = await open(folder.dataDir)
  const pid = postmasterPid(folder.dataDir)
  rmSync(embedded.connection.host, { recursive: true })
  await until(() => query(embedded.connection, 'select 1'))
  assert.notEqual(postmasterPid(folder.dataDir), pid)
  await embedded.stop()
})

test('a server left behind whose socket is gone is restarted', async () => {
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

test("a command does not start a second server where it cannot see the service's", async () => {
  using folder = testFolder()
  const service = await spawnService({ dataDir: folder.dataDir })
  const pid = postmasterPid(folder.dataDir)
  process.kill(service.pid, 'SIGSTOP') // neither dead nor able to restart its server
  process.kill(pid, 'SIGKILL')
  await assert.rejects(open(folder.dataDir, { purpose: 'operator' }), /cannot be reached from here/)
  process.kill(service.pid, 'SIGCONT')
  const command = await open(folder.dataDir, { purpose: 'operator' })
  await query(command.connection, 'select 1')
  await command.stop()
  await service.stop()
})

test('a long log is set aside at the start', async () => {
  using folder = testFolder()
  mkdirSync(folder.dataDir)
  const path = join(folder.dataDir, 'postgres.log')
  writeFileSync(path, '')
  truncateSync(path, 11 * 1024 * 1024)
  const embedded = await open(folder.dataDir)
  await embedded.stop()
  assert.ok(existsSync(`${path}.1`))
  assert.match(readFileSync(path, 'utf8'), /ready to accept connections/)
})

test('a fast shutdown ends sessions that would wait for ever', async () => {
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

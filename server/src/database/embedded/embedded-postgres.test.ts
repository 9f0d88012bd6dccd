import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  isAlive,
  open,
  postmasterPid,
  processesIn,
  query,
  silent,
  spawnService,
  testFolder,
  until,
} from '../../../test/database/embedded-fixture.ts'
import { EmbeddedPostgresError, openEmbeddedPostgres } from './embedded-postgres.ts'

const saying =
  (...parts: string[]) =>
  (error: unknown) => {
    assert.ok(error instanceof EmbeddedPostgresError, `not an error for the operator: ${error}`)
    for (const part of parts) assert.ok(error.message.includes(part), `"${error.message}" does not contain "${part}"`)
    return true
  }

test('a new folder gets a durable, private PostgreSQL 18, and stopping it leaves no process', async () => {
  using folder = testFolder()
  const embedded = await openEmbeddedPostgres({ dataDir: folder.dataDir, purpose: 'service', log: silent })
  const pid = postmasterPid(folder.dataDir)
  const [row] = await query(
    embedded.connection,
    `select current_setting('fsync') fsync, current_setting('synchronous_commit') commit, current_setting('jit') jit,
            current_setting('data_checksums') checksums, current_setting('listen_addresses') tcp,
            current_setting('server_encoding') encoding, current_setting('server_version_num')::int / 10000 major,
            (select datlocale from pg_database where datname = current_database()) locale,
            current_database() database, current_user "user", upper('é') upper`,
  )
  assert.deepEqual(
    { ...row },
    {
      fsync: 'on',
      commit: 'on',
      jit: 'off',
      checksums: 'on',
      tcp: '',
      encoding: 'UTF8',
      major: 18,
      locale: 'C.UTF-8',
      database: 'cardwright',
      user: 'cardwright',
      upper: 'É',
    },
  )
  await query(embedded.connection, 'create extension pg_trgm')
  assert.equal(statSync(join(folder.dataDir, 'postgres.password')).mode & 0o777, 0o600)
  assert.equal(statSync(embedded.connection.host).mode & 0o777, 0o700)
  await assert.rejects(query({ ...embedded.connection, password: 'wrong' }, 'select 1'), { code: '28P01' })
  const rules = readFileSync(join(folder.dataDir, 'postgres/pg_hba.conf'), 'utf8').split('\n')
  assert.deepEqual(
    rules.filter((rule) => !rule.startsWith('#') && /trust|peer|ident/.test(rule)),
    [],
  )

  process.kill(-pid, 0) // This throws unless the server leads its own process group, which Ctrl-C does not reach.
  const isLinux = process.platform === 'linux'
  if (isLinux) assert.ok(processesIn(folder.dataDir).length > 3, `${processesIn(folder.dataDir).length} processes`)

  await embedded.stop()
  assert.equal(isAlive(pid), false)
  if (isLinux) assert.deepEqual(processesIn(folder.dataDir), [])
  assert.equal(existsSync(embedded.connection.host), false)
  assert.deepEqual(
    readdirSync(folder.dataDir).filter((name) => name.includes('new')),
    [],
  )
})

test('data is kept over a restart', async () => {
  using folder = testFolder()
  const first = await open(folder.dataDir)
  await query(first.connection, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await open(folder.dataDir)
  const rows = await query(second.connection, 'select answer from kept')
  await second.stop()
  assert.equal(rows[0]?.answer, 42)
})

test('a second service on the same folder fails with the pid of the first', async () => {
  using folder = testFolder()
  const first = await open(folder.dataDir)
  await assert.rejects(open(folder.dataDir), saying(folder.dataDir, `pid ${process.pid}`))
  const second = await spawnService({ dataDir: folder.dataDir })
  assert.equal(second.answer.isOperatorError, true)
  assert.match(second.answer.refused ?? '', new RegExp(`pid ${process.pid}\\b.*${folder.dataDir}`))
  await query(first.connection, 'select 1')
  await first.stop()
})

test('exactly one of several services that start at the same time wins', async () => {
  using folder = testFolder()
  const services = await Promise.all(Array.from({ length: 4 }, () => spawnService({ dataDir: folder.dataDir })))
  const winners = services.filter((service) => service.answer.connection)
  for (const { answer } of services) if (answer.refused) assert.match(answer.refused, /Another Cardwright service/)
  await Promise.all(services.map((service) => service.stop()))
  assert.equal(winners.length, 1)
})

test('a command uses the running server and leaves it running', async () => {
  using folder = testFolder()
  const service = await open(folder.dataDir)
  const command = await open(folder.dataDir, { purpose: 'operator' })
  assert.deepEqual(command.connection, service.connection)
  await command.stop()
  await query(service.connection, 'select 1')
  await service.stop()
})

test('without a service the last command stops the server', async () => {
  using folder = testFolder()
  const first = await open(folder.dataDir, { purpose: 'operator' })
  const second = await open(folder.dataDir, { purpose: 'operator' })
  const pid = postmasterPid(folder.dataDir)
  await first.stop()
  await query(second.connection, 'select 1')
  await second.stop()
  await until(() => !isAlive(pid)) // The server has ended, but its parent, this process, may not know it yet.
})

test('a service takes over the server that a command has started', async () => {
  using folder = testFolder()
  const command = await open(folder.dataDir, { purpose: 'operator' })
  const service = await open(folder.dataDir)
  await command.stop()
  await query(service.connection, 'select 1')
  await service.stop()
})

test('a cluster of another major version is not changed', async () => {
  using folder = testFolder()
  await open(folder.dataDir).then((embedded) => embedded.stop())
  writeFileSync(join(folder.dataDir, 'postgres/PG_VERSION'), '17\n')
  await assert.rejects(open(folder.dataDir), saying('PostgreSQL 17', 'PostgreSQL 18', 'backup'))
})

test('a missing or wrong password file is reported by its path', async () => {
  using folder = testFolder()
  await open(folder.dataDir).then((embedded) => embedded.stop())
  const path = join(folder.dataDir, 'postgres.password')
  rmSync(path)
  await assert.rejects(open(folder.dataDir), saying(path, 'missing'))
  writeFileSync(path, 'not this one')
  await assert.rejects(open(folder.dataDir), saying(path, "not the database's"))
  assert.equal(existsSync(join(folder.dataDir, 'postgres/postmaster.pid')), false)
})

test('a folder that is not a PostgreSQL cluster is not overwritten', async () => {
  using folder = testFolder()
  mkdirSync(join(folder.dataDir, 'postgres'), { recursive: true })
  chmodSync(folder.dataDir, 0o755)
  await assert.rejects(open(folder.dataDir), saying('not a PostgreSQL data folder'))
})

test('the remains of an interrupted first start are removed', async () => {
  using folder = testFolder()
  mkdirSync(join(folder.dataDir, 'postgres.new-abcdef/data/base'), { recursive: true })
  chmodSync(folder.dataDir, 0o755)
  const embedded = await open(folder.dataDir)
  await embedded.stop()
  assert.equal(existsSync(join(folder.dataDir, 'postgres.new-abcdef')), false)
})

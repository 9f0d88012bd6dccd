// The service under test: the real program, on its embedded PostgreSQL with its default settings, with the
// rate limits switched off.

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ConnectionOptions, connect } from '../../server/src/database/database.ts'
import { openEmbeddedPostgres } from '../../server/src/database/embedded/embedded-postgres.ts'
import { type Processes, parentOf } from './processor-time.ts'

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const bare = fileURLToPath(new URL('./bare-fastify.ts', import.meta.url))
const noOp = fileURLToPath(new URL('./no-op-route.ts', import.meta.url))
type Connection = Exclude<ConnectionOptions, { url: string }>

export const KEY = 'sk_test_benchbenchbenchbench'
const silent = { info() {}, warn() {}, error() {} }

export type Bench = {
  port: number
  dataDir: string
  connection: Connection
  processes: Processes
  stop(): Promise<void>
}

const off = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_HOUR: '0',
  RATE_LIMIT_CARD_CREATIONS_PER_MINUTE: '0',
  RATE_LIMIT_CARD_DETAILS_PER_MINUTE: '0',
}

/**
 * `profileDir` is where the service writes a CPU profile when it ends. `env` has further settings. `on` is an existing
 * database to use instead of the embedded one.
 */
type Start = {
  folder?: string | undefined
  profileDir?: string | undefined
  env?: Record<string, string>
  on?: Connection
}

export async function startBench({ folder, profileDir, env: more, on }: Start = {}): Promise<Bench> {
  const dataDir = folder ?? temporaryFolder()
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const port = await freePort()
  const own = { PORT: String(port), CARDWRIGHT_DATA_DIR: dataDir, CARDWRIGHT_SANDBOX_KEY: KEY }
  const env = { ...process.env, ...off, ...own, ...(on && given(on)), ...more }
  const profiling = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]
  const child = spawn(process.execPath, [...profiling, main], {
    env,
    stdio: ['ignore', openSync(join(dataDir, 'service.log'), 'a'), 'inherit'],
  })
  await answering(port, child)
  const postgres = on
    ? { connection: on, stop: async () => {} }
    : await openEmbeddedPostgres({ dataDir, purpose: 'operator', log: silent })
  return {
    port,
    dataDir,
    connection: postgres.connection,
    processes: { service: child.pid!, postmaster: await postmasterOf(postgres.connection) },
    async stop() {
      await postgres.stop()
      await ended(child)
      if (!folder) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** With a given database the service needs a master key, and only the owner's login. */
function given({ host, port, username, password, database }: Connection): Record<string, string> {
  return {
    DATABASE_URL: `postgres://${username}:${encodeURIComponent(password)}@${host}:${port}/${database}`,
    CARDWRIGHT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
}

async function postmasterOf(connection: Connection): Promise<number> {
  const sql = connect(connection, { max: 1 })
  const [session] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const pid = parentOf(session!.pid)
  await sql.end()
  return pid
}

/** The folder's parent must be open to other users, because PostgreSQL runs as another user when we are root. */
export function temporaryFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'cardwright-bench-'))
  chmodSync(parent, 0o755)
  return join(parent, 'data')
}

/** A Fastify server that only answers, to show what the framework alone can serve. */
export async function startBare(): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const child = spawn(process.execPath, [bare, String(port)], { stdio: 'inherit' })
  await answering(port, child)
  return { port, stop: () => ended(child) }
}

/** The real application with an engine that decides nothing, on the same database. */
export async function startNoOp(bench: Bench): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const child = spawn(process.execPath, [noOp, bench.dataDir, String(port)], { stdio: 'inherit' })
  await answering(port, child)
  return { port, stop: () => ended(child) }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

async function answering(port: number, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error('the server ended before it answered')
    if (
      await fetch(`http://127.0.0.1:${port}/healthz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the server did not answer within a minute')
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

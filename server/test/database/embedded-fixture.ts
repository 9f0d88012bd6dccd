import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import {
  type EmbeddedConnection,
  type EmbeddedOptions,
  openEmbeddedPostgres,
} from '../../src/database/embedded/embedded-postgres.ts'
import { isPostmasterOf, readPidFile } from '../../src/database/embedded/pid-file.ts'
import type { Account } from '../../src/database/embedded/run-as.ts'

/** For the tests of this folder: a temporary data folder, and services in processes that can be killed. */
export type TestFolder = { path: string; dataDir: string; [Symbol.dispose](): void }

export function testFolder(): TestFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'cardwright-embedded-')))
  chmodSync(path, 0o755)
  const dataDir = join(path, 'data')
  const remove = () => {
    endServer(join(dataDir, 'postgres'))
    rmSync(path, { recursive: true, force: true })
  }
  return { path, dataDir, [Symbol.dispose]: remove }
}

/** Stops the server that a failed test has left running. */
function endServer(cluster: string): void {
  const pid = readPidFile(cluster)?.pid ?? 0
  if (isPostmasterOf(cluster, pid)) process.kill(pid, 'SIGQUIT')
}

export const silent = { info() {}, warn() {}, error() {} }
/** Tests run much faster with these settings, and no test simulates a loss of power. */
export const quick = { fsync: 'off', shared_buffers: '16MB' }

export function open(dataDir: string, options: Partial<EmbeddedOptions> = {}) {
  return openEmbeddedPostgres({ dataDir, purpose: 'service', log: silent, settings: quick, ...options })
}

export async function query(connection: EmbeddedConnection, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres({ ...connection, max: 1, onnotice() {} })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export function postmasterPid(home: string): number {
  return Number(readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Lists the processes whose working directory is in the folder, as is the case for postgres and its children. This
 * works only on Linux.
 */
export function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
    } catch {
      return false // The process has ended, or it belongs to another user.
    }
  })
}

/** Polls until the attempt returns a value. If it never does, its last error is the cause. */
export async function until<T>(attempt: () => Promise<T> | T, boundMs = 20_000): Promise<T> {
  const deadline = Date.now() + boundMs
  let reason: unknown
  while (Date.now() < deadline) {
    try {
      const value = await attempt()
      if (value) return value
    } catch (error) {
      reason = error
    }
    await sleep(20)
  }
  throw new Error('it did not happen in time', { cause: reason })
}

export type TestService = {
  pid: number
  /** The first message of the service: its connection, or why it could not start. */
  answer: { connection?: EmbeddedConnection; refused?: string; isOperatorError?: boolean }
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Returns the connection of a service that must have started. */
export function connected({ answer }: TestService): EmbeddedConnection {
  if (!answer.connection) throw new Error(`the service did not start: ${answer.refused}`)
  return answer.connection
}

const PROGRAM = fileURLToPath(new URL('service-fixture.ts', import.meta.url))

/** Starts a service in its own process. */
export async function spawnService(
  options: Partial<EmbeddedOptions>,
  as?: Account,
  program = PROGRAM,
): Promise<TestService> {
  const child = spawn(
    process.execPath,
    [program, JSON.stringify({ purpose: 'service', settings: quick, ...options })],
    {
      ...as,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done) throw new Error('the service ended without a message')
  const end = (how: () => void) => {
    how()
    return ended
  }
  return {
    pid: child.pid ?? 0,
    answer: JSON.parse(first.value),
    kill: () => end(() => child.kill('SIGKILL')),
    stop: () => end(() => child.stdin.end()),
  }
}

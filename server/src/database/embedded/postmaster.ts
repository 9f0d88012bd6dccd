import { spawn } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { giveTo } from './durable-file.ts'
import { cannotRun, EmbeddedPostgresError, explainOutput } from './embedded-postgres-error.ts'
import { claimStaleLockFiles, isPostmasterOf, type PidFile, readPidFile } from './pid-file.ts'
import { identity } from './run-as.ts'
import { serverSettings } from './settings.ts'
import { ensureSocketFolder, PORT, removeSocketFolder } from './socket-folder.ts'

/** A running server, whoever started it. */
export type Postmaster = { pid: number; socketFolder: string; isRunning(): boolean }

const POLL_MS = 10
const LOG_LIMIT_BYTES = 10 * 1024 * 1024
const FAST_STOP_MS = 60_000
const IMMEDIATE_STOP_MS = 15_000

/** The server that already runs on this cluster, such as one left behind by a killed service. */
export function findPostmaster(cluster: Cluster): (Postmaster & PidFile) | undefined {
  const file = readPidFile(cluster.folder)
  if (!file || !isPostmasterOf(cluster.folder, file.pid)) return undefined
  return { ...file, isRunning: () => isPostmasterOf(cluster.folder, file.pid) }
}

/** Starts postgres in its own process group, so that Ctrl-C in a terminal does not stop it before the requests in flight. */
export function spawnPostmaster(cluster: Cluster, socketFolder: string, settings: Record<string, string>): Postmaster {
  ensureSocketFolder(socketFolder, cluster.account)
  claimStaleLockFiles(cluster.folder, socketFolder, cluster.account)
  const log = openLog(cluster)
  try {
    const child = spawn(cluster.binaries.postgres, postgresArguments(cluster, socketFolder, settings), {
      ...identity(cluster.account),
      cwd: cluster.folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, // none of the caller's PG* variables
    })
    let running = true
    child.once('exit', () => (running = false))
    child.once('error', () => (running = false)) // it did not start at all, which the missing pid shows
    child.unref()
    if (child.pid === undefined) throw cannotRun(cluster.binaries.postgres)
    return { pid: child.pid, socketFolder, isRunning: () => running }
  } finally {
    closeSync(log)
  }
}

function postgresArguments(cluster: Cluster, socketFolder: string, settings: Record<string, string>): string[] {
  const all = {
    ...serverSettings(cluster.folder, settings),
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  }
  return ['-D', cluster.folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

function openLog({ logPath, owner }: Cluster): number {
  const size = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT_BYTES) renameSync(logPath, `${logPath}.1`)
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  const log = openSync(logPath, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)
  giveTo(logPath, owner)
  return log
}

/** Waits as long as the process lives: recovery after a crash can take long, and stopping it would only start it over. */
export async function waitUntilReady(cluster: Cluster, postmaster: Postmaster, logOffset: number): Promise<void> {
  for (let waited = 0; ; waited++) {
    const file = readPidFile(cluster.folder)
    if (file?.pid === postmaster.pid && file.status === 'ready') return
    if (!postmaster.isRunning()) throw explainOutput('postgres', logSince(cluster, logOffset), cluster.dataDir)
    if (waited % 1000 === 999)
      cluster.log.info({ pid: postmaster.pid }, 'PostgreSQL is recovering, still waiting for it')
    await sleep(POLL_MS)
  }
}

export function logSize(cluster: Cluster): number {
  return statSync(cluster.logPath, { throwIfNoEntry: false })?.size ?? 0
}

export function logSince(cluster: Cluster, offset: number): string {
  const bytes = readFileSync(cluster.logPath)
  return bytes.subarray(offset <= bytes.length ? offset : 0).toString()
}

/** Does a fast shutdown and, when that takes too long, an immediate one, which costs a recovery but no data. */
export async function stopPostmaster(cluster: Cluster, postmaster: Postmaster): Promise<void> {
  await signalAndWait(postmaster, 'SIGINT', FAST_STOP_MS)
  if (postmaster.isRunning()) {
    cluster.log.warn({ pid: postmaster.pid }, 'PostgreSQL did not stop in time; stopping it at once')
    await signalAndWait(postmaster, 'SIGQUIT', IMMEDIATE_STOP_MS)
  }
  if (postmaster.isRunning())
    throw new EmbeddedPostgresError(`PostgreSQL (pid ${postmaster.pid}) in ${cluster.dataDir} does not stop.`)
  removeSocketFolder(postmaster.socketFolder)
}

async function signalAndWait(postmaster: Postmaster, signal: NodeJS.Signals, boundMs: number): Promise<void> {
  const deadline = Date.now() + boundMs
  try {
    if (postmaster.isRunning()) process.kill(postmaster.pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  while (postmaster.isRunning() && Date.now() < deadline) await sleep(POLL_MS)
}

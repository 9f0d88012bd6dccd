import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { adoptOrStart, type Running } from './adopt-or-start.ts'
import type { Cluster, EmbeddedLog } from './cluster.ts'
import { prepareDataDir, refuseWithoutCluster } from './cluster-home.ts'
import { holder, isUnused, joinCluster, type Purpose, type Use } from './cluster-use.ts'
import { EmbeddedPostgresError, toOperatorError } from './embedded-postgres-error.ts'
import { withStartLock } from './folder-lock.ts'
import { openCluster } from './open-cluster.ts'
import { stopPostmaster } from './postmaster.ts'
import { connectionTo, type EmbeddedConnection } from './probe-postmaster.ts'
import { supervise } from './supervisor.ts'

export type { EmbeddedLog } from './cluster.ts'
export { EmbeddedPostgresError } from './embedded-postgres-error.ts'
export type { EmbeddedConnection } from './probe-postmaster.ts'

export type EmbeddedPostgres = {
  connection: EmbeddedConnection
  /** Resolves when the server has stopped or, for an operator command beside others, when our use has ended. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  /**
   * 'service': the one service on this folder; a second one is refused, and postgres is restarted when it dies.
   * 'operator': a command; uses the running server, or starts one for as long as commands need it.
   */
  purpose: Purpose
  log: EmbeddedLog
  /** false refuses a folder without a database and leaves it unchanged; otherwise a database is created there */
  mayCreate?: boolean
  /** further postgres settings; tests turn fsync off */
  settings?: Record<string, string>
  /** where root keeps what the unprivileged postgres could not reach in a private home */
  fallbackHome?: string
}

export const FALLBACK_HOME = '/var/lib/cardwright'
/** Longer than the longest pause between a service's attempts to restart its server. */
const UNSEEN_SERVER_MS = 8_000
const POLL_MS = 100

export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    if (options.mayCreate === false) refuseWithoutCluster(options.dataDir)
    const dataDir = prepareDataDir(options.dataDir)
    return await open({ ...options, dataDir })
  } catch (error) {
    throw toOperatorError(error, options.dataDir)
  }
}

/** Waits briefly for a server that another process supervises, which may be restarting it right now. */
async function open(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const deadline = Date.now() + UNSEEN_SERVER_MS
  for (;;) {
    const opened = await withStartLock(options.dataDir, statSync(options.dataDir), () => tryOpen(options))
    if ('connection' in opened) return opened
    if (Date.now() > deadline) throw new EmbeddedPostgresError(outOfReach(opened.inUse))
    await sleep(POLL_MS)
  }
}

async function tryOpen(options: EmbeddedOptions): Promise<EmbeddedPostgres | { inUse: Cluster }> {
  const { dataDir, log, fallbackHome = FALLBACK_HOME } = options
  const cluster = await openCluster(dataDir, { fallbackHome, log, isDurable: options.settings?.fsync !== 'off' })
  const use = joinCluster(cluster, options.purpose)
  try {
    const settings = { cluster_name: `cardwright-${options.purpose}`, ...options.settings }
    const running = await adoptOrStart(cluster, { settings, mayStart: use.wasAlone })
    if (running && options.purpose === 'service') return serve(cluster, use, running, settings)
    if (running) return borrow(cluster, use, running)
    use.release()
    return { inUse: cluster }
  } catch (error) {
    use.release()
    throw error
  }
}

function serve(cluster: Cluster, use: Use, running: Running, settings: Record<string, string>): EmbeddedPostgres {
  const { socketFolder } = running.postmaster
  const restart = async () => {
    const start = () => adoptOrStart(cluster, { settings, socketFolder, mayStart: true })
    const again = await withStartLock(cluster.dataDir, cluster.owner, start)
    return again!.postmaster // this call may start a server, so there is one
  }
  const supervisor = supervise(cluster, running.postmaster, restart)
  const stop = once(() => supervisor.stop().finally(use.release))
  return { connection: connectionTo(cluster, socketFolder), stop }
}

/** The last command to end stops a server that a command started. A server left by a service stays for the next service. */
function borrow(cluster: Cluster, use: Use, { postmaster, name }: Running): EmbeddedPostgres {
  const leave = async () => {
    use.release()
    if (name === 'cardwright-operator' && isUnused(cluster)) await stopPostmaster(cluster, postmaster)
  }
  const stop = once(() => withStartLock(cluster.dataDir, cluster.owner, leave))
  return { connection: connectionTo(cluster, postmaster.socketFolder), stop }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

function outOfReach(cluster: Cluster): string {
  return `Another process${holder(cluster)} uses the database in ${cluster.dataDir}, but its PostgreSQL cannot be reached from here. If it runs in a container, run this inside that container; otherwise stop it and try again.`
}

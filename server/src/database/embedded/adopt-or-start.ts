import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import {
  findPostmaster,
  logSize,
  type Postmaster,
  spawnPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './postmaster.ts'
import { probePostmaster } from './probe-postmaster.ts'
import { chooseSocketFolder } from './socket-folder.ts'

export type StartOptions = {
  settings: Record<string, string>
  /** stays the same over restarts: the service's pool knows it */
  socketFolder?: string
  /** false while another process uses the cluster, since its server may run where we cannot see it, e.g. in another container */
  mayStart: boolean
}
export type Running = { postmaster: Postmaster; name: string }

const POLL_MS = 20
const ORPHANS_MS = 10_000
/** Transient failures: backends briefly outlive a killed postmaster, and another process may have started a server just before. */
const PASSING = /pre-existing shared memory block|lock file ".+" already exists/

/** Returns this cluster's server once it answers; undefined when there is none and we may not start one. Needs the start lock. */
export async function adoptOrStart(cluster: Cluster, options: StartOptions): Promise<Running | undefined> {
  const deadline = Date.now() + ORPHANS_MS
  for (;;) {
    const adopted = await adopt(cluster, options)
    if (adopted) return adopted
    if (!options.mayStart) return undefined
    try {
      return await start(cluster, options)
    } catch (error) {
      if (!PASSING.test((error as Error).message) || Date.now() > deadline) throw error
      await sleep(POLL_MS)
    }
  }
}

async function start(cluster: Cluster, options: StartOptions): Promise<Running> {
  const socketFolder = options.socketFolder ?? chooseSocketFolder(cluster.folder, cluster.account)
  const logOffset = logSize(cluster)
  const postmaster = spawnPostmaster(cluster, socketFolder, options.settings)
  try {
    await waitUntilReady(cluster, postmaster, logOffset)
    const answer = await probePostmaster(cluster, socketFolder)
    if (answer.kind !== 'ready') {
      throw new EmbeddedPostgresError(`PostgreSQL does not answer at ${socketFolder}; see ${cluster.logPath}.`)
    }
    cluster.log.info({ pid: postmaster.pid, folder: cluster.folder }, 'PostgreSQL started')
    return { postmaster, name: answer.name }
  } catch (error) {
    await stopPostmaster(cluster, postmaster) // or a server would be left that nobody supervises
    throw error
  }
}

/** Adopts a server that was left behind or is run by another process. It may be starting, stopping, or without its socket. */
async function adopt(cluster: Cluster, options: StartOptions): Promise<Running | undefined> {
  for (;;) {
    const postmaster = findPostmaster(cluster)
    if (!postmaster) return undefined
    if (postmaster.status === 'ready') {
      const answer = await probePostmaster(cluster, postmaster.socketFolder)
      const elsewhere = (options.socketFolder ?? postmaster.socketFolder) !== postmaster.socketFolder
      if (answer.kind === 'ready' && !elsewhere) {
        cluster.log.info({ pid: postmaster.pid }, 'using the PostgreSQL that is already running')
        return { postmaster, name: answer.name }
      }
      if (answer.kind !== 'not-yet') await giveUpOn(postmaster, cluster, options)
    } else if (postmaster.status === 'stopping') {
      await giveUpOn(postmaster, cluster, options)
    } else {
      await waitUntilReady(cluster, postmaster, logSize(cluster)).catch(() => {}) // if it died, the next round sees that
    }
    if (postmaster.isRunning() && !options.mayStart) return undefined
    await sleep(POLL_MS)
  }
}

async function giveUpOn(postmaster: Postmaster, cluster: Cluster, options: StartOptions): Promise<void> {
  if (!options.mayStart) return
  const fields = { pid: postmaster.pid, socket: postmaster.socketFolder }
  cluster.log.warn(fields, 'a PostgreSQL is running that does not answer at its socket; restarting it')
  await stopPostmaster(cluster, postmaster)
}

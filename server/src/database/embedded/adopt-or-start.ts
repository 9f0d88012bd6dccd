import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { knock } from './knock.ts'
import {
  findPostmaster,
  logSize,
  type Postmaster,
  spawnPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './postmaster.ts'
import { chooseSocketFolder } from './socket-folder.ts'

export type StartOptions = {
  settings: Record<string, string>
  /** stays the same over restarts: the service's pool knows it */
  socketFolder?: string
  /** false while somebody else uses the cluster: then a server we do not see may run, in another container say */
  mayStart: boolean
}
export type Running = { postmaster: Postmaster; name: string }

const POLL_MS = 20
const ORPHANS_MS = 10_000
/** Backends outlive a killed postmaster for a moment, and another start may have been quicker by a hair. */
const PASSING = /pre-existing shared memory block|lock file ".+" already exists/

/** The server of this cluster, answering; undefined when there is none and we may not start one. Only under the start lock. */
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
    const answer = await knock(cluster, socketFolder)
    if (answer.kind !== 'ready') {
      throw new EmbeddedPostgresError(`PostgreSQL does not answer at ${socketFolder}; see ${cluster.logPath}.`)
    }
    cluster.log.info({ pid: postmaster.pid, folder: cluster.folder }, 'PostgreSQL started')
    return { postmaster, name: answer.name }
  } catch (error) {
    await stopPostmaster(cluster, postmaster) // not to leave a server that nobody supervises
    throw error
  }
}

/** One left behind, or run by another process; it may be starting, stopping, or cut off from its socket. */
async function adopt(cluster: Cluster, options: StartOptions): Promise<Running | undefined> {
  for (;;) {
    const postmaster = findPostmaster(cluster)
    if (!postmaster) return undefined
    if (postmaster.status === 'ready') {
      const answer = await knock(cluster, postmaster.socketFolder)
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

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { writeDurably } from './durable-file.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type Lock, tryLock } from './folder-lock.ts'

export type Purpose = 'service' | 'operator'

/** Our use of a cluster: at most one service, and any number of operator commands beside it. */
export type Use = Lock & { wasAlone: boolean }

const lockPath = (cluster: Cluster): string => join(cluster.home, 'postgres.lock')
const pidPath = (cluster: Cluster): string => join(cluster.home, 'service.pid')

/** Held until the process ends. The lock file is beside the cluster, so that copying the data folder's pointer cannot bypass it. */
export function joinCluster(cluster: Cluster, purpose: Purpose): Use {
  const wasAlone = isUnused(cluster)
  const lock = tryLock(lockPath(cluster), purpose === 'service' ? 'service' : 'user', cluster.owner)
  if (!lock) throw new EmbeddedPostgresError(secondService(cluster))
  if (purpose === 'operator') return { ...lock, wasAlone }
  writeDurably(pidPath(cluster), `${process.pid}\n`, { mode: 0o644, owner: cluster.owner })
  const release = () => {
    rmSync(pidPath(cluster), { force: true })
    lock.release()
  }
  return { release, wasAlone }
}

/** Needs the start lock, so that nobody can join in between. */
export function isUnused(cluster: Cluster): boolean {
  const lock = tryLock(lockPath(cluster), 'alone', cluster.owner)
  lock?.release()
  return lock !== undefined
}

function secondService(cluster: Cluster): string {
  return `Another Cardwright service${holder(cluster)} already runs on the data folder ${cluster.dataDir}. Stop it first, or give this one a folder of its own with CARDWRIGHT_DATA_DIR.`
}

export function holder(cluster: Cluster): string {
  try {
    return ` (pid ${readFileSync(pidPath(cluster), 'utf8').trim()})`
  } catch {
    return '' // the holder has not written its name yet
  }
}

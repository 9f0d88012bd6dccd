// Restores a cluster to one moment from a base backup and the archived write-ahead log. It is made beside its final place and
// renamed at the end, as a new cluster is, so that a failed or killed recovery leaves nothing that looks like a cluster.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restoreCommand } from './archive-commands.ts'
import { findBinaries } from './binaries.ts'
import type { Cluster, EmbeddedLog } from './cluster.ts'
import { findHome, prepareDataDir } from './cluster-home.ts'
import { giveTo, syncFolder } from './durable-file.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { tryLock, withStartLock } from './folder-lock.ts'
import { clearWorkshops, giveTreeTo, TEMPORARY } from './initdb.ts'
import { checkVersion, newPassword, ROLE } from './open-cluster.ts'
import { logSince, logSize, spawnPostmaster, stopPostmaster, waitUntilReady } from './postmaster.ts'
import { connectionTo, type EmbeddedConnection } from './probe-postmaster.ts'
import { obstacleTo, READ, TRAVERSE } from './run-as.ts'
import { type RolePassword, setPasswords } from './set-passwords.ts'
import { chooseSocketFolder } from './socket-folder.ts'

export type Recovery = {
  dataDir: string
  log: EmbeddedLog
  fallbackHome: string
  /** Puts the files of the base backup into this folder. */
  unpack(folder: string): Promise<void>
  /** The folder of the archived segments, and the file of the first one that is needed. */
  walFolder: string
  firstFile: string
  /** Archived segments that must not be used. */
  without: string[]
  /** Everything that committed until then is kept; undefined keeps all that was archived. */
  until: string | undefined
  /** The base backup holds the passwords of its original data folder. The owner's password and this login replace them. */
  loginOf(ownerPassword: string): RolePassword
  /** Checks the recovered database. If it throws, nothing is left of the database. */
  check(connection: EmbeddedConnection): Promise<void>
  /** Aborts the recovery. */
  signal: AbortSignal
  /** Called about once a second with the segment that is being replayed. */
  onSegment(name: string): void
}

/** Carries the server's output, for the code that explains the failure. */
export class RecoveryError extends EmbeddedPostgresError {
  readonly output: string
  constructor(message: string, output: string) {
    super(message)
    this.output = output
  }
}

const PROGRESS_MS = 1_000
const RESTORED = /restored log file "([0-9A-F]{24})" from archive/g

/** Returns the server's output during the recovery. */
export async function recoverCluster(recovery: Recovery): Promise<string> {
  refuseUnlessEmpty(recovery.dataDir)
  const dataDir = prepareDataDir(recovery.dataDir)
  return withStartLock(dataDir, statSync(dataDir), async () => {
    refuseUnlessEmpty(dataDir) // another restore may have been faster
    const { home, account } = findHome(dataDir, recovery.fallbackHome)
    refuseUnreadable(recovery.walFolder, account, READ | TRAVERSE)
    refuseUnreadable(join(recovery.walFolder, recovery.firstFile), account, READ)
    await clearWorkshops(home)
    const workshop = mkdtempSync(join(home, TEMPORARY))
    try {
      giveTo(workshop, account)
      const owner = statSync(dataDir)
      const password = newPassword(dataDir, owner)
      const cluster: Cluster = {
        dataDir,
        home,
        folder: join(workshop, 'data'),
        account,
        owner,
        binaries: findBinaries(account, recovery.fallbackHome),
        role: ROLE,
        password,
        logPath: join(dataDir, 'postgres.log'),
        log: recovery.log,
      }
      await prepare(cluster, recovery)
      const output = await replay(cluster, recovery, join(workshop, 'hba.conf'))
      renameSync(cluster.folder, join(home, 'postgres'))
      syncFolder(home)
      return output
    } finally {
      rmSync(workshop, { recursive: true, force: true })
    }
  })
}

/** Changes nothing. A pointer to a place without a cluster was left by a failed restore. */
export function refuseUnlessEmpty(dataDir: string): void {
  const pointer = join(dataDir, 'postgres.location')
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir
  if (!existsSync(join(home, 'postgres'))) return
  const lockPath = join(home, 'postgres.lock')
  const lock = existsSync(lockPath) ? tryLock(lockPath, 'alone', statSync(dataDir)) : undefined
  lock?.release()
  const isInUse = existsSync(lockPath) && lock === undefined
  const cure = 'restore into an empty one (CARDWRIGHT_DATA_DIR), or move that database away first'
  const state = isInUse ? 'which a running service or command is using' : 'and it is not touched'
  throw new EmbeddedPostgresError(`${dataDir} holds a database already, ${state}: ${cure}; nothing was changed`)
}

function refuseUnreadable(path: string, account: Cluster['account'], wanted: number): void {
  const obstacle = obstacleTo(path, account, wanted)
  if (!obstacle) return
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as uid ${account.uid} and cannot read the archive: ${obstacle} is closed to it. Give it the files of wal/ (chown -R ${account.uid}) and passage to them (chmod o+x); nothing was changed`,
  )
}

async function prepare(cluster: Cluster, { unpack }: Recovery): Promise<void> {
  mkdirSync(cluster.folder, { mode: 0o700 })
  await unpack(cluster.folder)
  checkVersion(cluster.folder, cluster.binaries)
  writeFileSync(join(cluster.folder, 'recovery.signal'), '', { mode: 0o600 })
  stopArchiving(join(cluster.folder, 'postgresql.auto.conf'))
  giveTreeTo(cluster.folder, cluster.account)
}

/** The restored database must not write to the archive of the one it comes from. */
function stopArchiving(path: string): void {
  if (!existsSync(path)) return
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, lines.filter((line) => !/^archive_(command|timeout)\b/.test(line)).join('\n'))
}

/**
 * The server accepts no connection before it has reached its goal; then it continues on its own timeline. We do not know its
 * passwords, so for this one run it trusts its owner, behind a socket in a private folder.
 */
async function replay(cluster: Cluster, recovery: Recovery, hbaPath: string): Promise<string> {
  writeFileSync(hbaPath, `local all ${cluster.role} trust\n`, { mode: 0o600 })
  giveTo(hbaPath, cluster.account)
  const offset = logSize(cluster)
  const settings = {
    hba_file: hbaPath,
    archive_mode: 'off',
    hot_standby: 'off',
    restore_command: restoreCommand(recovery.walFolder, recovery.without),
    recovery_target_timeline: 'current',
    ...(recovery.until !== undefined && { recovery_target_time: recovery.until, recovery_target_action: 'promote' }),
  }
  const socketFolder = chooseSocketFolder(cluster.folder, cluster.account)
  const postmaster = spawnPostmaster(cluster, socketFolder, settings)
  const timer = setInterval(() => tell(logSince(cluster, offset), recovery.onSegment), PROGRESS_MS)
  const giveUp = () => postmaster.isRunning() && process.kill(postmaster.pid, 'SIGQUIT')
  recovery.signal.addEventListener('abort', giveUp)
  let isRecovered = false
  try {
    recovery.signal.throwIfAborted()
    await waitUntilReady(cluster, postmaster, offset)
    const owner = { role: cluster.role, password: cluster.password }
    await setPasswords(connectionTo(cluster, socketFolder), [owner, recovery.loginOf(cluster.password)])
    isRecovered = true
    await recovery.check(connectionTo(cluster, socketFolder))
  } catch (error) {
    throw isRecovered ? error : new RecoveryError((error as Error).message, logSince(cluster, offset))
  } finally {
    clearInterval(timer)
    recovery.signal.removeEventListener('abort', giveUp)
    await stopPostmaster(cluster, postmaster)
  }
  return logSince(cluster, offset)
}

function tell(output: string, onSegment: (name: string) => void): void {
  const last = [...output.matchAll(RESTORED)].at(-1)
  if (last) onSegment(last[1]!)
}

// Switches the archiving of the write-ahead log on and off, while the server runs, and proves that a segment arrives.

import { chmodSync, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../../../../../cli/src/framework/failures.ts'
import { ARCHIVE_TIMEOUT_SECONDS, archiveCommand, NO_ARCHIVE } from '../../../database/embedded/archive-commands.ts'
import { giveTo } from '../../../database/embedded/durable-file.ts'
import { type Account, obstacleTo, TRAVERSE } from '../../../database/embedded/run-as.ts'
import type { OwnerConnection } from '../../../database/owner-connection.ts'
import { makeFolders, markPath, readMark, segmentPath, walPath, writeMark } from './archive-folder.ts'
import type { Progress } from './progress.ts'

export type Server = {
  systemIdentifier: string
  folder: string
  version: string
  segmentBytes: number
  archiveMode: string
  archiveCommand: string
}

const POLL_MS = 100
/** PostgreSQL tries three times, a second apart, before it reports that a segment could not be archived. */
const PATIENCE_MS = 600_000

export async function readServer(owner: OwnerConnection): Promise<Server> {
  const [row] = await owner<Server[]>`
    select (pg_control_system()).system_identifier::text as "systemIdentifier",
      current_setting('data_directory') as folder, current_setting('server_version') as version,
      pg_size_bytes(current_setting('wal_segment_size'))::integer as "segmentBytes",
      current_setting('archive_mode') as "archiveMode", current_setting('archive_command') as "archiveCommand"`
  return row!
}

/** Returns whether it was off before. A folder that is not this server's own archive must be empty or new. */
export async function ensureArchiving(
  owner: OwnerConnection,
  server: Server,
  folder: string,
  now: Date,
  progress: Progress,
): Promise<boolean> {
  if (server.archiveMode !== 'on')
    throw new CommandError(
      'the PostgreSQL that runs was started by an older version, without archive_mode; restart the service once, then run this again',
    )
  const path = existsSync(folder) ? realpathSync(folder) : resolve(folder)
  const command = archiveCommand(walPath(path))
  if (server.archiveCommand === command) {
    if (readMark(path).system_identifier !== server.systemIdentifier)
      throw new CommandError(`${path} belongs to another database; choose an empty folder`)
    return false
  }
  if (server.archiveCommand !== NO_ARCHIVE)
    throw new CommandError('the log is archived to another folder; end that first with: backup --continuous --stop')
  await prepareFolder(path, server)
  writeMark(path, server.systemIdentifier, now)
  await switchArchiving(owner, command)
  try {
    await provokeSegment(owner, path, progress)
  } catch (error) {
    await switchArchiving(owner, NO_ARCHIVE)
    throw error
  }
  return true
}

export async function switchArchiving(owner: OwnerConnection, command: string): Promise<void> {
  const [row] = await owner<{ text: string }[]>`
    select format('alter system set archive_command = %L', ${command}::text) as text`
  await owner.unsafe(row!.text)
  await owner.unsafe(
    command === NO_ARCHIVE
      ? 'alter system reset archive_timeout'
      : `alter system set archive_timeout = '${ARCHIVE_TIMEOUT_SECONDS}s'`,
  )
  await owner`select pg_reload_conf()`
}

async function prepareFolder(path: string, server: Server): Promise<void> {
  if (`${path}${sep}`.startsWith(`${server.folder}${sep}`))
    throw new CommandError(`${path} lies in the database itself; choose a folder outside, on another disk`)
  const isOld = existsSync(path)
  if (isOld && readdirSync(path).some((name) => name !== 'backup.lock'))
    throw new CommandError(
      existsSync(markPath(path))
        ? `${path} holds the archive of a database that is not writing to it now; choose an empty folder`
        : `${path} is not empty; choose an empty folder`,
    )
  const account = statSync(server.folder)
  refuseUnreachable(realpathSync(nearestFolder(path)), account)
  await mkdir(path, { recursive: true, mode: 0o700 })
  makeFolders(path)
  giveTo(walPath(path), account)
  // Others may pass through to wal/, which PostgreSQL writes under another uid, but may not list the folder.
  if (!isOld && account.uid !== process.geteuid?.()) chmodSync(path, 0o711)
}

/** The folder itself, or the one in which it will be made. */
function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path))
}

function refuseUnreachable(path: string, account: Account): void {
  const obstacle = obstacleTo(path, account, TRAVERSE)
  if (!obstacle) return
  throw new CommandError(
    `PostgreSQL runs as uid ${account.uid} and cannot reach ${path}: ${obstacle} is closed to it. Allow passage with chmod o+x ${obstacle}, or choose another folder`,
  )
}

/** Writes something to the log and switches segments, so that there is a segment to archive. */
async function provokeSegment(owner: OwnerConnection, folder: string, progress: Progress): Promise<void> {
  await owner`select pg_logical_emit_message(true, 'cardwright', 'archiving begins')`
  const [row] = await owner<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`
  await waitForSegment(owner, folder, row!.name, progress)
}

/** Throws when PostgreSQL reports a failure meanwhile. */
export async function waitForSegment(
  owner: OwnerConnection,
  folder: string,
  name: string,
  progress: Progress,
): Promise<void> {
  const [before] = await owner<{ failed: number }[]>`select failed_count::integer as failed from pg_stat_archiver`
  for (let waited = 0; !existsSync(segmentPath(folder, name)); waited += POLL_MS) {
    const [now] = await owner<{ failed: number }[]>`select failed_count::integer as failed from pg_stat_archiver`
    if (now!.failed > before!.failed || waited > PATIENCE_MS)
      throw new CommandError(
        `PostgreSQL could not archive the segment ${name} of its log to ${walPath(folder)}; postgres.log in the data folder says why`,
      )
    progress(() => `waiting for PostgreSQL to archive the segment ${name} of its log`)
    await sleep(POLL_MS)
  }
}

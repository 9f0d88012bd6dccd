// backup --to DIR --continuous: switches archiving on, takes a base backup, and removes what is no longer kept.

import { readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError } from '../../../../../cli/src/framework/failures.ts'
import { machineClock } from '../../../clock.ts'
import { type Config, readConfig } from '../../../config/config.ts'
import { NO_ARCHIVE } from '../../../database/embedded/archive-commands.ts'
import { syncFolder } from '../../../database/embedded/durable-file.ts'
import { type Lock, tryLock } from '../../../database/embedded/folder-lock.ts'
import { ownAccount } from '../../../database/embedded/run-as.ts'
import { VERSION } from '../../../version.ts'
import { type Context, type Session, withSchema } from '../../command.ts'
import { placeOfMasterKey } from '../../rotate-keys.ts'
import { type BaseManifest, basePath, FORMAT, readBases, UNFINISHED, walPath } from './archive-folder.ts'
import { ensureArchiving, readServer, type Server, switchArchiving, waitForSegment } from './archiving.ts'
import { makeProgress, megabytes, type Progress } from './progress.ts'
import { isBefore, segmentAt, segmentBefore } from './wal-segments.ts'
import { removeUnfinished, type Taken, writeBase } from './write-base-backup.ts'

export async function backUpContinuously(call: Context, to: string, keep: number | undefined): Promise<void> {
  const folder = resolve(to)
  refuseExternal(readConfig(call.io.env))
  await withSchema(call, async (session) => {
    const server = await readServer(session.owner)
    const progress = makeProgress(call)
    const wasOff = await ensureArchiving(session.owner, server, folder, machineClock(), progress)
    if (wasOff) call.note(`PostgreSQL archives its log to ${walPath(folder)} from now on`)
    const lock = lockFolder(folder)
    try {
      removeUnfinished(folder)
      const base = await takeBase(session, server, realpathSync(folder), progress)
      const removed = keep === undefined ? [] : prune(folder, keep)
      call.print(describe(base, folder, session.config, removed))
    } finally {
      lock.release()
    }
  })
}

export async function stopArchiving(call: Context): Promise<void> {
  refuseExternal(readConfig(call.io.env))
  await withSchema(call, async ({ owner }) => {
    const { archiveCommand } = await readServer(owner)
    if (archiveCommand === NO_ARCHIVE) return call.print('The log is not archived; there is nothing to stop.')
    await switchArchiving(owner, NO_ARCHIVE)
    call.print('The log is no longer archived. The folder can still be restored up to now.')
  })
}

export function refuseExternal({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return
  throw new CommandError(
    'this is for the embedded database; a PostgreSQL of your own (DATABASE_URL) has better means: pg_basebackup with archive_command, pgBackRest, Barman, WAL-G, or the point-in-time recovery of your provider. The master key must be kept in either case: docs/operating/backup.md',
  )
}

function lockFolder(folder: string): Lock {
  const lock = tryLock(join(folder, 'backup.lock'), 'alone', ownAccount())
  if (lock) return lock
  throw new CommandError(`another backup to ${folder} is running`)
}

async function takeBase(session: Session, server: Server, folder: string, progress: Progress): Promise<BaseManifest> {
  const { owner, logins } = session
  const startedAt = machineClock()
  const id = startedAt.toISOString().replace(/[-:]|\.\d+/g, '')
  return writeBase(logins.owner!, folder, id, progress, async (taken) => {
    const endedAt = await readServerClock(owner)
    const manifest = await describeBase(session, server, taken)
    await waitForSegment(owner, folder, manifest.last_segment, progress)
    return { ...manifest, id, started_at: startedAt.toISOString(), ended_at: endedAt.toISOString() }
  })
}

/** Rounded up to a whole millisecond, so that nothing that the base backup needs was written later. */
async function readServerClock(owner: Session['owner']): Promise<Date> {
  const [row] = await owner<{ now: Date }[]>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as now`
  return row!.now
}

async function describeBase({ owner }: Session, server: Server, taken: Taken): Promise<BaseManifest> {
  const [schema] = await owner<{ version: number; name: string }[]>`
    select version, name from schema_migrations order by version desc limit 1`
  const versions = await owner<{ version: number }[]>`
    select distinct master_version as version from data_keys order by 1`
  const size = { bytes: server.segmentBytes }
  return {
    cardwright_base: FORMAT,
    id: '',
    started_at: '',
    ended_at: '',
    cardwright: VERSION,
    postgresql: server.version,
    system_identifier: server.systemIdentifier,
    timeline: taken.start.timeline,
    first_segment: segmentAt(taken.start.lsn, taken.start.timeline, size),
    last_segment: segmentBefore(taken.end.lsn, taken.end.timeline, size),
    segment_bytes: server.segmentBytes,
    schema: { version: schema!.version, name: schema!.name },
    master_versions: versions.map(({ version }) => version),
    unpacked_bytes: taken.bytes,
    files: taken.files,
  }
}

/** Removes all but the newest base backups, then the log that only those needed. Returns the ids of what is gone. */
export function prune(folder: string, keep: number): string[] {
  const bases = readBases(folder)
  const gone = bases.slice(0, Math.max(0, bases.length - keep))
  const [oldest] = bases.slice(gone.length)
  for (const { id } of gone) {
    // Renamed first, so that an interrupted removal leaves nothing that looks complete.
    renameSync(basePath(folder, id), basePath(folder, id + UNFINISHED))
    rmSync(basePath(folder, id + UNFINISHED), { recursive: true, force: true })
  }
  syncFolder(basePath(folder))
  const unneeded = readdirSync(walPath(folder)).filter((name) => oldest && isBefore(name, oldest.first_segment))
  for (const name of unneeded) rmSync(join(walPath(folder), name), { force: true })
  return gone.map(({ id }) => id)
}

function describe(base: BaseManifest, folder: string, config: Config, removed: string[]): string {
  const packed = Object.values(base.files).reduce((sum, { bytes }) => sum + bytes, 0)
  const lines = [
    `${basePath(folder, base.id)}: ${megabytes(base.unpacked_bytes)}, packed ${megabytes(packed)}, schema ${base.schema.name}.`,
    `Any moment from ${base.ended_at} on can be restored; the log follows within a minute.`,
  ]
  if (removed.length > 0) lines.push(`Removed: ${removed.join(', ')}, and the log that only they needed.`)
  if (base.master_versions.length > 0)
    lines.push(
      `The backup does not contain the key that a restore needs: ${placeOfMasterKey(config)} (version ${base.master_versions.join(', ')}). Keep a copy of that in another place.`,
    )
  return lines.join('\n')
}

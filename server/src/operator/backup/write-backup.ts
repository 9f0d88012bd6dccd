import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandError } from '../../../../cli/src/framework/failures.ts'
import { syncFolder } from '../../database/embedded/durable-file.ts'
import {
  type BackupHeader,
  checksumLine,
  columnList,
  FORMAT,
  quoted,
  type TableLayout,
  tableLine,
} from './backup-format.ts'
import { readPartitions, readSequences, readTables, type Tx } from './layout.ts'
import { readBackup } from './read-backup.ts'

type Transactor = { begin: (options: string, body: (tx: Tx) => Promise<void>) => Promise<unknown> }

/**
 * Everything is read in one snapshot, so the file shows the books at one moment. It is written under a temporary name and read
 * back before it is renamed, so that a file with the final name is a complete backup. The temporary name also keeps two
 * backups from writing to one file.
 */
export async function writeBackup(database: Transactor, path: string, now: Date): Promise<BackupHeader> {
  refuseToOverwrite(path)
  const part = `${path}.part`
  const file = await openPart(part)
  const removePart = () => rmSync(part, { force: true })
  process.on('exit', removePart) // also when the operator interrupts
  try {
    await dump(database, file, now)
    await file.sync()
    const header = await readBackup(part, {})
    refuseToOverwrite(path)
    await rename(part, path)
    syncFolder(dirname(path))
    return header
  } catch (error) {
    removePart()
    throw error
  } finally {
    process.off('exit', removePart)
    await file.close()
  }
}

async function dump(database: Transactor, file: FileHandle, now: Date): Promise<void> {
  let failure: unknown
  const body = async (tx: Tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`
    const header = await describe(tx, now)
    await pipeline(withChecksum(content(tx, header)), createGzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await file.writeFile(chunk)
    })
  }
  await database
    .begin('isolation level repeatable read read only', (tx) =>
      body(tx).catch((error) => {
        failure = error
        throw error
      }),
    )
    // When the disk is full in the middle of a COPY, the rollback fails too. The error to report is that of the disk.
    .catch((error) => {
      throw failure ?? error
    })
}

function refuseToOverwrite(path: string): void {
  if (existsSync(path)) throw new CommandError(`${path} exists already; a backup never overwrites a file`)
}

async function openPart(part: string): Promise<FileHandle> {
  try {
    return await open(part, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new CommandError(
      `${part} exists: another backup is running or was interrupted; if none is running, delete the file`,
    )
  }
}

async function describe(tx: Tx, now: Date): Promise<BackupHeader> {
  const tables: BackupHeader['tables'] = []
  for (const table of await readTables(tx)) {
    const [row] = await tx<{ rows: bigint }[]>`select count(*) as rows from ${tx(table.name)}`
    tables.push({ ...table, rows: Number(row!.rows) })
  }
  const [schema] = await tx<
    { version: number; name: string }[]
  >`select version, name from schema_migrations order by version desc limit 1`
  const versions = await tx<{ version: number }[]>`select distinct master_version as version from data_keys order by 1`
  return {
    cardwright_backup: FORMAT,
    created_at: now.toISOString(),
    schema: { version: schema!.version, name: schema!.name },
    master_versions: versions.map(({ version }) => version),
    tables,
    partitions: await readPartitions(tx),
    sequences: await readSequences(tx),
  }
}

async function* content(tx: Tx, header: BackupHeader): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(header)}\n`)
  for (const table of header.tables) {
    yield Buffer.from(`${tableLine(table)}\n`)
    yield* rowsOf(tx, table)
  }
}

/** Copies a query, because PostgreSQL 18 refuses to COPY a partitioned table by name. */
async function* rowsOf(tx: Tx, table: TableLayout): AsyncGenerator<Buffer> {
  const rows: Readable = await tx
    .unsafe(`copy (select ${columnList(table)} from ${quoted(table.name)}) to stdout`)
    .readable()
  for await (const chunk of rows) yield chunk
  // The driver (3.4.9) leaves its socket paused when the last rows filled the buffer, and the next statement would never return.
  rows._read(0)
}

async function* withChecksum(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.from(`${checksumLine(hash.digest('hex'))}\n`)
}

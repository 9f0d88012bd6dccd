// Reads a backup from beginning to end in chunks, and refuses it unless it has every row that its header names and a correct
// checksum at its end.

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CommandError } from '../../../../cli/src/framework/failures.ts'
import { type BackupHeader, checksumLine, parseHeader, tableLine } from './backup-format.ts'
import { ByteReader } from './byte-reader.ts'

export type TableOfBackup = BackupHeader['tables'][number]

/** `table` must read all its rows. They are known to be valid only once `readBackup` has returned. */
export type Visitor = {
  header?(header: BackupHeader): Promise<void> | void
  table?(table: TableOfBackup, rows: AsyncIterable<Buffer>): Promise<void>
}

const CHUNK_BYTES = 256 * 1024

export async function readBackup(path: string, visitor: Visitor): Promise<BackupHeader> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), gunzip, () => {}) // an error reaches the reader of gunzip
  try {
    return await readContent(path, new ByteReader(gunzip), visitor)
  } catch (error) {
    throw isCutOrAltered(error) ? damaged(path) : error
  } finally {
    gunzip.destroy()
  }
}

async function readContent(path: string, reader: ByteReader, visitor: Visitor): Promise<BackupHeader> {
  const header = parseHeader((await reader.line()) ?? '', path)
  await visitor.header?.(header)
  for (const table of header.tables) {
    if ((await reader.line()) !== tableLine(table)) throw damaged(path)
    const rows = reader.lines(table.rows)
    if (visitor.table) await visitor.table(table, rows)
    else for await (const _ of rows); // only reads them to the end
    if (!reader.gaveAll) throw damaged(path)
  }
  const checksum = checksumLine(reader.checksum())
  if ((await reader.line()) !== checksum || !(await reader.isAtEnd())) throw damaged(path)
  return header
}

function damaged(path: string): CommandError {
  return new CommandError(`${path} is not a whole backup: it was cut off or altered; nothing was changed`)
}

/** Errors of zlib: not gzip, a wrong checksum, an unexpected end. */
function isCutOrAltered(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && code.startsWith('Z_')
}

// BASE_BACKUP of the replication protocol, as used by pg_basebackup. PostgreSQL itself reads its files in the right order,
// leaves out what does not belong in a copy, and verifies the checksum of every page.

import type { Socket } from 'node:net'
import { connectionError, cstringAt, errorFrom, MessageCutter } from './backend-messages.ts'
import { openConnection } from './open-connection.ts'
import { type ConnectionOptions, targetOf } from './target.ts'
import { Writer } from './writer.ts'

/** A position in the log, as PostgreSQL writes it: `0/3000028`. */
export type LogPosition = { lsn: string; timeline: number }

export type BackupPart =
  | { kind: 'start'; position: LogPosition }
  /** The size of all files together, before compression. */
  | { kind: 'size'; bytes: number }
  /** What follows belongs to the archive of this name. */
  | { kind: 'archive'; name: string }
  /** What follows belongs to PostgreSQL's own manifest. */
  | { kind: 'manifest' }
  | { kind: 'data'; bytes: Buffer }
  | { kind: 'progress'; bytes: number }
  | { kind: 'end'; position: LogPosition }

const COMMAND = `BASE_BACKUP (LABEL 'cardwright', PROGRESS true, CHECKPOINT 'fast', WAL false, WAIT false,
  MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1')`
const KIBIBYTE = 1024

/** The session must be a superuser's, or one with the right to replicate. It ends with the last part. */
export async function* streamBaseBackup(options: ConnectionOptions): AsyncGenerator<BackupPart> {
  const target = targetOf(options, { replication: 'true', application_name: 'cardwright base backup' })
  const socket = await openConnection(target, new AbortController().signal)
  try {
    yield* partsFrom(socket)
  } finally {
    socket.destroy()
  }
}

async function* partsFrom(socket: Socket): AsyncGenerator<BackupPart> {
  const reader = new PartReader()
  socket.write(simpleQuery(COMMAND))
  // Iterating pauses the socket while the consumer is busy, so that only a few chunks are in memory.
  for await (const chunk of socket) {
    yield* reader.take(chunk as Buffer)
    if (reader.isDone) return
  }
  throw connectionError('CONNECTION_CLOSED', 'the database closed the connection in the middle of the base backup')
}

function simpleQuery(text: string): Buffer {
  const out = new Writer()
  const start = out.begin('Q')
  out.cstring(text)
  out.end(start)
  return out.take()
}

class PartReader {
  #parts: BackupPart[] = []
  #results = 0
  isDone = false
  readonly #cutter = new MessageCutter(
    () => {},
    (type, bytes, start, end) => this.#receive(String.fromCharCode(type), bytes, start, end),
  )

  take(chunk: Buffer): BackupPart[] {
    this.#parts = []
    this.#cutter.feed(chunk)
    return this.#parts
  }

  #receive(type: string, bytes: Buffer, start: number, end: number): void {
    if (type === 'E') throw errorFrom(bytes, start, end)
    if (type === 'D') this.#row(textsOf(bytes, start))
    if (type === 'C') this.#results += 1
    if (type === 'd') this.#copied(bytes, start, end)
    if (type === 'Z') this.isDone = true
  }

  /** The first result is where the backup starts, the second the size by tablespace, the last where it ends. */
  #row(values: string[]): void {
    if (this.#results === 1) {
      this.#parts.push({ kind: 'size', bytes: Number(values[2]) * KIBIBYTE })
      return
    }
    const position = { lsn: values[0]!, timeline: Number(values[1]) }
    this.#parts.push({ kind: this.#results === 0 ? 'start' : 'end', position })
  }

  #copied(bytes: Buffer, start: number, end: number): void {
    const kind = String.fromCharCode(bytes[start]!)
    if (kind === 'n') this.#parts.push({ kind: 'archive', name: cstringAt(bytes, start + 1) })
    if (kind === 'm') this.#parts.push({ kind: 'manifest' })
    if (kind === 'd') this.#parts.push({ kind: 'data', bytes: bytes.subarray(start + 1, end) })
    if (kind === 'p') this.#parts.push({ kind: 'progress', bytes: Number(bytes.readBigInt64BE(start + 1)) })
  }
}

function textsOf(bytes: Buffer, start: number): string[] {
  const count = bytes.readInt16BE(start)
  const values: string[] = []
  let at = start + 2
  for (let n = 0; n < count; n++) {
    const length = bytes.readInt32BE(at)
    at += 4
    values.push(length < 0 ? '' : bytes.toString('utf8', at, at + length))
    at += Math.max(length, 0)
  }
  return values
}

// The content of a continuous backup's folder:
//
//   cardwright-archive.json   whose it is
//   wal/SEGMENT.gz            the write-ahead log, put there by PostgreSQL
//   base/TIME/                a base backup: manifest.json, base.tar.gz, and backup_manifest, PostgreSQL's own

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../../../../../cli/src/framework/failures.ts'
import { writeDurably } from '../../../database/embedded/durable-file.ts'
import { ownAccount } from '../../../database/embedded/run-as.ts'
import { isSegment } from './wal-segments.ts'

export const FORMAT = 1
/** The ending of a base backup that is being written, or whose writing was interrupted. */
export const UNFINISHED = '.part'
const PACKED = '.gz'

export type ArchiveMark = { cardwright_archive: number; system_identifier: string; created_at: string }
export type StoredFile = { bytes: number; sha256: string }

export type BaseManifest = {
  cardwright_base: number
  /** The name of its folder. */
  id: string
  started_at: string
  /** The first moment that it can be restored to. */
  ended_at: string
  cardwright: string
  postgresql: string
  system_identifier: string
  timeline: number
  first_segment: string
  last_segment: string
  segment_bytes: number
  schema: { version: number; name: string }
  /** The versions of the master key that wrap its data keys; the keys themselves are not in the folder. */
  master_versions: number[]
  /** Of all files together, unpacked. */
  unpacked_bytes: number
  files: Record<string, StoredFile>
}

export const markPath = (folder: string): string => join(folder, 'cardwright-archive.json')
export const walPath = (folder: string): string => join(folder, 'wal')
export const basePath = (folder: string, id = ''): string => join(folder, 'base', id)
export const segmentPath = (folder: string, name: string): string => join(walPath(folder), name + PACKED)

export function readMark(folder: string): ArchiveMark {
  const mark = existsSync(markPath(folder)) ? (readJson(markPath(folder)) as Partial<ArchiveMark>) : {}
  if (typeof mark.cardwright_archive !== 'number')
    throw new CommandError(`${folder} is not the folder of a continuous backup made by Cardwright`)
  refuseOtherFormat(folder, mark.cardwright_archive)
  return mark as ArchiveMark
}

export function writeMark(folder: string, systemIdentifier: string, now: Date): void {
  const mark: ArchiveMark = {
    cardwright_archive: FORMAT,
    system_identifier: systemIdentifier,
    created_at: now.toISOString(),
  }
  writeDurably(markPath(folder), `${JSON.stringify(mark, null, 2)}\n`, { mode: 0o600, owner: ownAccount() })
}

/** Oldest first, without unfinished ones. */
export function readBases(folder: string): BaseManifest[] {
  if (!existsSync(basePath(folder))) return []
  const ids = readdirSync(basePath(folder)).filter((name) => existsSync(join(basePath(folder, name), 'manifest.json')))
  const finished = ids.filter((name) => !name.endsWith(UNFINISHED))
  return finished.sort().map((id) => readBase(folder, id))
}

function readBase(folder: string, id: string): BaseManifest {
  const path = join(basePath(folder, id), 'manifest.json')
  const manifest = readJson(path) as Partial<BaseManifest>
  if (typeof manifest.cardwright_base !== 'number') throw new CommandError(`${path} cannot be read: it was altered`)
  refuseOtherFormat(path, manifest.cardwright_base)
  return { ...(manifest as BaseManifest), id }
}

/** The names of all archived segments. A segment with its final name is complete. */
export function readSegments(folder: string): Set<string> {
  if (!existsSync(walPath(folder))) return new Set()
  const names = readdirSync(walPath(folder)).filter((name) => name.endsWith(PACKED))
  return new Set(names.map((name) => name.slice(0, -PACKED.length)).filter(isSegment))
}

export function makeFolders(folder: string): void {
  mkdirSync(walPath(folder), { recursive: true, mode: 0o700 })
  mkdirSync(basePath(folder), { recursive: true, mode: 0o700 })
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(`${path} cannot be read: it was cut off or altered`)
    throw error
  }
}

function refuseOtherFormat(path: string, format: number): void {
  if (format === FORMAT) return
  throw new CommandError(`${path} is of format ${format}; this version of Cardwright reads format ${FORMAT}`)
}

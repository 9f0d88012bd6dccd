// Finds the base backup and the log segments from which a moment can be restored, or says why it cannot.

import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CommandError, UsageError } from '../../../../../cli/src/framework/failures.ts'
import { type BaseManifest, readBases, readMark, readSegments, segmentPath } from './archive-folder.ts'
import { unbrokenRun } from './wal-segments.ts'

/** Undefined means everything that was archived. `exact` is a form without letters, since PostgreSQL knows no time zone names that early. */
export type Moment = { text: string; exact: string; at: Date } | undefined

export type Goal = {
  base: BaseManifest
  moment: Moment
  /** In order, from the first that the base backup needs. */
  segments: string[]
  /** Truncated segments at the end, which exist but must not be used. */
  damaged: string[]
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d(:?\d\d)?)$/

export function readMoment(text: string, now: Date): Moment {
  if (text === 'latest') return undefined
  const at = new Date(
    text.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`),
  )
  if (!TIME.test(text) || Number.isNaN(at.getTime()))
    throw new UsageError(
      '--at must be a time with its zone, such as 2026-01-31T12:00:00Z or 2026-01-31T13:00:00.5+01:00, or latest',
    )
  if (at > now) throw new UsageError(`--at ${text} lies in the future; for all that was archived use --at latest`)
  return { text, exact: text.replace('T', ' ').replace('Z', '+00'), at }
}

export async function findGoal(folder: string, moment: Moment): Promise<Goal> {
  readMark(folder)
  const base = chooseBase(folder, moment)
  const present = readSegments(folder)
  const size = { bytes: base.segment_bytes }
  const segments = unbrokenRun(present, base.first_segment, size)
  const damaged = await dropDamagedEnd(folder, segments)
  if (!segments.includes(base.last_segment))
    throw new CommandError(
      `the base backup ${base.id} needs the log up to segment ${base.last_segment}, and the archive is whole only up to ${segments.at(-1) ?? 'nothing'}; nothing was changed`,
    )
  const last = segments.at(-1)!
  const beyond = [...present].filter((name) => name.slice(0, 8) === last.slice(0, 8) && name > last).sort()
  const unreachable = beyond.filter((name) => !damaged.includes(name))
  refuseLater(folder, moment, last, unreachable)
  return { base, moment, segments, damaged }
}

function chooseBase(folder: string, moment: Moment): BaseManifest {
  const bases = readBases(folder)
  if (bases.length === 0) throw new CommandError(`${folder} holds no base backup; nothing was changed`)
  const usable = bases.filter((base) => moment === undefined || new Date(base.ended_at) <= moment.at)
  const base = usable.at(-1)
  if (base) return base
  throw new CommandError(
    `the oldest base backup in ${folder} ended at ${bases[0]!.ended_at}; an earlier moment cannot be restored; nothing was changed`,
  )
}

/** PostgreSQL never leaves a partial segment under its final name, but an interrupted copy of the folder may. */
async function dropDamagedEnd(folder: string, segments: string[]): Promise<string[]> {
  const damaged: string[] = []
  while (segments.length > 0 && !(await isWhole(segmentPath(folder, segments.at(-1)!)))) damaged.push(segments.pop()!)
  return damaged
}

async function isWhole(path: string): Promise<boolean> {
  try {
    await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const _ of chunks); // only reads them to the end
    })
    return true
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && code.startsWith('Z_')) return false
    throw error
  }
}

/**
 * What can be checked before the work: a segment was archived after everything in it had happened. Only the recovery itself
 * shows whether the last segment reaches the moment.
 */
function refuseLater(folder: string, moment: Moment, last: string, unreachable: string[]): void {
  const endsAt = statSync(segmentPath(folder, last)).mtime
  if (moment !== undefined && moment.at > endsAt)
    throw new CommandError(
      `${moment.text} is after the end of the archive: its last usable segment, ${last}, was archived at ${endsAt.toISOString()}. Use --at latest for all that is there; nothing was changed`,
    )
  if (moment === undefined && unreachable.length > 0)
    throw new CommandError(
      `the archive has a gap after segment ${last}: the log from ${unreachable[0]} on cannot be used. Bring the missing file back, or restore to a moment before ${endsAt.toISOString()} with --at TIME; nothing was changed`,
    )
}

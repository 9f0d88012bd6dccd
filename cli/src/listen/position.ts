// Stores where listening stopped, and the signing secret, for the next run.

import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Call } from '../command.ts'
import { type Settings, statePath, writePrivate } from '../profiles.ts'

export type Position = {
  secret: string
  /** The last event that was delivered; undefined before the first run has begun. */
  sequence: number | undefined
}

/**
 * One file per profile and key, because a sequence means nothing in another workspace, and continuing from it there would skip
 * events.
 */
export function positionPath({ settings, io }: Call): string {
  return statePath(`listen-${workspaceName(settings)}.json`, io.env)
}

export function workspaceName({ profile, apiKey, baseUrl }: Settings): string {
  const workspace = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex').slice(0, 12)
  return `${profile}-${workspace}`
}

export function readPosition(path: string): Position {
  try {
    const { secret, sequence } = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof secret === 'string' && secret.startsWith('whsec_'))
      return { secret, sequence: Number.isSafeInteger(sequence) ? sequence : undefined }
  } catch {
    // The first run, or a truncated file: both start from the beginning.
  }
  return { secret: `whsec_${randomBytes(32).toString('base64')}`, sequence: undefined }
}

export function writePosition(path: string, position: Position): void {
  writePrivate(path, position)
}

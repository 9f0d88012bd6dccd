// The machine: Node, the data folder, the disk, the key file. Nothing here needs the database.

import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../config/config.ts'
import { keyFilePath } from '../../start/open-connection.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MEBIBYTE = 1024 * 1024
// PostgreSQL stops when it cannot write; a gibibyte is a busy day's write-ahead log.
const ENOUGH_DISK = 1024 * MEBIBYTE
const TOO_LITTLE_DISK = 200 * MEBIBYTE

export function checkMachine(config: Config): Finding[] {
  return [checkNode(process.versions.node, pinnedNode()), ...checkDataFolder(config), ...checkKeyFile(config)]
}

function pinnedNode(): string {
  const file = new URL('../../../../package.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).dependencies.node
}

export function checkNode(running: string, pinned: string): Finding {
  if (running === pinned) return ok('node', `Node ${running}, the pinned version`)
  const text = `Node ${running} runs this; Cardwright is tested with ${pinned}`
  const cure = 'run npm ci, and start by npm, which puts the pinned Node first'
  return running.split('.')[0] === pinned.split('.')[0] ? warning('node', text, cure) : problem('node', text, cure)
}

function checkDataFolder({ dataDir, databaseUrl }: Config): Finding[] {
  if (!existsSync(dataDir)) {
    // Without DATABASE_URL the database is missing too, which the database checks report.
    return databaseUrl ? [ok('data folder', `${dataDir} is not there and not needed`)] : []
  }
  const { mode } = statSync(dataDir)
  const { bavail, bsize } = statfsSync(dataDir)
  return [checkFolderMode(dataDir, mode), checkDisk(dirname(dataDir), bavail * bsize)]
}

/** Others may pass through (as root, the database runs as another user), but may neither list nor write. */
function checkFolderMode(dataDir: string, mode: number): Finding {
  const shown = (mode & 0o777).toString(8)
  if ((mode & 0o022) !== 0)
    return problem(
      'data folder',
      `${dataDir} can be written by other users (mode ${shown})`,
      `run: chmod go-rw ${dataDir}`,
    )
  if ((mode & 0o044) !== 0)
    return warning(
      'data folder',
      `${dataDir} can be listed by other users (mode ${shown})`,
      `run: chmod go-rw ${dataDir}`,
    )
  return ok('data folder', `${dataDir}, mode ${shown}`)
}

export function checkDisk(place: string, freeBytes: number): Finding {
  const text = `${Math.floor(freeBytes / MEBIBYTE).toLocaleString('en')} MiB free at ${place}`
  if (freeBytes < TOO_LITTLE_DISK) return problem('disk', text, 'make room now: a full disk stops the database')
  if (freeBytes < ENOUGH_DISK) return warning('disk', text, 'make room soon: a full disk stops the database')
  return ok('disk', text)
}

function checkKeyFile(config: Config): Finding[] {
  const path = keyFilePath(config)
  if (config.masterKey || !existsSync(path)) return []
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) === 0) return [ok('key file', `${path}, mode ${mode.toString(8)}`)]
  return [
    problem(
      'key file',
      `${path} is open to other users (mode ${mode.toString(8)})`,
      `run: chmod 400 ${path}, and consider who may have read it`,
    ),
  ]
}

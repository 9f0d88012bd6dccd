// Opens what the service and an operator's commands both need: the database (embedded or given) and the master key. It
// is separate from start.ts, so that a command does not load the whole service.

import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { ConnectionOptions, Database } from '../database/database.ts'
import { openEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { openKeyFile } from '../vault/key-file.ts'
import { type KeyProvider, masterKeyFromBase64 } from '../vault/key-provider.ts'

/** The steps to undo at the end, newest first. */
export type Undo = (() => Promise<unknown>)[]

/** Only a service and a restore create a missing database; any other command would report on an empty one. */
export async function openConnection(
  config: Config,
  log: Logger,
  undo: Undo,
  purpose: 'service' | 'operator' | 'restore',
): Promise<ConnectionOptions> {
  if (config.databaseUrl) return { url: config.databaseUrl }
  const embedded = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    purpose: purpose === 'service' ? 'service' : 'operator',
    mayCreate: purpose !== 'operator',
    log,
    ...(purpose === 'service' &&
      config.processes > 1 && { settings: { max_connections: String(sessionsNeeded(config)) } }),
  })
  undo.unshift(() => embedded.stop())
  return embedded.connection
}

/** A database that is being opened, and how to close it again. */
export type Opening = { connection: Promise<ConnectionOptions>; undo: Undo }

/** Begins to open the service's database, so that other work can be done meanwhile. Whoever awaits it learns of a failure. */
export function beginOpening(config: Config, log: Logger): Opening {
  const undo: Undo = []
  const connection = openConnection(config, log, undo, 'service')
  connection.catch(() => {})
  return { connection, undo }
}

/** Connections left for administrators and the operator's commands. */
const OTHER_SESSIONS = 13

/**
 * While processes are being replaced, each exists twice, and a worker and a spare run besides the processes that serve.
 */
function sessionsNeeded({ processes, databasePools: { read, write } }: Config): number {
  const ofOne = Math.ceil(read * 1.25 + write * 1.5 + 10)
  return Math.max(100, 2 * (processes + 2) * ofOne + OTHER_SESSIONS)
}

export function keyFilePath(config: Config): string {
  return join(config.dataDir, 'master.key')
}

/** The existing master key; a missing one is not created. */
export function presentKeyProvider(config: Config): KeyProvider {
  return config.masterKey ? masterKeyFromBase64(config.masterKey) : openKeyFile(keyFilePath(config), { create: false })
}

/**
 * A key is created only when nothing is sealed yet: data that was sealed with a lost key could never be opened again.
 */
export async function openKeyProvider(config: Config, database: Database): Promise<KeyProvider> {
  if (config.masterKey) return masterKeyFromBase64(config.masterKey)
  const [sealed] = await database.read`select 1 from data_keys limit 1`
  const mayCreate = config.databaseUrl === undefined && sealed === undefined
  return openKeyFile(keyFilePath(config), { create: mayCreate })
}

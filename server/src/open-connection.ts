// What a service and an operator's command both open: the database, its own or a given one, and the master key. Apart
// from start.ts, so that a command does not load the whole service first.

import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { ConnectionOptions, Database } from './database/database.ts'
import { openEmbeddedPostgres } from './database/embedded/embedded-postgres.ts'
import { openKeyFile } from './vault/key-file.ts'
import { type KeyProvider, masterKeyFromBase64 } from './vault/key-provider.ts'

/** What must be undone, newest first. */
export type Undo = (() => Promise<unknown>)[]

/** Only a service and a restore make a database where there is none: anybody else would report on an empty one. */
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

/** For administrators and the operator's commands. */
const OTHER_SESSIONS = 13

/** While all processes are replaced, each is there twice; beside those that serve are a worker and a spare. */
function sessionsNeeded({ processes, databasePools: { read, write } }: Config): number {
  const ofOne = Math.ceil(read * 1.25 + write * 1.5 + 10)
  return Math.max(100, 2 * (processes + 2) * ofOne + OTHER_SESSIONS)
}

export function keyFilePath(config: Config): string {
  return join(config.dataDir, 'master.key')
}

/** The master key as it is; one that is missing is not made. */
export function presentKeyProvider(config: Config): KeyProvider {
  return config.masterKey ? masterKeyFromBase64(config.masterKey) : openKeyFile(keyFilePath(config), { create: false })
}

/** A key is made only where nothing is sealed yet: a new one beside old rows would lock them for ever. */
export async function openKeyProvider(config: Config, database: Database): Promise<KeyProvider> {
  if (config.masterKey) return masterKeyFromBase64(config.masterKey)
  const [sealed] = await database.read`select 1 from data_keys limit 1`
  const mayCreate = config.databaseUrl === undefined && sealed === undefined
  return openKeyFile(keyFilePath(config), { create: mayCreate })
}

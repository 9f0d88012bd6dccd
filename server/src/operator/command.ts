// What an operator command is, and how it opens the database: in the same way as the service, but as an operator.

import { type Logger, pino } from 'pino'
import type postgres from 'postgres'
import { withAuditKey } from '../accounts/audit-key.ts'
import { hasEntries, isSealed, sealAuditLog } from '../accounts/seal-audit-log.ts'
import { machineClock } from '../clock.ts'
import { type Config, readConfig } from '../config/config.ts'
import { environment } from '../config/environment.ts'
import { checkServer } from '../database/check-server.ts'
import { connect, type Database, openDatabase } from '../database/database.ts'
import { readExtent } from '../database/distributed/plan-distribution.ts'
import { readShardMap } from '../database/distributed/shard-map.ts'
import { type Logins, loginsOf, ownsSchema } from '../database/logins.ts'
import { logLevel } from '../log.ts'
import { openConnection, presentKeyProvider } from '../start/open-connection.ts'
import { dataKeyTable } from '../vault/data-key-table.ts'
import { openVault, type Vault } from '../vault/vault.ts'
import { OperatorError } from './failures.ts'
import { compareSchema } from './schema-state.ts'

export type Option = {
  type: 'string' | 'boolean'
  help: string
  /** The name of the value in the help. */
  value?: string
  required?: boolean
  /** It may be given several times. */
  isList?: boolean
}

export type Input = {
  /** Required options and arguments were checked before, so they are present. */
  text(name: string): string | undefined
  /** The values of an option that may be given several times. */
  texts(name: string): string[]
  flag(name: string): boolean
  argument: string
}

export type Command = {
  /** The words that call it, such as `keys create`. */
  name: string
  summary: string
  /** The one positional argument it takes, if any; in brackets when it may be left out. */
  argument?: string
  options: Record<string, Option>
  /** More to know, shown by its help. */
  notes?: string
  /** The exit code; 0 when it returns nothing. */
  run(input: Input): Promise<number | undefined>
}

export const json: Option = { type: 'boolean', help: 'print JSON, for programs' }

export type Session = {
  config: Config
  log: Logger
  logins: Logins
  /** One connection, as the schema's owner if its login is given (`requireOwner`), else as the service's login. */
  owner: postgres.Sql<{ bigint: bigint }>
  /** As the service sees it, with the service's rights and no more. */
  database: Database
  /** Opened on first use, since many commands need no master key. No key is created. */
  vault(): Promise<Vault>
}

/** When the rows are on several servers, the audit checks several buckets at once. */
const OVER_SERVERS = { read: 8, write: 8 }

type Undo = (() => Promise<unknown>)[]

/** The log goes to standard error, so that the command's output can be piped. */
export function operatorLog(): Logger {
  return pino({ level: logLevel('warn'), base: null }, pino.destination({ dest: 2, sync: true }))
}

/**
 * Opens the database, runs `work`, and always closes everything in reverse. It does not use `openServices`, which writes the
 * BIN catalogue: a command with another data folder would retire the BINs of the service.
 */
export async function withDatabase<T>(
  work: (session: Session) => Promise<T>,
  config = readConfig(environment),
  purpose: 'operator' | 'restore' = 'operator',
): Promise<T> {
  const undo: Undo = []
  const interruption = closeOnSignal(undo)
  try {
    const log = operatorLog()
    const connection = await openConnection(config, log, undo, purpose)
    const logins = loginsOf(connection, config.databaseOwnerUrl)
    if (config.databaseUrl) await checkServer(logins)
    const owner = connect(logins.owner ?? logins.service, { max: 1 })
    undo.unshift(() => owner.end({ timeout: 1 }))
    const shards = await readShardMap(owner)
    const sizes = shards ? OVER_SERVERS : { read: 2, write: 2 }
    const plain = openDatabase(logins.service, sizes, { use: 'operator', shards })
    undo.unshift(() => plain.close())
    const vault = () => openVault(presentKeyProvider(config), dataKeyTable(plain), { makesMissing: false })
    return await work({
      config,
      log,
      logins,
      owner,
      database: withAuditKey(plain, () => keyToAppend(config, plain, vault)),
      vault,
    })
  } finally {
    await interruption.ended() // failures caused by the interruption are not reported
    await undoAll(undo)
  }
}

/** The same, for a database whose schema is of this version. */
export function withSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
  return withDatabase(async (session) => {
    const schema = await compareSchema(session.owner)
    if (schema.applied === 0) throw new OperatorError(emptyDatabaseMessage(session.config))
    if (schema.problem) throw new OperatorError(schema.problem)
    if (schema.pending.length > 0) {
      throw new OperatorError(`the database lacks ${schema.pending.join(', ')}; run: npm run cardwright -- migrate`)
    }
    return work(session)
  })
}

/** Refuses to append to an unsealed chain, where a keyed entry would look like its seal. A log without entries has no such chain. */
async function keyToAppend(config: Config, database: Database, vault: Session['vault']): Promise<Vault> {
  if (await isSealed(database.read)) return vault()
  if (await hasEntries(database.read))
    throw new OperatorError('start the service first: the audit log of the version before is sealed by the first start')
  const key = await openVault(presentKeyProvider(config), dataKeyTable(database))
  await sealAuditLog(
    withAuditKey(database, () => key),
    key,
    machineClock(),
  )
  return key
}

/** For commands that only the owner of the tables may run. */
export async function requireOwner({ owner }: Session, command: string): Promise<void> {
  if (await ownsSchema(owner)) return
  throw new OperatorError(
    `${command} needs the login that owns the tables, and that of DATABASE_URL does not: set DATABASE_OWNER_URL as well`,
  )
}

/** For commands that need one snapshot of everything, which several servers cannot give. */
export async function refuseDistributed({ owner }: Session, command: string): Promise<void> {
  if ((await readExtent(owner)) === 'none') return
  throw new OperatorError(
    `${command} is not for a distributed database: its servers have no common snapshot. See docs/operating/distributed.md`,
  )
}

export function emptyDatabaseMessage({ databaseUrl, dataDir }: Config): string {
  const place = databaseUrl ? 'the database of DATABASE_URL' : `${dataDir} (CARDWRIGHT_DATA_DIR)`
  return `no Cardwright service lives in ${place}: it has no schema yet. Start the service there first, or correct the variable; nothing was made`
}

/** A PostgreSQL that was started for this command must not outlive it, even when the operator interrupts it. */
function closeOnSignal(undo: Undo): { ended(): Promise<void> } {
  let closing: Promise<void> | undefined
  const stop = (signal: NodeJS.Signals) => {
    closing ??= undoAll(undo).finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    async ended() {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      await closing
    },
  }
}

async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0)) await step()
}

// What an operator command is, and how it opens the database: in the same way as the service, but as an operator.

import { type Logger, pino } from 'pino'
import type postgres from 'postgres'
import type { Command as AnyCommand, Input, Option } from '../../../cli/src/framework/command.ts'
import { CommandError, Interrupted } from '../../../cli/src/framework/failures.ts'
import { type Io, onSignals } from '../../../cli/src/framework/io.ts'
import { withAuditKey } from '../accounts/audit-key.ts'
import { hasEntries, isSealed, sealAuditLog } from '../accounts/seal-audit-log.ts'
import { machineClock } from '../clock.ts'
import { type Config, readConfig } from '../config/config.ts'
import { checkServer } from '../database/check-server.ts'
import { connect, type Database, openDatabase } from '../database/database.ts'
import { readExtent } from '../database/distributed/plan-distribution.ts'
import { readShardMap } from '../database/distributed/shard-map.ts'
import { type Logins, loginsOf, ownsSchema } from '../database/logins.ts'
import { logLevel } from '../log.ts'
import { openConnection, presentKeyProvider } from '../start/open-connection.ts'
import { dataKeyTable } from '../vault/data-key-table.ts'
import { openVault, type Vault } from '../vault/vault.ts'
import { compareSchema } from './schema-state.ts'

export type { Input, Option }

export type Context = {
  io: Io
  /** The command's output, on standard output. */
  print(text: string): void
  /** Output for programs. Cents and counts beyond 2^53 are written as text. */
  printJson(value: unknown): void
  /** Remarks, on standard error, so that the output can be piped. */
  note(text: string): void
}

export type Call = Input & Context
export type Command = AnyCommand<Context>

export const json: Option = { kind: 'flag', help: 'print JSON for programs' }

export type Session = Pick<Context, 'print' | 'note'> & {
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
export function operatorLog({ env, stderr }: Io): Logger {
  return pino({ level: logLevel('warn', env), base: null }, stderr)
}

/**
 * Opens the database, runs `work`, and always closes everything in reverse. It does not use `openServices`, which writes the
 * BIN catalogue: a command with another data folder would retire the BINs of the service.
 */
export async function withDatabase<T>(
  call: Context,
  work: (session: Session) => Promise<T>,
  config = readConfig(call.io.env),
  purpose: 'operator' | 'restore' = 'operator',
): Promise<T> {
  const undo: Undo = []
  return closedOnSignal(call.io, undo, async () => {
    const log = operatorLog(call.io)
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
    const database = withAuditKey(plain, () => keyToAppend(config, plain, vault))
    return work({ config, log, logins, owner, database, vault, print: call.print, note: call.note })
  })
}

/** The same, for a database whose schema is of this version. */
export function withSchema<T>(call: Context, work: (session: Session) => Promise<T>): Promise<T> {
  return withDatabase(call, async (session) => {
    const schema = await compareSchema(session.owner)
    if (schema.applied === 0) throw new CommandError(emptyDatabaseMessage(session.config))
    if (schema.problem) throw new CommandError(schema.problem)
    if (schema.pending.length > 0) {
      throw new CommandError(`the database lacks ${schema.pending.join(', ')}; run: npm run cardwright -- migrate`)
    }
    return work(session)
  })
}

/** Refuses to append to an unsealed chain, where a keyed entry would look like its seal. A log without entries has no such chain. */
async function keyToAppend(config: Config, database: Database, vault: Session['vault']): Promise<Vault> {
  if (await isSealed(database.read)) return vault()
  if (await hasEntries(database.read))
    throw new CommandError('start the service first: its first start seals the audit log of the previous version')
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
  throw new CommandError(
    `${command} needs the login that owns the tables, and the login of DATABASE_URL does not own them: set DATABASE_OWNER_URL as well`,
  )
}

/** For commands that need one snapshot of everything, which several servers cannot give. */
export async function refuseDistributed({ owner }: Session, command: string): Promise<void> {
  if ((await readExtent(owner)) === 'none') return
  throw new CommandError(
    `${command} is not for a distributed database: its servers have no common snapshot. See docs/operating/distributed.md`,
  )
}

export function emptyDatabaseMessage({ databaseUrl, dataDir }: Config): string {
  const place = databaseUrl ? 'the database of DATABASE_URL' : `${dataDir} (CARDWRIGHT_DATA_DIR)`
  return `no Cardwright service lives in ${place}: the database has no schema. Start the service there first, or correct the variable; nothing was created`
}

/** A PostgreSQL that was started for this command must not outlive it, even when the operator interrupts it. */
async function closedOnSignal<T>(io: Io, undo: Undo, work: () => Promise<T>): Promise<T> {
  const interrupted = Promise.withResolvers<never>()
  let closing: Promise<never> | undefined
  const stopListening = onSignals(io, (signal) => {
    closing ??= undoAll(undo).finally(() => {
      throw new Interrupted(signal)
    }) as Promise<never>
    closing.catch(interrupted.reject)
  })
  try {
    return await Promise.race([work(), interrupted.promise])
  } finally {
    stopListening()
    await closing // it throws, so that a failure caused by the interruption is not reported
    await undoAll(undo)
  }
}

async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0)) await step()
}

// What a command is, and how it reaches the database: through the service's own start, as an operator.

import { type Logger, pino } from 'pino'
import type postgres from 'postgres'
import { type Config, readConfig } from '../config.ts'
import { type ConnectionOptions, connect, type Database, openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { environment } from '../environment.ts'
import { openConnection } from '../open-connection.ts'
import { OperatorError } from './failures.ts'
import { compareSchema } from './schema-state.ts'

export type Option = {
  type: 'string' | 'boolean'
  help: string
  /** How the value is called in the help. */
  value?: string
  required?: boolean
}

export type Input = {
  /** Required options and positionals are there: they were checked before. */
  text(name: string): string | undefined
  flag(name: string): boolean
  argument: string
}

export type Command = {
  /** The words that call it, such as `keys create`. */
  name: string
  summary: string
  /** The one positional argument it takes, if any. */
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
  connection: ConnectionOptions
  /** As the owner of the schema, one connection. */
  owner: postgres.Sql<{ bigint: bigint }>
  /** As the service sees it, with the service's rights and no more. */
  database: Database
}

type Undo = (() => Promise<unknown>)[]

/** Standard output belongs to the command's answer, so that it can be piped: the log goes to standard error. */
export function operatorLog(): Logger {
  return pino({ level: environment.LOG_LEVEL ?? 'warn', base: null }, pino.destination({ dest: 2, sync: true }))
}

/**
 * Opens the database, runs `work`, and closes in reverse whatever happens. It does not go through `openServices`: that
 * writes the BIN catalogue, and a command run beside another data folder would retire the BINs of the service.
 */
export async function withDatabase<T>(
  work: (session: Session) => Promise<T>,
  config = readConfig(environment),
): Promise<T> {
  const undo: Undo = []
  const interruption = closeOnSignal(undo)
  try {
    const log = operatorLog()
    const connection = await openConnection(config, log, undo, 'operator')
    const owner = connect(connection, { max: 1 })
    undo.unshift(() => owner.end({ timeout: 1 }))
    const database = openDatabase(connection, { poolSize: 2 })
    undo.unshift(() => database.close())
    return await work({ config, log, connection, owner, database })
  } finally {
    await interruption.ended() // what failed because of it is not worth telling
    await undoAll(undo)
  }
}

/** The same on a database whose schema is this version's; one without any schema is given it. */
export function withSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
  return withDatabase(async (session) => {
    const schema = await compareSchema(session.owner)
    if (schema.applied === 0) await migrate(session.owner as never)
    else if (schema.problem) throw new OperatorError(schema.problem)
    else if (schema.pending.length > 0) {
      throw new OperatorError(`the database lacks ${schema.pending.join(', ')}; run: npm run cardwright -- migrate`)
    }
    return work(session)
  })
}

/** A PostgreSQL started for this command must not outlive it, also when the operator loses patience. */
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

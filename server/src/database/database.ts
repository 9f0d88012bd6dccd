// The two ways to reach PostgreSQL: `read` for single statements, `transaction` for everything that
// changes something. Features receive one of the two handles as their first parameter and never
// see the sessions behind them. The service speaks the protocol itself (wire/); `connect` is the driver of the
// schema's owner, for migrations, backups and the operator's commands.

import postgres from 'postgres'
import { ApiError } from '../http/errors.ts'
import { Session, Sessions } from './sessions.ts'
import { type Fragment, fragment, identifier, integerLiteral } from './wire/fragment.ts'
import { type Sql, sqlOver } from './wire/sql.ts'
import { targetOf } from './wire/target.ts'

/** A handle that runs SQL: for single reads, or one session inside a transaction. */
export type { Sql }
/** Parts of statements. */
export { type Fragment, fragment, identifier, integerLiteral }
/** A handle inside a transaction. Only what takes a `Tx` may write. */
export type Tx = Sql & { readonly inTransaction: unique symbol }
type Types = { bigint: bigint }

export type ConnectionOptions =
  | { url: string }
  | { host: string; port: number; username: string; password: string; database: string }

export type Database = {
  /** Single statements that read. */
  read: Sql
  /** The same, for rows by their keys. */
  readByKey: Sql
  /** Runs `body` in one transaction, again from the start when the database asks for it. */
  transaction<T>(body: TransactionBody<T>): Promise<T>
  /** A session of one's own, for a lane of batches. Once it is lost it must not be used again. */
  session(): Session
  /** Hears what any process says on a channel, except while its connection is lost. Resolves to how to stop. */
  listen(channel: string, hear: (message: string) => void): Promise<() => Promise<void>>
  notify(channel: string, message: string): Promise<unknown>
  close(): Promise<void>
}

/** Statements handed to `withCommit` travel in one flush with the commit; they fail together or not at all. */
export type TransactionBody<T> = (tx: Tx, withCommit: (statements: Promise<unknown>) => void) => Promise<T>

/**
 * For statements that fetch rows by their keys: planned once, and always by an index. Left to itself the planner
 * plans them anew at every execution (which takes longer than they do), and scans a table that was small when it looked.
 */
const byIndex = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
}

export const SERVICE_ROLE = 'cardwright_service'
// A write that waits longer than this for another's lock answers 503 instead: see docs/adr/0004-idempotency.md.
const LOCK_TIMEOUT_MS = 5_000
const ATTEMPTS = 4
// Reads by key come in batches (read-batch.ts): a few connections carry them all.
const POINT_CONNECTIONS = 4

export function connect(
  options: ConnectionOptions,
  settings: { role?: string; max?: number; byIndex?: boolean; onClose?: () => void } = {},
): postgres.Sql<Types> {
  const common: postgres.Options<{ bigint: postgres.PostgresType<bigint> }> = {
    max: settings.max ?? 10,
    idle_timeout: 0,
    connect_timeout: 10,
    // `fetch_types` stays on although arrays travel as text: without it (3.4.9) a fresh connection never answers `reserve`.
    types: { bigint: { to: 20, from: [20], parse: BigInt, serialize: String } },
    onnotice: () => {},
    max_lifetime: null, // a connection that is exchanged in the middle of a batch would lose its transaction
    ...(settings.onClose && { onclose: settings.onClose }),
    connection: {
      application_name: 'cardwright',
      ...(settings.role && { role: settings.role }),
      lock_timeout: LOCK_TIMEOUT_MS,
      ...(settings.byIndex && byIndex),
      idle_in_transaction_session_timeout: 60_000,
    } as Record<string, string | number>,
  }
  return 'url' in options
    ? postgres(options.url, common)
    : postgres({ ...options, path: undefined as never, ...common })
}

export function openDatabase(options: ConnectionOptions, settings: { poolSize?: number } = {}): Database {
  const poolSize = settings.poolSize ?? 16
  const planned = targetOf(connect(options, { role: SERVICE_ROLE }) as never)
  const byKey = targetOf(connect(options, { role: SERVICE_ROLE, byIndex: true }) as never)
  const pool = new Sessions(planned, 'single', poolSize)
  const points = new Sessions(byKey, 'single', POINT_CONNECTIONS)
  const sessions = new Sessions(byKey, 'transaction', poolSize)
  const read = sqlOver((request) => pool.send(request))
  return {
    read,
    readByKey: sqlOver((request) => points.send(request)),
    transaction: (body) => withRetries(() => runTransaction(sessions, body)),
    session: () => new Session(byKey, 'transaction'),
    async listen(channel, hear) {
      const ears = connect(options, { role: SERVICE_ROLE, max: 1 }) // the driver listens again after a lost connection
      await ears.listen(channel, hear)
      return () => ears.end({ timeout: 5 })
    },
    notify: (channel, message) => read`select pg_notify(${channel}, ${message})`,
    close: async () => {
      await Promise.all([pool.close(), points.close(), sessions.close()])
    },
  }
}

async function runTransaction<T>(sessions: Sessions, body: TransactionBody<T>): Promise<T> {
  const session = await sessions.take()
  const tx = session.sql as Tx
  try {
    // Not awaited: it travels in one flush with the first statement of the body.
    const last: Promise<unknown>[] = [tx`begin`]
    const result = await body(tx, (statements) => last.push(statements))
    await allOrFirstError([...last, commit(tx)])
    return result
  } catch (error) {
    if (!session.isLost) await tx`rollback`.catch(() => {})
    throw error
  } finally {
    sessions.give(session)
  }
}

/** The error of the statement that failed, and not that of the commit which could not follow it. */
export async function allOrFirstError(statements: Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(statements)) if (end.status === 'rejected') throw end.reason
}

/** COMMIT of a transaction that has failed "succeeds" with the tag ROLLBACK: only the tag COMMIT counts. */
export async function commit(tx: Sql): Promise<void> {
  const done = await tx`commit`
  if (done.command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
}

// Deadlocks and serialization failures are the database asking for another try; nothing happened.
// Two requests with one idempotency key, in two processes: the second finds the first one's answer on its next try.
const AGAIN = new Set(['40001', '40P01'])

export function isWorthAnotherTry(error: unknown): boolean {
  const state = sqlState(error)
  return (
    state !== undefined &&
    (AGAIN.has(state) || (state === '23505' && (error as Error).message.includes('idempotency_keys_pk')))
  )
}

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt < ATTEMPTS && isWorthAnotherTry(error)) continue
      throw unavailable(error)
    }
  }
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError ? error.code : undefined
}

// Lock timeout, shutdown, too many connections, lost or refused connection: the caller may try again,
// with the same idempotency key, and learns the outcome then.
const UNAVAILABLE = /^(55P03|57P0\d|53\d\d\d|08\d\d\d|25P03)$/
const UNREACHABLE = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)/

export function unavailable(error: unknown): unknown {
  const state = sqlState(error)
  const code = (error as { code?: unknown } | null)?.code
  const lost = state ? UNAVAILABLE.test(state) : typeof code === 'string' && UNREACHABLE.test(code)
  return lost
    ? new ApiError('service_unavailable', 'The database cannot be reached right now; try again.', { cause: error })
    : error
}

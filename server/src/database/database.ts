// The two ways to reach PostgreSQL: `read` for single statements, `transaction` for everything that
// changes something. Features receive one of the two handles as their first parameter and never
// see the pool behind them.

import postgres from 'postgres'
import { ApiError } from '../http/errors.ts'

/** A handle that runs SQL: the pool for reads, or one connection inside a transaction. */
export type Sql = postgres.ISql<Types>
/** A handle inside a transaction. Only what takes a `Tx` may write. */
export type Tx = Sql & { readonly inTransaction: unique symbol }
type Types = { bigint: bigint }

export type ConnectionOptions =
  | { url: string }
  | { host: string; port: number; username: string; password: string; database: string }

export type Database = {
  /** Single statements that read. */
  read: Sql
  /** Runs `body` in one transaction, again from the start when the database asks for it. */
  transaction<T>(body: TransactionBody<T>): Promise<T>
  /** A connection of one's own, outside the pool: for a lane of batches. */
  dedicated(): postgres.Sql<Types>
  close(): Promise<void>
}

/** Statements handed to `withCommit` travel in one flush with the commit; they fail together or not at all. */
export type TransactionBody<T> = (tx: Tx, withCommit: (statements: Promise<unknown>) => void) => Promise<T>

export const SERVICE_ROLE = 'cardwright_service'
// A write that waits longer than this for another's lock answers 503 instead: see docs/adr/0004-idempotency.md.
const LOCK_TIMEOUT_MS = 5_000
const ATTEMPTS = 4

export function connect(
  options: ConnectionOptions,
  settings: { role?: string; max?: number } = {},
): postgres.Sql<Types> {
  const common: postgres.Options<{ bigint: postgres.PostgresType<bigint> }> = {
    max: settings.max ?? 10,
    idle_timeout: 0,
    connect_timeout: 10,
    // `fetch_types` stays on although arrays travel as text: without it (3.4.9) a fresh connection never answers `reserve`.
    types: { bigint: { to: 20, from: [20], parse: BigInt, serialize: String } },
    onnotice: () => {},
    connection: {
      application_name: 'cardwright',
      ...(settings.role && { role: settings.role }),
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 60_000,
    } as Record<string, string | number>,
  }
  return 'url' in options
    ? postgres(options.url, common)
    : postgres({ ...options, path: undefined as never, ...common })
}

export function openDatabase(options: ConnectionOptions, settings: { poolSize?: number } = {}): Database {
  const pool = connect(options, { role: SERVICE_ROLE, max: settings.poolSize ?? 16 })
  return {
    read: pool as unknown as Sql,
    transaction: (body) => withRetries(() => runTransaction(pool, body)),
    dedicated: () => connect(options, { role: SERVICE_ROLE, max: 1 }),
    close: () => pool.end({ timeout: 5 }),
  }
}

async function runTransaction<T>(pool: postgres.Sql<Types>, body: TransactionBody<T>): Promise<T> {
  const connection = await pool.reserve()
  try {
    const last: Promise<unknown>[] = []
    // Not awaited: it travels in one flush with the first statement of the body.
    last.push(connection`begin`.execute())
    last[0]!.catch(() => {})
    const result = await body(connection as unknown as Tx, (statements) => last.push(statements))
    await Promise.all([...last, commit(connection as unknown as Tx)])
    return result
  } catch (error) {
    await connection`rollback`.catch(() => {})
    throw error
  } finally {
    connection.release()
  }
}

/** After a failed statement COMMIT "succeeds" with the tag ROLLBACK: only the tag COMMIT counts. */
export async function commit(tx: Sql): Promise<void> {
  const done = await tx`commit`
  if ((done.command as string) !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
}

// Deadlocks and serialization failures are the database asking for another try; nothing happened.
// Two requests with one idempotency key, in two processes: the second finds the first one's answer on its next try.
const AGAIN = new Set(['40001', '40P01'])

function isWorthAnotherTry(error: unknown): boolean {
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

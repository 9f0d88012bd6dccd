// The ways to reach PostgreSQL: `read` for single statements that read, `write` for single statements that write, and
// `transaction` for everything that must be atomic. Features receive a handle as their first parameter and never see the
// connections behind it. The service implements the protocol itself (wire/); `connect` opens the npm driver for the schema's
// owner, for migrations, backups and the operator's commands.

import postgres from 'postgres'
import { userOf } from '../config/database-url.ts'
import { type Claim, ConnectionPool, PooledConnection, type PoolUse } from './connection-pool.ts'
import type { ShardMap } from './distributed/shards.ts'
import { ownerSettings, SERVICE_ROLE, settingsFor, TIMEOUT_MS, type Use } from './session-settings.ts'
import { Standby } from './standby.ts'
import { isWorthAnotherTry, unavailable } from './unavailable.ts'
import { Fragment, fragment, identifier, integerLiteral } from './wire/fragment.ts'
import { type Sql, sqlOver } from './wire/sql.ts'
import { type ConnectionOptions, socketPath, type Target, targetOf, tlsOf, urlOf } from './wire/target.ts'

export { isAway, isConflict, isWorthAnotherTry, sqlState, unavailable } from './unavailable.ts'

declare module '../services.ts' {
  interface Services {
    database: Database
  }
}

/** A handle that runs SQL: for single statements, or one session inside a transaction. */
export { type ConnectionOptions, Fragment, fragment, identifier, integerLiteral, SERVICE_ROLE, type Sql }
/** A handle inside a transaction. Only functions that take a `Tx` may write. */
export type Tx = Sql & { readonly inTransaction: unique symbol }
type Types = { bigint: bigint }

export type Handles = {
  /** Single statements that read. A statement that writes is refused. */
  read: Sql
  /** The same, for statements that fetch rows by their keys. */
  readByKey: Sql
  /** The same as `read`, counted for one workspace, which gets no more than its share of the connections. */
  readOf(share: string): Sql
  /** For lists, exports and the dashboard: a standby if it is up to date, else the same as `readOf`. */
  readList(share: string): Promise<Sql>
  /** Single statements that write, each a transaction of its own. */
  write: Sql
  /** Runs `body` in one transaction, and runs it again when the database asks for a retry. */
  transaction<T>(body: TransactionBody<T>, options?: TransactionOptions): Promise<T>
}

export type Database = Handles & {
  /** For work that nobody waits for. It has its own connections, and more time. */
  background: Database
  /** The standby that lists may be read from, if there is one. */
  standby: Standby | undefined
  /** The tenants' rows lie on several servers, by their buckets (distributed/). */
  isDistributed: boolean
  /** A dedicated connection, for a lane of batches. Once it is lost it must not be used again. */
  session(): PooledConnection
  /** Listens to a channel; messages are missed while the connection is lost. Resolves to a function that stops it. */
  listen(channel: string, hear: (message: string) => void): Promise<() => Promise<void>>
  notify(channel: string, message: string): Promise<unknown>
  /** How many connections of each pool are open and in use, by the name of the pool. */
  sessionUse(): Record<string, PoolUse>
  close(): Promise<void>
}

/** `share` is the workspace whose request it is. `timeoutMs` covers everything, including the wait for a connection. */
export type TransactionOptions = { share?: string; timeoutMs?: number }

/** Statements passed to `withCommit` are sent in one flush with the commit, so they take effect together or not at all. */
export type TransactionBody<T> = (tx: Tx, withCommit: (statements: Promise<unknown>) => void) => Promise<T>

export type PoolSizes = { read: number; write: number }
export type OpenOptions = {
  use?: 'requests' | 'operator'
  standby?: ConnectionOptions | undefined
  /** Of a distributed database. */
  shards?: ShardMap | undefined
}

const ATTEMPTS = 4
// Reads by key are batched (read-batch.ts), so a few connections are enough for all of them.
const POINT_SESSIONS = 4

export function connect(
  options: ConnectionOptions,
  settings: { role?: string; max?: number; onClose?: () => void } = {},
): postgres.Sql<Types> {
  const url = urlOf(options)
  const user = userOf(url)
  const [first] = url.hosts
  const tls = tlsOf(url)
  return postgres({
    host: url.hosts.map(({ host }) => host),
    port: url.hosts.map(({ port }) => port),
    path: first!.host.startsWith('/') ? socketPath(first!.host, first!.port) : undefined,
    user,
    pass: url.password,
    database: url.database ?? user,
    ssl: tls?.isOptional ? 'prefer' : (tls?.options ?? false),
    target_session_attrs: url.writesOnly ? 'read-write' : undefined,
    max: settings.max ?? 10,
    idle_timeout: 0,
    connect_timeout: 10,
    // `fetch_types` stays on although arrays are sent as text: without it (3.4.9) a fresh connection never answers `reserve`.
    types: { bigint: { to: 20, from: [20], parse: BigInt, serialize: String } },
    onnotice: () => {},
    max_lifetime: null, // replacing a connection in the middle of a batch would lose its transaction
    ...(settings.onClose && { onclose: settings.onClose }),
    connection: { ...ownerSettings, ...(settings.role && { role: settings.role }) },
  } as unknown as postgres.Options<{ bigint: postgres.PostgresType<bigint> }>)
}

export function openDatabase(
  options: ConnectionOptions,
  sizes: PoolSizes = { read: 12, write: 12 },
  { use = 'requests', standby: standbyOptions, shards }: OpenOptions = {},
): Database {
  const isDistributed = shards !== undefined
  const at = (settings: Record<string, string>) => targetOf(options, settings, shards)
  const requests = openPools(
    at,
    settingsFor(use, isDistributed),
    use,
    { ...sizes, points: POINT_SESSIONS },
    standbyOptions,
  )
  const background = openPools(at, settingsFor('background', isDistributed), 'background', {
    read: Math.ceil(sizes.read / 4),
    write: Math.ceil(sizes.write / 2),
    points: POINT_SESSIONS / 2,
  })
  const lanes = at(settingsFor('requests', isDistributed).write)
  const common = {
    isDistributed,
    standby: requests.standby,
    session: () => new PooledConnection(lanes, 'transaction'),
    async listen(channel: string, hear: (message: string) => void) {
      const ears = connect(options, { role: SERVICE_ROLE, max: 1 }) // the driver listens again after a lost connection
      const stop = () => ears.end({ timeout: 5 })
      await ears.listen(channel, hear).catch(async (error) => {
        await stop()
        throw error
      })
      return stop
    },
    notify: (channel: string, message: string) => requests.handles.write`select pg_notify(${channel}, ${message})`,
    sessionUse: () => ({ ...requests.use(''), ...background.use('background_') }),
    close: async () => {
      await Promise.all([requests.close(), background.close()])
    },
  }
  const behind: Database = { ...background.handles, ...common, background: undefined as never }
  behind.background = behind
  return { ...requests.handles, ...common, background: behind }
}

type Pools = {
  handles: Handles
  standby: Standby | undefined
  use(prefix: string): Record<string, PoolUse>
  close(): Promise<unknown>
}

function openPools(
  at: (settings: Record<string, string>) => Target,
  settings: ReturnType<typeof settingsFor>,
  use: Use,
  sizes: PoolSizes & { points: number },
  standbyOptions?: ConnectionOptions,
): Pools {
  const usual = TIMEOUT_MS[use]
  const read = new ConnectionPool(at(settings.read), 'single', sizes.read)
  const points = new ConnectionPool(at(settings.readByKey), 'single', sizes.points)
  const writing = new ConnectionPool(at(settings.write), 'transaction', sizes.write)
  const claim = (share?: string) => ({ share, deadline: performance.now() + usual })
  const over = (sessions: ConnectionPool, share?: string) =>
    sqlOver((request) => sessions.send(request, claim(share)), sessions.shards)
  const standby = standbyOptions && new Standby(standbyOptions, sizes.read, over(points))
  return {
    standby,
    handles: {
      read: over(read),
      readByKey: over(points),
      readOf: (share) => over(read, share),
      readList: async (share) =>
        (await standby?.hasEverything())
          ? standby!.reading(
              () => claim(share),
              (request) => read.send(request, claim(share)),
            )
          : over(read, share),
      write: over(writing),
      transaction: (body, { share, timeoutMs = usual } = {}) =>
        withRetries(writing, body, { share, deadline: performance.now() + timeoutMs }),
    },
    use: (prefix) => ({
      [`${prefix}read`]: read.use,
      [`${prefix}read_by_key`]: points.use,
      [`${prefix}write`]: writing.use,
    }),
    close: () => Promise.all([read.close(), points.close(), writing.close(), standby?.close()]),
  }
}

async function runTransaction<T>(sessions: ConnectionPool, body: TransactionBody<T>, claim: Claim): Promise<T> {
  const session = await sessions.take(claim)
  session.connection.deadline = claim.deadline
  const tx = session.sql as Tx
  try {
    // Not awaited, so that it is sent in one flush with the first statement of the body.
    const last: Promise<unknown>[] = [tx`begin`]
    const result = await body(tx, (statements) => last.push(statements))
    await allOrFirstError([...last, commit(tx)])
    return result
  } catch (error) {
    if (!session.isLost) await tx`rollback`.catch(() => {})
    throw error
  } finally {
    sessions.give(session, claim)
  }
}

/** Throws the error of the statement that failed, not that of the commit which could not follow it. */
export async function allOrFirstError(statements: Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(statements)) if (end.status === 'rejected') throw end.reason
}

/** COMMIT of a transaction that has failed "succeeds" with the tag ROLLBACK: only the tag COMMIT counts. */
export async function commit(tx: Sql): Promise<void> {
  const done = await tx`commit`
  if (done.command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
}

async function withRetries<T>(sessions: ConnectionPool, body: TransactionBody<T>, claim: Claim): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runTransaction(sessions, body, claim)
    } catch (error) {
      if (attempt < ATTEMPTS && isWorthAnotherTry(error)) continue
      throw unavailable(error)
    }
  }
}

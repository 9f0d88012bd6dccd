// What an error of the database means to the caller: try the transaction again, answer 503, or it is our own fault.

import postgres from 'postgres'
import { ApiError } from '../http/errors.ts'

const INTERNAL = 'XX000'

/**
 * Citus copies rows to their shard, and passes on what that server says as an internal error: only the message is left, by which
 * the state is found again. Without it a second request under one idempotency key would be a fault of ours.
 */
const STATES_BY_MESSAGE: [RegExp, string][] = [
  [/^duplicate key value violates unique constraint/, '23505'],
  [/violates foreign key constraint/, '23503'],
  [/violates check constraint/, '23514'],
  [/^canceling statement due to lock timeout/, '55P03'],
  [/^deadlock detected|involved in a distributed deadlock/, '40P01'],
  [/^canceling statement due to/, '57014'],
]

export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  if (error.code !== INTERNAL) return error.code
  return STATES_BY_MESSAGE.find(([message]) => message.test(error.message))?.[1] ?? INTERNAL
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

/**
 * States in which the database cannot do what it otherwise would: connections (08), read-only (25006), idle for too
 * long (25P03), signing in (28), no such database (3D), conflicts (40), resources such as disk and connections (53),
 * waited too long for a lock (55P03), cancelled, going down or starting (57), faults of its machine (58).
 */
const UNAVAILABLE = /^(08...|25006|25P0[34]|28...|3D000|40001|40P01|53...|55P03|57...|58...)$/
/** Of the socket and of our own client. */
const UNREACHABLE =
  /^(CONNECT|AUTHENTICATION_|E(CONN|HOST|NET)|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ENOTCONN|EACCES)/

/** A 503 for what passes: the caller may try again with the same idempotency key, and learns the outcome then. */
export function unavailable(error: unknown): unknown {
  return isUnavailable(error)
    ? new ApiError('service_unavailable', 'The database cannot be reached right now; try again.', { cause: error })
    : error
}

/**
 * Citus has lost a server of the rows in the middle of a commit, and says so as an internal error. Whether the transaction
 * is there is unknown, as after a lost connection: to take it for rolled back would be to do it twice.
 */
const LOST_COMMIT = /could not commit transaction|failure on connection marked as essential/

function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state === INTERNAL) return LOST_COMMIT.test((error as Error).message)
  if (state !== undefined) return UNAVAILABLE.test(state)
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && UNREACHABLE.test(code)
}

/** The database is not there yet, or not any more. Waiting helps; it does not help against a wrong password. */
export function isAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08...|53300|57P0[123])$/.test(state)
  const code = (error as { code?: unknown } | null)?.code
  return (
    typeof code === 'string' && UNREACHABLE.test(code) && !/^(CONNECTION_REFUSED|AUTHENTICATION_|EACCES)/.test(code)
  )
}

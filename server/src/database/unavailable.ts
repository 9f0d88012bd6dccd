// Classifies database errors: retry the transaction, answer 503, or report a bug of ours.

import postgres from 'postgres'
import { ApiError } from '../errors.ts'

const INTERNAL = 'XX000'

/**
 * Citus copies rows to their shard and reports that server's error as an internal error. Only its message is left, from which
 * the original state is recovered here. Otherwise a second request under one idempotency key would look like a bug of ours.
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

const CONFLICTS = new Set(['40001', '40P01'])

/** A serialization failure or a deadlock: two transactions were in each other's way, and this one was rolled back. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlState(error) ?? '')
}

/**
 * Nothing happened, and the same transaction can succeed when it runs again. Of two requests under one idempotency key in two
 * processes, the second finds the first one's answer on its retry.
 */
export function isWorthAnotherTry(error: unknown): boolean {
  return isConflict(error) || (sqlState(error) === '23505' && (error as Error).message.includes('idempotency_keys_pk'))
}

/**
 * States of a database that is temporarily unable to serve: connections (08), read-only (25006), idle for too long (25P03),
 * login (28), no such database (3D), conflicts (40), resources such as disk and connections (53), waited too long for a lock
 * (55P03), cancelled, shutting down or starting (57), system errors (58).
 */
const UNAVAILABLE = /^(08...|25006|25P0[34]|28...|3D000|40001|40P01|53...|55P03|57...|58...)$/
/** Error codes of sockets and of our own client. */
const UNREACHABLE =
  /^(CONNECT|AUTHENTICATION_|E(CONN|HOST|NET)|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ENOTCONN|EACCES)/

/** Turns a temporary failure into a 503. The caller may retry with the same idempotency key and then learns the outcome. */
export function unavailable(error: unknown): unknown {
  return isUnavailable(error)
    ? new ApiError('service_unavailable', 'The database cannot be reached right now; try again.', { cause: error })
    : error
}

/**
 * Citus reports as an internal error that it lost a server in the middle of a commit. Whether the transaction committed is
 * unknown, as after a lost connection. Treating it as rolled back could do the work twice.
 */
const LOST_COMMIT = /could not commit transaction|failure on connection marked as essential/

function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state === INTERNAL) return LOST_COMMIT.test((error as Error).message)
  if (state !== undefined) return UNAVAILABLE.test(state)
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && UNREACHABLE.test(code)
}

/** The database is not reachable now, so waiting helps. Waiting does not help against a wrong password. */
export function isAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08...|53300|57P0[123])$/.test(state)
  const code = (error as { code?: unknown } | null)?.code
  return (
    typeof code === 'string' && UNREACHABLE.test(code) && !/^(CONNECTION_REFUSED|AUTHENTICATION_|EACCES)/.test(code)
  )
}

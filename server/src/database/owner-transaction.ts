// Work on one connection of the npm driver (3.4.9) that survives the loss of that connection. The driver's own `begin` sends
// `rollback` to a connection that is gone, and so does everything else that is sent to a reserved connection after it was lost:
// the driver then writes to a socket that is null, in a callback of its own, and the whole process ends.

import type postgres from 'postgres'
import { isAway } from './unavailable.ts'

type Types = Record<string, unknown>

/** Whether the connection was lost, so that nothing may be sent to it any more. */
export function isLost(error: unknown): boolean {
  return isAway((error as { cause?: unknown }).cause ?? error)
}

/** Runs `body` on one connection. A lost connection is not given back: the driver would take it for an open one. */
export async function onOneConnection<T extends Types, Result>(
  owner: postgres.Sql<T>,
  body: (connection: postgres.ReservedSql<T>) => Promise<Result>,
): Promise<Result> {
  const connection = await owner.reserve()
  try {
    const result = await body(connection)
    connection.release()
    return result
  } catch (error) {
    if (!isLost(error)) connection.release()
    throw error
  }
}

export function ownerTransaction<T extends Types, Result>(
  owner: postgres.Sql<T>,
  body: (tx: postgres.ReservedSql<T>) => Promise<Result>,
): Promise<Result> {
  return onOneConnection(owner, async (connection) => {
    try {
      await connection`begin`
      const result = await body(connection)
      await connection`commit`
      return result
    } catch (error) {
      if (!isLost(error)) await connection`rollback`
      throw error
    }
  })
}

// Claims rows whose next attempt is due. They are found first, without a lock, and then locked by their keys: a distributed
// database refuses to lock rows of several shards in one statement.

import { type BulkStatement, inLockOrder, type RowKey } from '../database/bulk.ts'
import type { Database } from '../database/database.ts'
import type { Table } from '../database/table.ts'

const MAX_PAUSE_MS = 3_600_000
const MAX_DOUBLINGS = 12

type Claim<Row> = {
  table: Pick<Table<Row>, 'lockFree'>
  /** The row with its attempt counted, or nothing if another process has claimed it since it was found. */
  next: (row: Row) => Row | undefined
  save: BulkStatement<Row>
}

/** Rows that another process is claiming are skipped. */
export async function claimDue<Row>(
  database: Pick<Database, 'transaction'>,
  found: readonly RowKey[],
  { table, next, save }: Claim<Row>,
): Promise<Row[]> {
  if (found.length === 0) return []
  return database.transaction(async (tx, withCommit) => {
    const locked = await table.lockFree(tx, inLockOrder(found))
    const claimed = locked.map(next).filter((row) => row !== undefined)
    if (claimed.length > 0) withCommit(save(tx, claimed))
    return claimed
  })
}

/** When the attempt after this one is due, unless this one succeeds: the pause doubles with every failure, up to an hour. */
export function nextAttemptAt(now: Date, failures: number, firstPauseMs: number): Date {
  return new Date(now.getTime() + Math.min(MAX_PAUSE_MS, firstPauseMs * 2 ** Math.min(failures, MAX_DOUBLINGS)))
}

// Finds the workspaces in which something is due, over all buckets. What is due by wall time is found by an index on its time;
// only sandboxes whose clock was moved are searched one by one. A distributed database can split each statement over its
// shards.

import { plainArray } from '../database/arrays.ts'
import { bulk, inLockOrder, type RowKey, rowKeyColumns } from '../database/bulk.ts'
import { integerLiteral, type Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { type DepositStatus, HoldStatus } from '../ledger/rows.ts'

/** Written into the statement as a constant, so that the planner can use the partial indexes on pending rows. */
export const PENDING = integerLiteral(HoldStatus.pending satisfies typeof DepositStatus.pending)

/** The oldest of each kind. The next search finds the rest. */
const MAX_DUE = 1_000
const MAX_WORKSPACES = 200

export type ShiftedWorkspace = { bucket: number; id: Uuid; clock_offset_ms: bigint }

/** Leaves out the workspaces that were `tried`, so that one which cannot be finished does not hide the others. */
export async function findWorkspacesWithDue(
  sql: Sql,
  wall: Date,
  tried: Iterable<Uuid> = [],
): Promise<ShiftedWorkspace[]> {
  const without = plainArray(tried)
  const [holds, deposits, requests, shifted] = await Promise.all([
    selectOwnersOfDueHolds(sql, wall, without),
    selectOwnersOfDueDeposits(sql, wall, without),
    selectOwnersOfDueRequests(sql, wall, without),
    selectShiftedWithDue(sql, wall, without),
  ])
  const owners = inLockOrder([...holds, ...deposits, ...requests])
  const found = owners.length === 0 ? [] : await selectLive(sql, owners)
  const all = new Map([...found, ...shifted].map((workspace) => [workspace.id, workspace]))
  return [...all.values()].slice(0, MAX_WORKSPACES)
}

function selectOwnersOfDueHolds(sql: Sql, wall: Date, without: string) {
  return sql<RowKey[]>`
    select bucket, workspace_id as id from holds where status = ${PENDING} and expires_at <= ${wall}
      and workspace_id <> all(${without}::text::uuid[])
    order by expires_at limit ${MAX_DUE}`
}

function selectOwnersOfDueDeposits(sql: Sql, wall: Date, without: string) {
  return sql<RowKey[]>`
    select bucket, workspace_id as id from deposits where status = ${PENDING} and expires_at <= ${wall}
      and workspace_id <> all(${without}::text::uuid[])
    order by expires_at limit ${MAX_DUE}`
}

function selectOwnersOfDueRequests(sql: Sql, wall: Date, without: string) {
  return sql<RowKey[]>`
    select bucket, workspace_id as id from spend_requests where due_at <= ${wall}
      and workspace_id <> all(${without}::text::uuid[])
    order by due_at limit ${MAX_DUE}`
}

const selectLive = bulk<RowKey, ShiftedWorkspace>(
  rowKeyColumns,
  ({ rows, inBucket }) => `
    select w.bucket, w.id, w.clock_offset_ms from ${rows}
    join workspaces w on ${inBucket('w')} and w.id = r.id and w.live`,
  (row) => ({ bucket: row.int16()!, id: row.uuid()!, clock_offset_ms: row.int64()! }),
)

function selectShiftedWithDue(sql: Sql, wall: Date, without: string) {
  return sql<ShiftedWorkspace[]>`
    select w.bucket, w.id, w.clock_offset_ms from workspaces w
    where w.live and w.clock_offset_ms > 0 and w.id <> all(${without}::text::uuid[]) and ${wall}::timestamptz + w.clock_offset_ms * interval '1 millisecond' >= least(
      (select min(h.expires_at) from holds h where h.bucket = w.bucket and h.workspace_id = w.id and h.status = ${PENDING}),
      (select min(d.expires_at) from deposits d where d.bucket = w.bucket and d.workspace_id = w.id and d.status = ${PENDING}),
      (select min(s.due_at) from spend_requests s where s.bucket = w.bucket and s.workspace_id = w.id and s.due_at is not null))
    limit ${MAX_WORKSPACES}`
}

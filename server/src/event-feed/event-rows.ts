// Stored events and the ways to find them. The sequences of a workspace have no gaps, so without a filter, places and totals
// can be computed.

import { bulk, rowKeyColumns } from '../database/bulk.ts'
import { type Fragment, fragment, type Sql } from '../database/database.ts'
import { rowShape } from '../database/row-shape.ts'
import type { WorkspaceKey } from '../ids.ts'
import { firstUuidAt, type Uuid } from '../ids.ts'

export type EventRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  sequence: bigint
  type: number
  subject_id: Uuid | null
  data: string | null
  created_at: Date
}

const shape = rowShape<EventRow>({
  'e.bucket': 'int16',
  'e.id': 'uuid',
  'e.workspace_id': 'uuid',
  'e.sequence': 'int64',
  'e.type': 'int16',
  'e.subject_id': 'uuid',
  'e.data': 'text',
  'e.created_at': 'time',
})

export const readEvent = shape.read

export const eventColumns = shape.columns

export function selectEventsAfter(sql: Sql, { bucket, id }: WorkspaceKey, sequence: bigint, limit: number) {
  return sql<EventRow[]>`
    select ${eventColumns} from events e
    where e.bucket = ${bucket} and e.workspace_id = ${id} and e.sequence > ${sequence}
    order by e.sequence limit ${limit}`
}

/** The events from `first` to `last`, both included. */
export function selectEventsBetween(sql: Sql, { bucket, id }: WorkspaceKey, first: bigint, last: bigint) {
  return sql.readBy(readEvent)`
    select ${eventColumns} from events e
    where e.bucket = ${bucket} and e.workspace_id = ${id} and e.sequence between ${first} and ${last}
    order by e.sequence`
}

/** The newest sequences of many workspaces at once. */
export async function selectNewestSequences(sql: Sql, workspaces: readonly WorkspaceKey[]): Promise<Map<Uuid, Newest>> {
  return new Map(await selectSequences(sql, workspaces))
}

/** The sequences of a workspace's newest event and its newest notification. */
export type Newest = { event: bigint; notification: bigint }

const selectSequences = bulk<WorkspaceKey, [Uuid, Newest]>(
  rowKeyColumns,
  ({ rows, inBucket }) => `
    select w.id, w.event_sequence, coalesce(n.last_sequence, 0) from ${rows}
    join workspaces w on ${inBucket('w')} and w.id = r.id
    left join notification_cursors n on ${inBucket('n')} and n.workspace_id = r.id`,
  (row) => [row.uuid()!, { event: row.int64()!, notification: row.int64()! }],
)

/** Uses the pool for reads: the index by id is a block range index, which the connections for reads by key must not use. */
export async function findEvent(sql: Sql, { bucket, id }: WorkspaceKey, eventId: Uuid): Promise<EventRow | undefined> {
  const [row] = await sql<EventRow[]>`
    select ${eventColumns} from events e where e.id = ${eventId} and e.bucket = ${bucket} and e.workspace_id = ${id}`
  return row
}

/** The sequences of the oldest and the newest event that are kept; undefined when there is none. */
export async function keptSequences(
  sql: Sql,
  workspace: WorkspaceKey,
): Promise<{ first: bigint; last: bigint } | undefined> {
  const [first, last] = await Promise.all([
    outermost(sql, workspace, fragment`asc`),
    outermost(sql, workspace, fragment`desc`),
  ])
  return first !== undefined && last !== undefined ? { first, last } : undefined
}

/** How far the ids of neighbours may be out of order, because a transaction waited or the clocks of two processes differ. */
const ID_DISORDER_MS = 3_600_000

/**
 * The sequence before which no event is from `time` or later, in workspace time. It is found by binary search: sequences have
 * no gaps, and ids rise with them except between neighbours. An event happens at most `offsetMs` after the wall time in its id,
 * since a sandbox clock is never set back.
 */
export async function findSequenceBefore(
  sql: Sql,
  workspace: WorkspaceKey,
  time: Date,
  offsetMs: number,
): Promise<bigint> {
  const kept = await keptSequences(sql, workspace)
  if (!kept) return 0n
  const id = firstUuidAt(Math.max(0, time.getTime() - offsetMs - ID_DISORDER_MS))
  const [found] = await sql<{ low: bigint }[]>`
    with recursive halves as (
      select ${kept.first}::bigint as low, ${kept.last}::bigint + 1 as high
      union all
      select case when e.id >= ${id} then h.low else h.middle + 1 end, case when e.id >= ${id} then h.middle else h.high end
      from (select low, high, (low + high) / 2 as middle from halves where low < high) as h
      left join lateral (
        select id from events where bucket = ${workspace.bucket} and workspace_id = ${workspace.id} and sequence = h.middle limit 1) as e on true)
    select low from halves where low = high`
  return found!.low - 1n
}

async function outermost(sql: Sql, { bucket, id }: WorkspaceKey, order: Fragment): Promise<bigint | undefined> {
  const [row] = await sql<{ sequence: bigint }[]>`
    select e.sequence from events e where e.bucket = ${bucket} and e.workspace_id = ${id} order by e.sequence ${order} limit 1`
  return row?.sequence
}

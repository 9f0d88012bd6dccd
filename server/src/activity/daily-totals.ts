// Adds events to the totals of their day. One transaction counts the events after a workspace's cursor and moves the cursor, so
// that after a crash nothing is counted twice and nothing is left out.

import { bigint, bulk, type Columns, smallint, uuid } from '../database/bulk.ts'
import { allOrFirstError, type Database, type Tx } from '../database/database.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'

/** The limit for one workspace in one transaction. */
const MAX_EVENTS = 5_000

/** The events of a workspace after one sequence and up to another. */
type Stretch = { id: Uuid; bucket: number; after: bigint; through: bigint; last: bigint }

const rowKeyColumns: Columns<WorkspaceKey> = {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
}

/** The committed events of each workspace that are not counted yet. Workspaces that another process is counting are skipped. */
const lockCursors = bulk<WorkspaceKey, Stretch>(
  rowKeyColumns,
  ({ rows, inBucket }) => `
    select c.workspace_id, c.bucket, c.sequence, least(w.event_sequence, c.sequence + ${MAX_EVENTS}), w.event_sequence
    from ${rows}
    join activity_cursors c on ${inBucket('c')} and c.workspace_id = r.id
    join workspaces w on ${inBucket('w')} and w.id = c.workspace_id and w.event_sequence > c.sequence
    order by c.bucket, c.workspace_id for update of c skip locked`,
  (row) => ({
    id: row.uuid()!,
    bucket: row.int16()!,
    after: row.int64()!,
    through: row.int64()!,
    last: row.int64()!,
  }),
)

const stretchColumns: Columns<Stretch> = {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  after: bigint((row) => row.after),
  through: bigint((row) => row.through),
}

/**
 * Events of authorizations, which are most events, are counted without reading their transactions, since both have the same time.
 * Types: 6 authorized, 7 settled, 8 declined, 9 refunded.
 */
const addToTotals = bulk<Stretch>(
  stretchColumns,
  ({ rows, value, inBucket }) => `
    insert into daily_totals as d (bucket, workspace_id, day, type, mcc, decline_reason, count, spent_cents)
    select e.bucket, e.workspace_id, (e.created_at at time zone 'utc')::date, coalesce(t.type, 1), coalesce(m.mcc, ''),
      coalesce(t.decline_reason, 0), count(*), coalesce(sum(-t.amount_cents) filter (where t.type in (2, 3)), 0)
    from ${rows}
    join events e on ${inBucket('e')} and e.workspace_id = r.id and e.sequence > ${value('after')} and e.sequence <= ${value('through')}
    left join transactions t on ${inBucket('t')} and t.id = case when e.type <> 6 then e.subject_id end
    left join merchants m on ${inBucket('m')} and m.id = case when t.type in (2, 3) then t.merchant_id end
    where e.type in (6, 7, 8, 9)
    group by 1, 2, 3, 4, 5, 6
    on conflict on constraint daily_totals_pk do update
      set count = d.count + excluded.count, spent_cents = d.spent_cents + excluded.spent_cents`,
)

const moveCursors = bulk<Stretch>(
  stretchColumns,
  ({ rows, value, inBucket }) => `
    update activity_cursors c set sequence = ${value('through')} from ${rows}
    where ${inBucket('c')} and c.workspace_id = r.id`,
)

/** Counts new events in these workspaces. Returns the workspaces that have more than can be counted at once. */
export function countActivity(
  database: Pick<Database, 'transaction'>,
  places: readonly WorkspaceKey[],
): Promise<WorkspaceKey[]> {
  return database.transaction(async (tx: Tx, withCommit) => {
    const stretches = await lockCursors(tx, places)
    if (stretches.length === 0) return []
    withCommit(allOrFirstError([addToTotals(tx, stretches), moveCursors(tx, stretches)]))
    return stretches.filter(({ through, last }) => through < last).map(({ bucket, id }) => ({ bucket, id }))
  })
}

// Keeps the totals of each day up to date, in the worker.

import type { Sql } from '../database/database.ts'
import { EventFollower, MAX_PAGE_SIZE } from '../events/follow-events.ts'
import type { WorkspaceKey } from '../ids.ts'
import type { Services } from '../services.ts'
import { countActivity } from './daily-totals.ts'

export function followActivity(services: Pick<Services, 'database' | 'wake' | 'log'>): EventFollower {
  const { database } = services
  return new EventFollower(services, {
    failure: 'the totals of the day could not be brought up to date',
    readPage: (after) => selectPage(database.readByKey, after),
    run: (places) => countActivity(database, places),
  })
}

/** Cursors of dead workspaces are left alone, since their totals are about to be deleted. */
function selectPage(sql: Sql, { bucket, id }: WorkspaceKey) {
  return sql<(WorkspaceKey & { isBehind: boolean })[]>`
    select c.bucket, c.workspace_id as id, coalesce(w.live and w.event_sequence > c.sequence, false) as "isBehind"
    from activity_cursors c left join workspaces w on w.bucket = c.bucket and w.id = c.workspace_id
    where (c.bucket, c.workspace_id) > (${bucket}, ${id})
    order by c.bucket, c.workspace_id limit ${MAX_PAGE_SIZE}`
}

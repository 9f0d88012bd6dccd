// Makes notifications for new events, in the worker.

import type { Sql } from '../database/database.ts'
import { EventFollower, MAX_PAGE_SIZE } from '../events/follow-events.ts'
import type { WorkspaceKey } from '../ids.ts'
import type { Services } from '../services.ts'
import { makeNotifications } from './make-notifications.ts'

export function followNotifications(services: Services): EventFollower {
  const { database } = services
  return new EventFollower(services, {
    failure: 'notifications could not be made',
    async readPage(after) {
      const page = await selectPage(database.readByKey, after)
      for (const place of page) if (place.isMissing) await createCursor(database.write, place)
      return page
    },
    run: (places) => makeNotifications(services, places),
  })
}

/**
 * Pages through the cursors of the totals, which every workspace has. A workspace that the previous release made has no
 * cursor for notifications yet.
 */
function selectPage(sql: Sql, { bucket, id }: WorkspaceKey) {
  return sql<(WorkspaceKey & { isBehind: boolean; isMissing: boolean })[]>`
    select a.bucket, a.workspace_id as id, coalesce(w.live and w.event_sequence > n.event_sequence, false) as "isBehind",
      coalesce(w.live and n.bucket is null, false) as "isMissing"
    from activity_cursors a left join workspaces w on w.bucket = a.bucket and w.id = a.workspace_id
    left join notification_cursors n on n.bucket = a.bucket and n.workspace_id = a.workspace_id
    where (a.bucket, a.workspace_id) > (${bucket}, ${id})
    order by a.bucket, a.workspace_id limit ${MAX_PAGE_SIZE}`
}

function createCursor(sql: Sql, { bucket, id }: WorkspaceKey) {
  return sql`
    insert into notification_cursors (bucket, workspace_id, event_sequence)
    select bucket, id, event_sequence from workspaces where bucket = ${bucket} and id = ${id}
    on conflict on constraint notification_cursors_pk do nothing`
}

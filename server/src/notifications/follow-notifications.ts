// Makes notifications in the worker, and removes those that are too old.

import type { Sql, Tx } from '../database/database.ts'
import { EventFollower, MAX_PAGE_SIZE } from '../events/follow-events.ts'
import type { Place } from '../events/wake.ts'
import type { Services } from '../services.ts'
import { makeNotifications } from './make-notifications.ts'

export const KEPT_MS = 30 * 24 * 3_600_000

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

/** By the cursors of the totals, which every workspace has: one that the version before has made lacks ours. */
function selectPage(sql: Sql, { bucket, id }: Place) {
  return sql<(Place & { isBehind: boolean; isMissing: boolean })[]>`
    select a.bucket, a.workspace_id as id, coalesce(w.live and w.event_sequence > n.event_sequence, false) as "isBehind",
      coalesce(w.live and n.bucket is null, false) as "isMissing"
    from activity_cursors a left join workspaces w on w.bucket = a.bucket and w.id = a.workspace_id
    left join notification_cursors n on n.bucket = a.bucket and n.workspace_id = a.workspace_id
    where (a.bucket, a.workspace_id) > (${bucket}, ${id})
    order by a.bucket, a.workspace_id limit ${MAX_PAGE_SIZE}`
}

function createCursor(sql: Sql, { bucket, id }: Place) {
  return sql`
    insert into notification_cursors (bucket, workspace_id, event_sequence)
    select bucket, id, event_sequence from workspaces where bucket = ${bucket} and id = ${id}
    on conflict on constraint notification_cursors_pk do nothing`
}

/**
 * Removes at most `limit` of each; returns the most that any of them had. A mark is older than what it was set on, or of the
 * same time: once its own time is over, nothing is left that it could hide.
 */
export async function pruneNotifications(tx: Tx, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS)
  const pruned = [
    await tx`
      delete from notifications where (bucket, workspace_id, sequence) in (
        select bucket, workspace_id, sequence from notifications where created_at < ${before} order by created_at limit ${limit}) returning 1`,
    await tx`
      delete from notification_reads where (bucket, workspace_id, user_id, sequence) in (
        select bucket, workspace_id, user_id, sequence from notification_reads where read_at < ${before} order by read_at limit ${limit}) returning 1`,
    await tx`
      delete from notification_marks where (bucket, workspace_id, user_id) in (
        select bucket, workspace_id, user_id from notification_marks where read_at < ${before} order by read_at limit ${limit}) returning 1`,
  ]
  return Math.max(...pruned.map((rows) => rows.length))
}

/** What a sandbox reset has left behind; returns how many rows went. */
export async function purgeNotifications(tx: Tx, { bucket, id }: Place, limit: number): Promise<number> {
  // The cursor goes first: without it nobody adds to the others.
  await tx`delete from notification_cursors where bucket = ${bucket} and workspace_id = ${id}`
  const gone = [
    await tx`
      delete from notifications where bucket = ${bucket} and workspace_id = ${id} and sequence = any(array(
        select sequence from notifications where bucket = ${bucket} and workspace_id = ${id} order by sequence limit ${limit})) returning 1`,
    await tx`
      delete from notification_reads where bucket = ${bucket} and workspace_id = ${id} and (user_id, sequence) in (
        select user_id, sequence from notification_reads where bucket = ${bucket} and workspace_id = ${id} limit ${limit}) returning 1`,
    await tx`delete from notification_marks where bucket = ${bucket} and workspace_id = ${id} returning 1`,
  ]
  return gone.reduce((sum, rows) => sum + rows.length, 0)
}

// What a worker searches when no hint came: workspaces with subscriptions, endpoints with pending deliveries, and what is due
// for one endpoint. Each statement reads a bounded page or probes an index, however many rows there are.

import type { Sql } from '../../database/database.ts'
import type { EventRow } from '../../event-feed/event-rows.ts'
import type { Uuid } from '../../ids.ts'
import { type DeliveryRow, deliveryColumns } from '../deliveries.ts'
import { selectPendingOnShards, selectWatchedOnShards } from './find-work-on-shards.ts'
import type { Mark, PendingEndpoint, Watched } from './pending-work.ts'

export const MAX_PAGE_SIZE = 1_000

/**
 * The next workspaces with subscriptions, one per step of the recursion, so that a workspace with several endpoints appears
 * once. Events from before the first subscription are not delivered.
 */
export function selectWatched(sql: Sql, mark: Mark) {
  if (sql.shards) return selectWatchedOnShards(sql, mark, MAX_PAGE_SIZE)
  const { bucket, id } = mark
  return sql<Watched[]>`
    with recursive watched as (
      (select s.bucket, s.workspace_id from webhook_subscriptions s where (s.bucket, s.workspace_id) > (${bucket}, ${id})
       order by s.bucket, s.workspace_id limit 1)
      union all
      select n.bucket, n.workspace_id from watched v cross join lateral (
        select s.bucket, s.workspace_id from webhook_subscriptions s
        where (s.bucket, s.workspace_id) > (v.bucket, v.workspace_id)
        order by s.bucket, s.workspace_id limit 1) as n)
    select v.bucket, v.workspace_id as id, coalesce(w.live and w.event_sequence > c.sequence and w.event_sequence > (
      select min(s.after_sequence) from webhook_subscriptions s
      where s.bucket = v.bucket and s.workspace_id = v.workspace_id), false) as "isBehind"
    from (select bucket, workspace_id from watched limit ${MAX_PAGE_SIZE}) as v
    left join webhook_cursors c on c.bucket = v.bucket and c.workspace_id = v.workspace_id
    left join workspaces w on w.bucket = v.bucket and w.id = v.workspace_id
    order by v.bucket, v.workspace_id`
}

/** The next endpoints with pending deliveries, and their earliest one, one per step of the recursion. */
export function selectPending(sql: Sql, mark: Mark, wall: Date) {
  if (sql.shards) return selectPendingOnShards(sql, mark, wall, MAX_PAGE_SIZE)
  const { bucket, id } = mark
  return sql<PendingEndpoint[]>`
    with recursive pending as (
      (select d.bucket, d.webhook_id, d.workspace_id, d.next_attempt_at from webhook_deliveries d
       where d.status = 1 and (d.bucket, d.webhook_id) > (${bucket}, ${id})
       order by d.bucket, d.webhook_id, d.next_attempt_at limit 1)
      union all
      select n.bucket, n.webhook_id, n.workspace_id, n.next_attempt_at from pending p cross join lateral (
        select d.bucket, d.webhook_id, d.workspace_id, d.next_attempt_at from webhook_deliveries d
        where d.status = 1 and (d.bucket, d.webhook_id) > (p.bucket, p.webhook_id)
        order by d.bucket, d.webhook_id, d.next_attempt_at limit 1) as n)
    select p.bucket, p.webhook_id as id, p.workspace_id, case when h.active and w.live then
      (extract(epoch from p.next_attempt_at - ${wall}::timestamptz) * 1000 - w.clock_offset_ms)::float8 end as "dueInMs"
    from (select * from pending limit ${MAX_PAGE_SIZE}) as p
    left join webhooks h on h.bucket = p.bucket and h.id = p.webhook_id
    left join workspaces w on w.bucket = p.bucket and w.id = p.workspace_id
    order by p.bucket, p.webhook_id`
}

export type DueRow = DeliveryRow & { subject_id: Uuid | null; data: string | null; happened_at: Date | null }

/** `happened_at` is null when the event is no longer stored. */
export function selectDue(sql: Sql, bucket: number, webhookId: Uuid, now: Date, limit: number) {
  return sql<DueRow[]>`
    select ${deliveryColumns}, e.subject_id, e.data, e.created_at as happened_at from webhook_deliveries d
    left join events e on e.bucket = d.bucket and e.workspace_id = d.workspace_id and e.sequence = d.event_sequence and e.id = d.event_id
    where d.bucket = ${bucket} and d.webhook_id = ${webhookId} and d.status = 1 and d.next_attempt_at <= ${now}
    order by d.next_attempt_at limit ${limit}`
}

/** The first delivery that is due after `now`, in workspace time. */
export function selectNextDue(sql: Sql, bucket: number, webhookId: Uuid, now: Date) {
  return sql<{ next_attempt_at: Date }[]>`
    select d.next_attempt_at from webhook_deliveries d
    where d.bucket = ${bucket} and d.webhook_id = ${webhookId} and d.status = 1 and d.next_attempt_at > ${now}
    order by d.next_attempt_at limit 1`
}

export function eventOfDue(row: DueRow): EventRow {
  return {
    bucket: row.bucket,
    id: row.event_id,
    workspace_id: row.workspace_id,
    sequence: row.event_sequence,
    type: row.event_type,
    subject_id: row.subject_id,
    data: row.data,
    created_at: row.happened_at!,
  }
}

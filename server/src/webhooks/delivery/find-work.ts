// Where a worker looks when no hint came: workspaces whose events are ahead of their cursor, endpoints with
// something due, and what is due for one endpoint. Each is a probe of an index, however much lies behind it.

import { plainArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import type { EventRow } from '../../event-feed/event-rows.ts'
import type { Place } from '../../events/wake.ts'
import type { Uuid } from '../../ids.ts'
import { type DeliveryRow, deliveryColumns } from '../deliveries.ts'

const MOST_PLACES = 1_000

/** Workspaces of these buckets that have, or had, endpoints. */
export function selectWatched(sql: Sql, buckets: Iterable<number>) {
  return sql<Place[]>`
    select bucket, workspace_id as id from webhook_cursors where bucket = any(${plainArray(buckets)}::text::smallint[])`
}

export function selectBehind(sql: Sql, buckets: Iterable<number>) {
  return sql<Place[]>`
    select c.bucket, c.workspace_id as id from webhook_cursors c
    join workspaces w on w.bucket = c.bucket and w.id = c.workspace_id and w.live and w.event_sequence > c.sequence
    where c.bucket = any(${plainArray(buckets)}::text::smallint[]) limit ${MOST_PLACES}`
}

/** Without those that are full already: a thousand of them must not hide one that is not. */
export function selectWithDue(sql: Sql, buckets: Iterable<number>, full: Iterable<Uuid>, wall: Date) {
  return sql<Place[]>`
    select h.bucket, h.workspace_id as id from webhooks h
    join workspaces w on w.bucket = h.bucket and w.id = h.workspace_id and w.live
    cross join lateral (
      select 1 from webhook_deliveries d where d.bucket = h.bucket and d.webhook_id = h.id and d.status = 1
        and d.next_attempt_at <= ${wall}::timestamptz + w.clock_offset_ms * interval '1 millisecond'
      order by d.next_attempt_at limit 1) as due
    where h.bucket = any(${plainArray(buckets)}::text::smallint[]) and h.active
      and h.id <> all(${plainArray(full)}::text::uuid[])
    limit ${MOST_PLACES}`
}

export type DueRow = DeliveryRow & { subject_id: Uuid | null; data: string | null; happened_at: Date | null }

/** `happened_at` is null where the event is no longer kept. */
export function selectDue(sql: Sql, bucket: number, webhookId: Uuid, now: Date, limit: number) {
  return sql<DueRow[]>`
    select ${deliveryColumns}, e.subject_id, e.data, e.created_at as happened_at from webhook_deliveries d
    left join events e on e.bucket = d.bucket and e.workspace_id = d.workspace_id and e.sequence = d.event_sequence and e.id = d.event_id
    where d.bucket = ${bucket} and d.webhook_id = ${webhookId} and d.status = 1 and d.next_attempt_at <= ${now}
    order by d.next_attempt_at limit ${limit}`
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

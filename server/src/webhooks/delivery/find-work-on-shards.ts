// The same pages as find-work.ts, for a distributed database, which cannot run a recursion across shards. All shards group their
// own rows at the same time and return the first ones. This sometimes reads every pending delivery, where the recursion reads one
// per endpoint, but several servers share the work.

import type { Sql } from '../../database/database.ts'
import type { Mark, PendingEndpoint, Watched } from './pending-work.ts'

export function selectWatchedOnShards(sql: Sql, { bucket, id }: Mark, limit: number) {
  return sql<Watched[]>`
    select s.bucket, s.workspace_id as id,
      coalesce(w.live and w.event_sequence > c.sequence and w.event_sequence > s.first, false) as "isBehind"
    from (select bucket, workspace_id, min(after_sequence) as first from webhook_subscriptions group by bucket, workspace_id) as s
    left join webhook_cursors c on c.bucket = s.bucket and c.workspace_id = s.workspace_id
    left join workspaces w on w.bucket = s.bucket and w.id = s.workspace_id
    where (s.bucket, s.workspace_id) > (${bucket}, ${id})
    order by s.bucket, s.workspace_id limit ${limit}`
}

export function selectPendingOnShards(sql: Sql, { bucket, id }: Mark, wall: Date, limit: number) {
  return sql<PendingEndpoint[]>`
    select p.bucket, p.webhook_id as id, p.workspace_id, case when h.active and w.live then
      (extract(epoch from p.next_attempt_at - ${wall}::timestamptz) * 1000 - w.clock_offset_ms)::float8 end as "dueInMs"
    from (select bucket, webhook_id, workspace_id, min(next_attempt_at) as next_attempt_at from webhook_deliveries
          where status = 1 group by bucket, webhook_id, workspace_id) as p
    left join webhooks h on h.bucket = p.bucket and h.id = p.webhook_id
    left join workspaces w on w.bucket = p.bucket and w.id = p.workspace_id
    where (p.bucket, p.webhook_id) > (${bucket}, ${id})
    order by p.bucket, p.webhook_id limit ${limit}`
}

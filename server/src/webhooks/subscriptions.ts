// What an endpoint subscribes to, and from which event on. An event is for the endpoints that were subscribed when it happened.
// A change applies from the next event on, even if earlier events are still to be handed out.

import { plainArray } from '../database/arrays.ts'
import type { Sql, Tx } from '../database/database.ts'
import type { EventRow } from '../event-feed/event-rows.ts'
import { eventTypes } from '../events/event-types.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import type { WebhookRow } from './webhook.ts'

export type SubscriptionRow = {
  webhook_id: Uuid
  after_sequence: bigint
  until_sequence: bigint | null
  event_types: number[]
}

export function appliesTo({ after_sequence, until_sequence, event_types }: SubscriptionRow, event: EventRow): boolean {
  if (event.sequence <= after_sequence || (until_sequence !== null && event.sequence > until_sequence)) return false
  if (event.type === eventTypes['webhook.test']) return false // its only delivery is made with the event
  return event_types.length === 0 || event_types.includes(event.type)
}

export function selectSubscriptions(sql: Sql, { bucket, id }: WorkspaceKey) {
  return sql<SubscriptionRow[]>`
    select webhook_id, after_sequence, until_sequence, event_types from webhook_subscriptions
    where bucket = ${bucket} and workspace_id = ${id}`
}

/**
 * Begins with the event after `sequence`, the workspace's newest, whose row the caller has locked. A subscription that began and
 * ended at the same sequence covered nothing, and is replaced.
 */
export function beginSubscription(tx: Tx, { bucket, id, workspace_id, event_types }: WebhookRow, sequence: bigint) {
  return tx`
    insert into webhook_subscriptions (bucket, webhook_id, workspace_id, after_sequence, event_types)
    values (${bucket}, ${id}, ${workspace_id}, ${sequence}, ${plainArray(event_types)}::text::smallint[])
    on conflict on constraint webhook_subscriptions_pk do update set until_sequence = null, event_types = excluded.event_types`
}

/** Ends with the event `sequence`. */
export function endSubscription(tx: Tx, { bucket, id }: WebhookRow, sequence: bigint) {
  return tx`
    update webhook_subscriptions set until_sequence = ${sequence}
    where bucket = ${bucket} and webhook_id = ${id} and until_sequence is null`
}

/** Deletes subscriptions whose last event has been handed out. */
export function deletePassed(tx: Tx, { bucket, id }: WorkspaceKey, sequence: bigint) {
  return tx`
    delete from webhook_subscriptions where bucket = ${bucket} and workspace_id = ${id} and until_sequence <= ${sequence}`
}

// Turns events into deliveries. One transaction inserts a row for every event after the workspace's cursor and each subscribed
// endpoint, and moves the cursor, so that a crash leaves both or neither.

import { type EnvironmentName, environmentName } from '../../accounts/environments.ts'
import { allOrFirstError, type Tx } from '../../database/database.ts'
import { type EventRow, eventColumns } from '../../event-feed/event-rows.ts'
import type { WorkspaceKey } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { countDeliveries, type DeliveryRow, insertDeliveries, newDelivery } from '../deliveries.ts'
import { appliesTo, deletePassed, selectSubscriptions } from '../subscriptions.ts'
import { type WebhookRow, webhookColumns } from '../webhook.ts'

const MAX_EVENTS = 256

export type SendingWorkspace = WorkspaceKey & { environment: EnvironmentName; offsetMs: bigint }
export type NewDelivery = { delivery: DeliveryRow; event: EventRow }
export type HandedOut = {
  owner: SendingWorkspace
  webhooks: WebhookRow[]
  deliveries: NewDelivery[]
  isMore: boolean
  /** False when nobody subscribes to its events, so that its next hints can be ignored. */
  isWatched: boolean
}

/** Undefined when the workspace never had an endpoint, is being reset, or is handled by another process. */
export function handOut(
  services: Pick<Services, 'database' | 'clock'>,
  place: WorkspaceKey,
): Promise<HandedOut | undefined> {
  return services.database.transaction(async (tx, withCommit) => {
    // Events are read before endpoints, so that every endpoint that subscribed before an event was committed is seen.
    const [[cursor], [workspace], events, webhooks, subscriptions] = await Promise.all([
      lockCursor(tx, place),
      selectWorkspace(tx, place),
      selectNewEvents(tx, place),
      lockWebhooks(tx, place),
      selectSubscriptions(tx, place),
    ])
    if (!cursor || !workspace) return undefined
    const owner = { ...place, environment: environmentName(workspace.environment), offsetMs: workspace.clock_offset_ms }
    const now = new Date(services.clock().getTime() + Number(workspace.clock_offset_ms))
    const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
    const deliveries = events.flatMap((event) =>
      subscriptions
        .filter((subscription) => byId.has(subscription.webhook_id) && appliesTo(subscription, event))
        .map(({ webhook_id }) => ({ delivery: newDelivery(byId.get(webhook_id)!, event, now), event })),
    )
    if (events.length > 0) withCommit(allOrFirstError(writes(tx, place, events.at(-1)!.sequence, webhooks, deliveries)))
    if (subscriptions.some(({ until_sequence }) => until_sequence !== null))
      withCommit(deletePassed(tx, place, events.at(-1)?.sequence ?? cursor.sequence))
    return { owner, webhooks, deliveries, isMore: events.length === MAX_EVENTS, isWatched: subscriptions.length > 0 }
  })
}

function writes(
  tx: Tx,
  { bucket, id }: WorkspaceKey,
  sequence: bigint,
  webhooks: WebhookRow[],
  deliveries: NewDelivery[],
): Promise<unknown>[] {
  const used = new Set(deliveries.map(({ delivery }) => delivery.webhook_id))
  const rows = deliveries.map(({ delivery }) => delivery)
  return [
    ...(rows.length > 0 ? [insertDeliveries(tx, rows)] : []),
    ...webhooks.filter((webhook) => used.has(webhook.id)).map((webhook) => countDeliveries(tx, webhook)),
    tx`update webhook_cursors set sequence = ${sequence} where bucket = ${bucket} and workspace_id = ${id}`,
  ]
}

function lockCursor(tx: Tx, { bucket, id }: WorkspaceKey) {
  return tx<{ sequence: bigint }[]>`
    select sequence from webhook_cursors where bucket = ${bucket} and workspace_id = ${id} for update skip locked`
}

function selectWorkspace(tx: Tx, { bucket, id }: WorkspaceKey) {
  return tx<{ environment: number; clock_offset_ms: bigint }[]>`
    select environment, clock_offset_ms from workspaces where bucket = ${bucket} and id = ${id} and live`
}

/** In the order of their ids, the order in which all code locks them. */
function lockWebhooks(tx: Tx, { bucket, id }: WorkspaceKey) {
  return tx<WebhookRow[]>`
    select ${webhookColumns} from webhooks w where w.bucket = ${bucket} and w.workspace_id = ${id}
    order by w.id for no key update`
}

/**
 * Sequences rise in commit order, so there is nothing unseen before a visible event. Events from before the first subscription
 * are skipped, and without a subscription nothing is read, since a later subscription begins after them. As a join with the
 * cursor, this statement read every event of the workspace to find the few new ones.
 */
function selectNewEvents(tx: Tx, { bucket, id }: WorkspaceKey) {
  return tx<EventRow[]>`
    select ${eventColumns} from events e
    where e.bucket = ${bucket} and e.workspace_id = ${id} and e.sequence > (
      select greatest(c.sequence, s.after) from webhook_cursors c cross join (
        select min(after_sequence) as after from webhook_subscriptions where bucket = ${bucket} and workspace_id = ${id}) as s
      where c.bucket = ${bucket} and c.workspace_id = ${id} and s.after is not null)
    order by e.sequence limit ${MAX_EVENTS}`
}

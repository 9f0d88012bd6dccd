import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { fragment, type Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { type EventRow, findEvent } from '../event-feed/event-rows.ts'
import { EventParams } from '../event-feed/event-schemas.ts'
import { eventTypes } from '../events/event-types.ts'
import { write } from '../http/route.ts'
import { idOf, Strict, Text } from '../http/schemas.ts'
import { parseId } from '../ids.ts'
import type { Services } from '../services.ts'
import {
  countDeliveries,
  Delivery,
  deliveryInWords,
  insertDeliveries,
  newDelivery,
  presentDelivery,
} from './deliveries.ts'
import { requirePasscodeRight } from './passcodes.ts'
import { refuseInactive } from './test-webhook.ts'
import { lockWebhook, type WebhookRow, webhookColumns } from './webhook.ts'

export const resendEvent = write({
  method: 'POST',
  url: '/events/:event_id/resend',
  operationId: 'resendEvent',
  scope: 'webhooks:write',
  tag: 'Events',
  access: 'develop',
  summary: 'Send an event again',
  description:
    'Sends the event to one endpoint, whatever it subscribes to, or without `webhook_id` to every active endpoint that subscribes to its type. The event keeps its id. For a `3ds.challenge` event, this needs the scope `3ds:read` too.',
  params: EventParams,
  body: Strict({ webhook_id: Type.Optional(Text({ maxLength: 100 })) }),
  reply: { 200: Type.Object({ deliveries: Type.Array(Delivery) }) },
  errors: ['event_not_found', 'webhook_not_found', 'invalid_state'],
  subject: ({ services, workspace, params }) => find(services, workspace, params.event_id),
  async write({ tx, workspace, params, body, now, services, caller }) {
    const event = await find(services, workspace, params.event_id)
    requirePasscodeRight(workspace, [event.type])
    const webhooks =
      body.webhook_id === undefined
        ? await lockSubscribers(tx, workspace, event)
        : [await lockWebhook(tx, workspace, body.webhook_id)]
    const refusal = body.webhook_id === undefined ? undefined : refuseInactive(webhooks[0]!)
    if (refusal) return refusal
    const deliveries = webhooks.map((webhook) => newDelivery(webhook, event, now))
    if (deliveries.length > 0)
      await Promise.all([insertDeliveries(tx, deliveries), ...webhooks.map((webhook) => countDeliveries(tx, webhook))])
    const at = services.clock()
    for (const delivery of deliveries)
      await appendAudit(tx, workspace, { action: 'event.resend', subject: deliveryInWords(delivery), caller, at })
    return { status: 200, body: { deliveries: deliveries.map((each) => presentDelivery(workspace, each)) } }
  },
})

async function find({ database }: Services, workspace: Workspace, eventId: string): Promise<EventRow> {
  const event = await findEvent(database.read, workspace, idOf('event', workspace, eventId))
  if (!event) throw new ApiError('event_not_found')
  return event
}

/** A test event goes only to the endpoint it was made for. */
function lockSubscribers(tx: Tx, { bucket, id }: Workspace, { type, data }: EventRow) {
  const isAsked =
    type === eventTypes['webhook.test']
      ? fragment`w.id = ${parseId('webhook', JSON.parse(data!).webhook_id)!.uuid}`
      : fragment`(w.event_types = '{}' or ${type}::smallint = any(w.event_types))`
  return tx<WebhookRow[]>`
    select ${webhookColumns} from webhooks w
    where w.bucket = ${bucket} and w.workspace_id = ${id} and w.active and ${isAsked}
    order by w.id for no key update`
}

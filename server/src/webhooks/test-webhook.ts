import { type Refusal, refuse } from '../engine/refusal.ts'
import { eventTypes } from '../events/event-types.ts'
import { write } from '../http/route.ts'
import { lockWorkspaceById } from '../ledger/tables.ts'
import { countDeliveries, Delivery, insertDeliveries, newDelivery, presentDelivery } from './deliveries.ts'
import { findWebhook, lockWebhook, WebhookParams, type WebhookRow } from './webhook.ts'

export const testWebhook = write({
  method: 'POST',
  url: '/webhooks/:webhook_id/test',
  operationId: 'testWebhook',
  scope: 'webhooks:write',
  tag: 'Webhooks',
  access: 'develop',
  summary: 'Send a test event',
  description: 'Sends a `webhook.test` event to this endpoint only, whatever it subscribes to.',
  params: WebhookParams,
  reply: { 201: Delivery },
  errors: ['webhook_not_found', 'invalid_state'],
  subject: ({ sql, workspace, params }) => findWebhook(sql, workspace, params.webhook_id),
  async write({ tx, workspace, params, now, changes }) {
    const webhook = await lockWebhook(tx, workspace, params.webhook_id)
    const refusal = refuseInactive(webhook)
    if (refusal) return refusal
    const data = { webhook_id: params.webhook_id, message: 'This is a test.' }
    const id = changes.event(workspace, 'webhook.test', now, { data })
    // Under the lock of this row, the event that is about to be written gets the next sequence.
    const [owner] = await lockWorkspaceById(tx, workspace.bucket, workspace.id)
    const event = { id, sequence: owner!.event_sequence + 1n, type: eventTypes['webhook.test'] }
    const delivery = newDelivery(webhook, event, now)
    await Promise.all([insertDeliveries(tx, [delivery]), countDeliveries(tx, webhook)])
    return { status: 201, body: presentDelivery(workspace, delivery) }
  },
})

export function refuseInactive(webhook: WebhookRow): Refusal | undefined {
  if (webhook.active) return undefined
  return refuse('invalid_state', 'The webhook is not active; PATCH it with {"active": true} first.')
}

import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { write } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import {
  Delivery,
  type DeliveryRow,
  DeliveryStatus,
  deliveryColumns,
  deliveryInWords,
  presentDelivery,
} from './deliveries.ts'
import { requirePasscodeRight } from './passcodes.ts'
import { refuseInactive } from './test-webhook.ts'
import { findWebhook, lockWebhook, type WebhookRow } from './webhook.ts'

export const retryDelivery = write({
  method: 'POST',
  url: '/webhooks/:webhook_id/deliveries/:delivery_id/retry',
  operationId: 'retryDelivery',
  scope: 'webhooks:write',
  tag: 'Webhooks',
  access: 'develop',
  summary: 'Retry a delivery',
  description:
    'Tries the delivery again immediately, even if it succeeded or was given up. For a delivery of a `3ds.challenge` event, this needs the scope `3ds:read` too.',
  params: Type.Object({ webhook_id: Type.String(), delivery_id: Type.String() }),
  reply: { 200: Delivery },
  errors: ['webhook_not_found', 'not_found', 'invalid_state'],
  subject: ({ sql, workspace, params }) => findWebhook(sql, workspace, params.webhook_id),
  async write({ tx, workspace, params, now, services, caller }) {
    const webhook = await lockWebhook(tx, workspace, params.webhook_id)
    const delivery = await lockDelivery(tx, workspace, webhook, params.delivery_id)
    requirePasscodeRight(workspace, [delivery.event_type])
    const refusal = refuseInactive(webhook)
    if (refusal) return refusal
    delivery.status = DeliveryStatus.pending
    delivery.next_attempt_at = now
    await tx`
      update webhook_deliveries set status = ${delivery.status}, next_attempt_at = ${now}
      where bucket = ${delivery.bucket} and webhook_id = ${webhook.id} and id = ${delivery.id}`
    const subject = deliveryInWords(delivery)
    await appendAudit(tx, workspace, { action: 'delivery.retry', subject, caller, at: services.clock() })
    return { status: 200, body: presentDelivery(workspace, delivery) }
  },
})

async function lockDelivery(
  tx: Tx,
  workspace: Workspace,
  webhook: WebhookRow,
  deliveryId: string,
): Promise<DeliveryRow> {
  const [row] = await tx<DeliveryRow[]>`
    select ${deliveryColumns} from webhook_deliveries d
    where d.bucket = ${workspace.bucket} and d.webhook_id = ${webhook.id} and d.id = ${idOf('delivery', workspace, deliveryId)}
    for no key update`
  if (!row) throw new ApiError('not_found', 'No such delivery.')
  return row
}

import Type from 'typebox'
import { mayReveal } from '../accounts/workspace.ts'
import { ApiError } from '../errors.ts'
import { read } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import type { KeptAttempt } from '../webhooks/delivery-attempts.ts'
import { findWebhook } from '../webhooks/webhook.ts'
import { DeliveryAttempts } from './shapes/delivery-attempts.ts'

export const listDeliveryAttempts = read({
  method: 'GET',
  url: '/webhooks/:webhook_id/deliveries/:delivery_id/attempts',
  operationId: 'listDeliveryAttempts',
  tag: 'Webhooks',
  access: 'develop',
  summary: 'Every attempt of a delivery, with the headers that were signed for it',
  params: Type.Object({ webhook_id: Type.String(), delivery_id: Type.String() }),
  reply: { 200: DeliveryAttempts },
  errors: ['webhook_not_found', 'not_found'],
  async read({ workspace, params, services }): Promise<DeliveryAttempts> {
    const sql = services.database.readByKey
    const webhook = await findWebhook(sql, workspace, params.webhook_id)
    const [row] = await sql<{ attempts: KeptAttempt[] }[]>`
      select d.attempts from webhook_deliveries d
      where d.bucket = ${workspace.bucket} and d.webhook_id = ${webhook.id}
        and d.id = ${idOf('delivery', workspace, params.delivery_id)} and d.workspace_id = ${workspace.id}`
    if (!row) throw new ApiError('not_found', 'No such delivery.')
    // A response may repeat what was sent, including a passcode.
    const isShown = mayReveal(workspace)
    return { data: row.attempts.map((each) => ({ ...each, excerpt: isShown ? each.excerpt : null })) }
  },
})

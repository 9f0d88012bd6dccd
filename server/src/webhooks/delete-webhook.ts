import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import { write } from '../http/route.ts'
import { lockWebhook, WebhookParams } from './webhook.ts'

export const deleteWebhook = write({
  method: 'DELETE',
  url: '/webhooks/:webhook_id',
  operationId: 'deleteWebhook',
  scope: 'webhooks:write',
  tag: 'Webhooks',
  access: 'develop',
  freshly: 'always',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes the endpoint. Nothing more is sent to it, including queued deliveries.',
  params: WebhookParams,
  reply: { 200: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }) },
  errors: ['webhook_not_found'],
  // There is no `subject`: after the deletion there is no endpoint, and a replay must still get the first answer.
  async write({ tx, workspace, params, services, caller }) {
    const webhook = await lockWebhook(tx, workspace, params.webhook_id)
    await tx`delete from webhooks where bucket = ${webhook.bucket} and id = ${webhook.id} and workspace_id = ${webhook.workspace_id}`
    await tx`delete from webhook_subscriptions where bucket = ${webhook.bucket} and webhook_id = ${webhook.id}`
    const subject = params.webhook_id
    await appendAudit(tx, workspace, { action: 'webhook.delete', subject, caller, at: services.clock() })
    return { status: 200, body: { id: subject, deleted: true } }
  },
})

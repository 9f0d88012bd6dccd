import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import { write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { newSecret, PREVIOUS_SECRET_MS, sealSecret } from '../outbound/secrets.ts'
import { requireRightToRedirect } from './passcodes.ts'
import { findWebhook, lockWebhook, presentWebhook, Secret, WebhookParams, WebhookWithSecret } from './webhook.ts'

export const rotateWebhookSecret = write({
  method: 'POST',
  url: '/webhooks/:webhook_id/rotate-secret',
  operationId: 'rotateWebhookSecret',
  scope: 'webhooks:write',
  tag: 'Webhooks',
  access: 'reveal', // the same right as choosing where passcodes are sent
  freshly: 'always',
  summary: 'Rotate the signing secret',
  description:
    'Makes a new secret. For 24 hours, deliveries also carry a signature made with the old secret: in `X-Webhook-Signature-Previous` and as the second entry of `webhook-signature`. For an endpoint that passcodes can reach, this needs the scope `3ds:read` too.',
  params: WebhookParams,
  body: Strict({ secret: Type.Optional(Secret) }),
  reply: { 200: WebhookWithSecret },
  errors: ['webhook_not_found'],
  secretAnswer: true,
  subject: ({ sql, workspace, params }) => findWebhook(sql, workspace, params.webhook_id),
  async write({ tx, workspace, params, body, services, caller }) {
    const webhook = await lockWebhook(tx, workspace, params.webhook_id)
    await requireRightToRedirect(tx, workspace, webhook)
    const secret = body.secret ?? newSecret()
    const wall = services.clock()
    await tx`
      update webhooks set secret_sealed = ${sealSecret(services.vault, webhook, secret)}, previous_secret = secret_sealed,
        previous_secret_until = ${new Date(wall.getTime() + PREVIOUS_SECRET_MS)}
      where bucket = ${webhook.bucket} and id = ${webhook.id} and workspace_id = ${webhook.workspace_id}`
    const subject = params.webhook_id
    await appendAudit(tx, workspace, { action: 'webhook.rotate-secret', subject, caller, at: wall })
    return { status: 200, body: { ...presentWebhook(webhook), secret } }
  },
})

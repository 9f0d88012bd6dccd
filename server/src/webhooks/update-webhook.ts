import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import type { Tx } from '../database/database.ts'
import { write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { lockWorkspaceById } from '../ledger/tables.ts'
import { checkUrl } from '../outbound/check-url.ts'
import { requirePasscodeRight, requireRightToRedirect } from './passcodes.ts'
import { beginSubscription, endSubscription } from './subscriptions.ts'
import {
  checkEvents,
  Events,
  eventCodes,
  findWebhook,
  lockWebhook,
  presentWebhook,
  Url,
  Webhook,
  WebhookParams,
  type WebhookRow,
} from './webhook.ts'

export const updateWebhook = write({
  method: 'PATCH',
  url: '/webhooks/:webhook_id',
  operationId: 'updateWebhook',
  scope: 'webhooks:write',
  tag: 'Webhooks',
  access: 'reveal', // it decides where passcodes are sent
  freshly: 'always',
  summary: 'Update a webhook endpoint',
  description:
    'Changes the endpoint. While it is inactive, queued deliveries wait, and new events are not queued for it; find them with `GET /events` and resend them. Changing the URL of an endpoint that passcodes can reach, turning it on, or subscribing an endpoint to passcodes needs the scope `3ds:read` too.',
  params: WebhookParams,
  body: Strict({ url: Type.Optional(Url), events: Type.Optional(Events), active: Type.Optional(Type.Boolean()) }),
  reply: { 200: Webhook },
  errors: ['webhook_not_found', 'invalid_url', 'invalid_event_type'],
  async check({ body, workspace, services }) {
    checkEvents(body.events)
    if (body.events !== undefined) requirePasscodeRight(workspace, eventCodes(body.events))
    if (body.url !== undefined) await checkUrl(services.config, workspace, body.url)
  },
  subject: ({ sql, workspace, params }) => findWebhook(sql, workspace, params.webhook_id),
  async write({ tx, workspace, params, body, changes, services, caller }) {
    const webhook = await lockWebhook(tx, workspace, params.webhook_id)
    if (Object.keys(body).length === 0) return { status: 200, body: presentWebhook(webhook) }
    // Before anything is changed: narrowing `events` in the same request must not hide what is still queued.
    if (body.url !== undefined || body.active === true) await requireRightToRedirect(tx, workspace, webhook)
    if (body.url !== undefined) webhook.url = body.url
    if (body.active === true && !webhook.active) webhook.failing_since = null
    if (body.active !== undefined || body.events !== undefined) {
      webhook.active = body.active ?? webhook.active
      webhook.event_types = body.events === undefined ? webhook.event_types : eventCodes(body.events)
      await renewSubscription(tx, workspace, webhook)
    }
    await storeWebhook(tx, webhook)
    changes.onCommit(() => services.wake.raise(workspace, 'endpoints'))
    const subject = params.webhook_id
    await appendAudit(tx, workspace, { action: 'webhook.update', subject, caller, at: services.clock() })
    return { status: 200, body: presentWebhook(webhook) }
  },
})

/** Applies from the next event on, even if earlier events are still to be handed out. */
async function renewSubscription(tx: Tx, workspace: Workspace, webhook: WebhookRow): Promise<void> {
  const [owner] = await lockWorkspaceById(tx, workspace.bucket, workspace.id)
  await endSubscription(tx, webhook, owner!.event_sequence)
  if (webhook.active) await beginSubscription(tx, webhook, owner!.event_sequence)
}

function storeWebhook(tx: Tx, w: WebhookRow) {
  return tx`
    update webhooks set url = ${w.url}, event_types = ${plainArray(w.event_types)}::text::smallint[], active = ${w.active},
      failing_since = ${w.failing_since}
    where bucket = ${w.bucket} and id = ${w.id} and workspace_id = ${w.workspace_id}`
}

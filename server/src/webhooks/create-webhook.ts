import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import type { Tx } from '../database/database.ts'
import { refuse } from '../engine/refusal.ts'
import { write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { newUuid, publicId } from '../ids.ts'
import { lockWorkspaceById } from '../ledger/tables.ts'
import { checkUrl } from '../outbound/check-url.ts'
import { newSecret, sealSecret } from '../outbound/secrets.ts'
import { requirePasscodeRight } from './passcodes.ts'
import { beginSubscription } from './subscriptions.ts'
import {
  checkEvents,
  Events,
  eventCodes,
  MAX_ENDPOINTS,
  presentWebhook,
  Secret,
  selectWebhooks,
  Url,
  type WebhookRow,
  WebhookWithSecret,
} from './webhook.ts'

export const createWebhook = write({
  method: 'POST',
  url: '/webhooks',
  operationId: 'createWebhook',
  scope: 'webhooks:write',
  tag: 'Webhooks',
  access: 'reveal', // it decides where passcodes are sent
  freshly: 'always',
  summary: 'Register a webhook endpoint',
  description:
    'Registers an endpoint that receives events from now on. Only this response shows the secret; rotate the secret if it is lost. A workspace has at most 20 endpoints. An endpoint for all events or for `3ds.challenge` receives passcodes, so creating it needs the scope `3ds:read` too.',
  body: Strict({ url: Url, events: Events, secret: Type.Optional(Secret) }),
  reply: { 201: WebhookWithSecret },
  errors: ['invalid_url', 'invalid_event_type', 'invalid_state'],
  secretAnswer: true,
  async check({ body, workspace, services }) {
    checkEvents(body.events)
    requirePasscodeRight(workspace, eventCodes(body.events))
    await checkUrl(services.config, workspace, body.url)
  },
  async write({ tx, workspace, body, now, changes, services, caller }) {
    const id = newUuid()
    const [owner] = await lockWorkspaceById(tx, workspace.bucket, workspace.id)
    const existing = await selectWebhooks(tx, workspace)
    if (existing.length >= MAX_ENDPOINTS)
      return refuse('invalid_state', `There are ${MAX_ENDPOINTS} webhooks already; delete one first.`)
    const secret = body.secret ?? newSecret()
    const webhook: WebhookRow = {
      bucket: workspace.bucket,
      id,
      workspace_id: workspace.id,
      url: body.url,
      event_types: eventCodes(body.events),
      secret_sealed: sealSecret(services.vault, { workspace_id: workspace.id, id }, secret),
      previous_secret: null,
      previous_secret_until: null,
      active: true,
      failing_since: null,
      delivery_count: 0n,
      created_at: now,
    }
    await insertWebhook(tx, webhook)
    await beginSubscription(tx, webhook, owner!.event_sequence)
    await ensureCursor(tx, workspace, owner!.event_sequence)
    const subject = publicId('webhook', workspace.bucket, id)
    changes.onCommit(() => services.wake.raise(workspace, 'endpoints'))
    await appendAudit(tx, workspace, { action: 'webhook.create', subject, caller, at: services.clock() })
    return { status: 201, body: { ...presentWebhook(webhook), secret } }
  },
})

function insertWebhook(tx: Tx, w: WebhookRow) {
  return tx`
    insert into webhooks (bucket, id, workspace_id, url, event_types, secret_sealed, active, created_at)
    values (${w.bucket}, ${w.id}, ${w.workspace_id}, ${w.url}, ${plainArray(w.event_types)}::text::smallint[], ${w.secret_sealed},
      true, ${w.created_at})`
}

function ensureCursor(tx: Tx, { bucket, id }: Workspace, sequence: bigint) {
  return tx`
    insert into webhook_cursors (bucket, workspace_id, sequence) values (${bucket}, ${id}, ${sequence})
    on conflict do nothing`
}

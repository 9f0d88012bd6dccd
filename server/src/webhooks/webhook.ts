// An endpoint for events: its row, and how the API shows it.

import Type from 'typebox'
import { fragment, type Sql, type Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { type EventType, eventTypeOfCode, eventTypes, subscribableTypes } from '../events/event-types.ts'
import { idOf, Text, Timestamp } from '../http/schemas.ts'
import type { WorkspaceKey } from '../ids.ts'
import { publicId, type Uuid } from '../ids.ts'

export const MAX_ENDPOINTS = 20

export type WebhookRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  url: string
  event_types: number[]
  secret_sealed: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Date | null
  active: boolean
  failing_since: Date | null
  delivery_count: bigint
  created_at: Date
}

const fields = {
  id: Type.String({ examples: ['wh_3p01m7fvfr85e5mtekznx29q5n67'] }),
  url: Type.String({ examples: ['https://example.com/webhooks/cardwright'] }),
  events: Type.Array(Type.String(), {
    description: 'The event types. `*` alone means all of them.',
    examples: [['*']],
  }),
  active: Type.Boolean({
    description:
      'Whether events are sent. Set to false by PATCH, by a response with status 410, or after five days of failures.',
  }),
  created_at: Timestamp('When the endpoint was registered.'),
}

export const Webhook = Type.Object(fields, { $id: 'Webhook' })

export const WebhookWithSecret = Type.Object(
  {
    ...fields,
    secret: Type.String({
      description: 'The secret that signs deliveries. Shown only in this response.',
      examples: ['whsec_…'],
    }),
  },
  { $id: 'WebhookWithSecret' },
)

export const WebhookParams = Type.Object({ webhook_id: Type.String() })

export const Url = Text({
  minLength: 1,
  maxLength: 2_048,
  description:
    'An HTTPS URL at a public address. On a laptop, the sandbox also accepts http://localhost and http://127.0.0.1.',
  examples: ['https://example.com/webhooks/cardwright'],
})

export const Events = Type.Array(Type.String({ enum: ['*', ...subscribableTypes], 'x-error': 'invalid_event_type' }), {
  minItems: 1,
  maxItems: 100,
  'x-error': 'invalid_event_type',
  description: 'The event types. `*` alone subscribes to all of them.',
  examples: [['card.created', 'transaction.authorized']],
})

export const Secret = Type.String({
  minLength: 16,
  maxLength: 256,
  pattern: '^[\\x20-\\x7e]+$',
  description: 'A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted.',
})

/** Checks what the schema cannot express: the asterisk must be alone. */
export function checkEvents(events: readonly string[] | undefined): void {
  if (events?.includes('*') && events.length > 1)
    throw new ApiError('invalid_event_type', '"*" subscribes to all events and must stand alone.', { param: 'events' })
}

/** The stored form: no codes mean all types. */
export function eventCodes(events: readonly string[]): number[] {
  return events[0] === '*' ? [] : [...new Set(events)].map((name) => eventTypes[name as EventType])
}

export function presentWebhook(webhook: WebhookRow) {
  return {
    id: publicId('webhook', webhook.bucket, webhook.id),
    url: webhook.url,
    events: webhook.event_types.length === 0 ? ['*'] : webhook.event_types.map(eventTypeOfCode),
    active: webhook.active,
    created_at: webhook.created_at.toISOString(),
  }
}

export const webhookColumns = fragment`w.bucket, w.id, w.workspace_id, w.url, w.event_types, w.secret_sealed, w.previous_secret, w.previous_secret_until,
  w.active, w.failing_since, w.delivery_count, w.created_at`

export function selectWebhooks(sql: Sql, { bucket, id }: WorkspaceKey) {
  return sql<WebhookRow[]>`
    select ${webhookColumns} from webhooks w where w.bucket = ${bucket} and w.workspace_id = ${id}
    order by w.created_at desc, w.id desc limit ${MAX_ENDPOINTS}`
}

export async function findWebhook(sql: Sql, workspace: WorkspaceKey, webhookId: string): Promise<WebhookRow> {
  const [row] = await sql<WebhookRow[]>`
    select ${webhookColumns} from webhooks w
    where w.bucket = ${workspace.bucket} and w.id = ${idOf('webhook', workspace, webhookId)} and w.workspace_id = ${workspace.id}`
  if (!row) throw new ApiError('webhook_not_found')
  return row
}

export async function lockWebhook(tx: Tx, workspace: WorkspaceKey, webhookId: string): Promise<WebhookRow> {
  const [row] = await tx<WebhookRow[]>`
    select ${webhookColumns} from webhooks w
    where w.bucket = ${workspace.bucket} and w.id = ${idOf('webhook', workspace, webhookId)} and w.workspace_id = ${workspace.id}
    for no key update`
  if (!row) throw new ApiError('webhook_not_found')
  return row
}

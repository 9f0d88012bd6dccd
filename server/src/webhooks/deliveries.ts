// A delivery is one event for one endpoint: its row, how the API shows it, and how it is created.

import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { mayReveal } from '../accounts/workspace.ts'
import { bigint, insertOf, smallint, timestamptz, uuid } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'
import { rowShape } from '../database/row-shape.ts'
import { eventTypeNames, eventTypeOfCode } from '../events/event-types.ts'
import { NullableTimestamp, Timestamp } from '../http/schemas.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import type { WebhookRow } from './webhook.ts'

export const DeliveryStatus = { pending: 1, succeeded: 2, failed: 3 } as const
export type DeliveryStatus = (typeof DeliveryStatus)[keyof typeof DeliveryStatus]
export const deliveryStatusNames = ['pending', 'succeeded', 'failed'] as const
export type DeliveryStatusName = (typeof deliveryStatusNames)[number]

export type DeliveryRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  webhook_id: Uuid
  number: bigint
  event_id: Uuid
  event_sequence: bigint
  event_type: number
  attempt: number
  status: DeliveryStatus
  response_status: number | null
  response_body: string | null
  duration_ms: number | null
  next_attempt_at: Date | null
  created_at: Date
}

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T, description: string) =>
  Type.Union([type, Type.Null()], { description })

export const Delivery = Type.Object(
  {
    id: Type.String({ examples: ['dlv_3p01m7fvfr85e5mtekznx29q5n67'] }),
    event_id: Type.String(),
    event_type: Type.String({ enum: eventTypeNames }),
    attempt: Type.Integer({ description: 'The number of attempts made so far.' }),
    status: Type.String({ enum: [...deliveryStatusNames] }),
    response_status: Nullable(Type.Integer(), 'The HTTP status of the last attempt. Null if there was no response.'),
    response_body: Nullable(
      Type.String(),
      'The first KiB of the last response, or the reason why there was none. Null for a read-only key.',
    ),
    duration_ms: Nullable(Type.Integer(), 'The duration of the last attempt.'),
    next_attempt_at: NullableTimestamp(
      'When the next attempt is due, in workspace time. Null unless the delivery is pending.',
    ),
    created_at: Timestamp('When the delivery was queued, in workspace time.'),
  },
  { $id: 'Delivery' },
)

/** A receiver's answer may repeat what it was sent, even a passcode, so it is shown only to callers who may see passcodes. */
export function presentDelivery(workspace: Workspace, delivery: DeliveryRow) {
  return {
    id: publicId('delivery', delivery.bucket, delivery.id),
    event_id: publicId('event', delivery.bucket, delivery.event_id),
    event_type: eventTypeOfCode(delivery.event_type),
    attempt: delivery.attempt,
    status: deliveryStatusNames[delivery.status - 1]!,
    response_status: delivery.response_status,
    response_body: mayReveal(workspace) ? delivery.response_body : null,
    duration_ms: delivery.duration_ms,
    next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
    created_at: delivery.created_at.toISOString(),
  }
}

/** How the audit log names a delivery that somebody asked for. The type tells whether it held a passcode. */
export function deliveryInWords({ bucket, event_id, event_type, webhook_id }: DeliveryRow): string {
  const [event, endpoint] = [publicId('event', bucket, event_id), publicId('webhook', bucket, webhook_id)]
  return `${eventTypeOfCode(event_type)} ${event} to ${endpoint}`
}

const shape = rowShape<DeliveryRow>({
  'd.bucket': 'int16',
  'd.id': 'uuid',
  'd.workspace_id': 'uuid',
  'd.webhook_id': 'uuid',
  'd.number': 'int64',
  'd.event_id': 'uuid',
  'd.event_sequence': 'int64',
  'd.event_type': 'int16',
  'd.attempt': 'int16',
  'd.status': 'int16',
  'd.response_status': 'int16',
  'd.response_body': 'text',
  'd.duration_ms': 'int32',
  'd.next_attempt_at': 'time',
  'd.created_at': 'time',
})

export const readDelivery = shape.read

export const deliveryColumns = shape.columns

/** Counts the delivery on the endpoint, whose row the caller has locked and writes back with `countDeliveries`. */
export function newDelivery(
  webhook: WebhookRow,
  event: { id: Uuid; sequence: bigint; type: number },
  now: Date,
): DeliveryRow {
  webhook.delivery_count += 1n
  return {
    bucket: webhook.bucket,
    id: newUuid(),
    workspace_id: webhook.workspace_id,
    webhook_id: webhook.id,
    number: webhook.delivery_count,
    event_id: event.id,
    event_sequence: event.sequence,
    event_type: event.type,
    attempt: 0,
    status: DeliveryStatus.pending,
    response_status: null,
    response_body: null,
    duration_ms: null,
    next_attempt_at: now,
    created_at: now,
  }
}

type NewRow = Pick<
  DeliveryRow,
  | 'id'
  | 'bucket'
  | 'workspace_id'
  | 'webhook_id'
  | 'number'
  | 'event_id'
  | 'event_sequence'
  | 'event_type'
  | 'next_attempt_at'
  | 'created_at'
>

export const insertDeliveries = insertOf<NewRow>('webhook_deliveries', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  webhook_id: uuid((row) => row.webhook_id),
  number: bigint((row) => row.number),
  event_id: uuid((row) => row.event_id),
  event_sequence: bigint((row) => row.event_sequence),
  event_type: smallint((row) => row.event_type),
  next_attempt_at: timestamptz((row) => row.next_attempt_at),
  created_at: timestamptz((row) => row.created_at),
})

export function countDeliveries(tx: Tx, { bucket, id, delivery_count }: WebhookRow) {
  return tx`update webhooks set delivery_count = ${delivery_count} where bucket = ${bucket} and id = ${id}`
}

// One attempt: signs, sends and judges. It returns what must be written afterwards, and never throws.

import type { Services } from '../../services.ts'
import type { Span } from '../../tracing/span.ts'
import { traceparentOf } from '../../tracing/traceparent.ts'
import { type DeliveryRow, DeliveryStatus } from '../deliveries.ts'
import type { PostResult, Sender } from '../outbound/sender.ts'
import { delayAfter, FAILING_MS } from '../retry-schedule.ts'
import { type SigningKey, signedHeaders } from '../sign.ts'
import type { Endpoint, Settings, Waiting } from './endpoint.ts'
import type { EndpointChange } from './outcomes.ts'

const GONE = 410

export type Attempted = {
  delivery: DeliveryRow
  endpoint: EndpointChange | undefined
  isSuccess: boolean
  deactivated: 'gone' | 'failing' | undefined
}

export async function attempt(
  { clock, sender }: Pick<Services, 'clock'> & { sender: Sender },
  endpoint: Endpoint,
  { delivery, eventId, eventType, body }: Waiting,
  span: Span | undefined,
): Promise<Attempted> {
  const { settings } = endpoint
  const at = clock()
  const result = await sender.post({
    url: settings.url,
    headers: {
      ...signedHeaders(keysAt(settings.keys, at), { eventId, eventType, body, at }),
      ...(span && { traceparent: traceparentOf(span) }),
    },
    body,
    allowLoopback: settings.allowLoopback,
  })
  return judge(endpoint, delivery, result, clock())
}

function keysAt({ present, previous, previousUntil }: Settings['keys'], wall: Date): SigningKey[] {
  const isOverlap = previous && previousUntil && wall.getTime() < previousUntil.getTime()
  return isOverlap ? [present, previous] : [present]
}

export function judge(endpoint: Endpoint, delivery: DeliveryRow, result: PostResult, wall: Date): Attempted {
  const now = new Date(wall.getTime() + Number(endpoint.settings.offsetMs))
  const isSuccess = result.status !== null && result.status >= 200 && result.status < 300
  const attempted = {
    ...delivery,
    attempt: delivery.attempt + 1,
    response_status: result.status,
    response_body: result.body ?? result.error,
    duration_ms: Math.round(result.durationMs),
  }
  if (isSuccess) return succeeded(endpoint, attempted)
  const wait =
    result.status === GONE ? undefined : delayAfter(attempted.attempt, result.retryAfter, wall, Math.random())
  return {
    delivery: {
      ...attempted,
      status: wait === undefined ? DeliveryStatus.failed : DeliveryStatus.pending,
      next_attempt_at: wait === undefined ? null : new Date(now.getTime() + wait),
    },
    ...failed(endpoint, result.status === GONE, now),
  }
}

function succeeded(endpoint: Endpoint, attempted: DeliveryRow): Attempted {
  const wasFailing = endpoint.failingSince !== null
  endpoint.failingSince = null
  return {
    delivery: { ...attempted, status: DeliveryStatus.succeeded, next_attempt_at: null },
    endpoint: wasFailing ? change(endpoint, true) : undefined,
    isSuccess: true,
    deactivated: undefined,
  }
}

function failed(endpoint: Endpoint, isGone: boolean, now: Date): Omit<Attempted, 'delivery'> {
  const wasFailing = endpoint.failingSince !== null
  endpoint.failingSince ??= now
  const isFailing = now.getTime() - endpoint.failingSince.getTime() >= FAILING_MS
  const deactivated = isGone ? 'gone' : isFailing ? 'failing' : undefined
  return {
    endpoint: deactivated || !wasFailing ? change(endpoint, deactivated === undefined) : undefined,
    isSuccess: false,
    deactivated,
  }
}

function change({ bucket, id, failingSince }: Endpoint, active: boolean): EndpointChange {
  return { bucket, id, failingSince, active }
}

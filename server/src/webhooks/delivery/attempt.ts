// Makes one attempt: signs, sends and checks. It returns the changes to write, and never throws.

import { FAILED_ATTEMPTS, type WebhookNotice } from '../../notifications/notify-webhook.ts'
import type { PostResult, Sender } from '../../outbound/sender.ts'
import { type SigningKey, signedHeaders } from '../../outbound/sign.ts'
import type { Services } from '../../services.ts'
import type { Span } from '../../tracing/span.ts'
import { traceparentOf } from '../../tracing/traceparent.ts'
import { type DeliveryRow, DeliveryStatus } from '../deliveries.ts'
import { type KeptAttempt, keptAttempt } from '../delivery-attempts.ts'
import { delayAfter, FAILING_MS } from '../retry-schedule.ts'
import type { Endpoint, Settings, Waiting } from './endpoint.ts'
import type { EndpointChange } from './outcomes.ts'

const GONE = 410

export type Attempted = {
  delivery: DeliveryRow
  kept: KeptAttempt
  endpoint: EndpointChange | undefined
  isSuccess: boolean
  deactivated: 'gone' | 'failing' | undefined
  /** The notification about the endpoint, if people must be told. */
  notice: WebhookNotice | undefined
}

export async function attempt(
  { clock, sender }: Pick<Services, 'clock'> & { sender: Sender },
  endpoint: Endpoint,
  { delivery, eventId, eventType, body }: Waiting,
  span: Span | undefined,
): Promise<Attempted> {
  const { settings } = endpoint
  const at = clock()
  const signed = signedHeaders(keysAt(settings.keys, at), { eventId, eventType, body, at })
  const result = await sender.post({
    url: settings.url,
    headers: {
      ...signed,
      ...(span && { traceparent: traceparentOf(span) }),
    },
    body,
    allowLoopback: settings.allowLoopback,
  })
  const begun = new Date(at.getTime() + Number(settings.offsetMs))
  return { ...classify(endpoint, delivery, result, clock()), kept: keptAttempt(begun, result, signed) }
}

function keysAt({ present, previous, previousUntil }: Settings['keys'], wall: Date): SigningKey[] {
  const isOverlap = previous && previousUntil && wall.getTime() < previousUntil.getTime()
  return isOverlap ? [present, previous] : [present]
}

type Classified = Omit<Attempted, 'kept'>

export function classify(endpoint: Endpoint, delivery: DeliveryRow, result: PostResult, wall: Date): Classified {
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
    ...failed(endpoint, attempted.attempt, result.status === GONE, now),
  }
}

function succeeded(endpoint: Endpoint, attempted: DeliveryRow): Classified {
  const wasFailing = endpoint.failingSince !== null
  endpoint.failingSince = null
  endpoint.isToldFailing = false
  return {
    delivery: { ...attempted, status: DeliveryStatus.succeeded, next_attempt_at: null },
    endpoint: wasFailing ? change(endpoint, true) : undefined,
    isSuccess: true,
    deactivated: undefined,
    notice: undefined,
  }
}

function failed(endpoint: Endpoint, attempts: number, isGone: boolean, now: Date): Omit<Classified, 'delivery'> {
  const wasFailing = endpoint.failingSince !== null
  endpoint.failingSince ??= now
  const isFailing = now.getTime() - endpoint.failingSince.getTime() >= FAILING_MS
  const deactivated = isGone ? 'gone' : isFailing ? 'failing' : undefined
  return {
    endpoint: deactivated || !wasFailing ? change(endpoint, deactivated === undefined) : undefined,
    isSuccess: false,
    deactivated,
    notice: noticeOf(endpoint, endpoint.failingSince, attempts, deactivated !== undefined),
  }
}

/** The endpoint remembers that people were told, so that not every attempt has to query the database. */
function noticeOf(
  endpoint: Endpoint,
  failingSince: Date,
  attempts: number,
  isDisabled: boolean,
): WebhookNotice | undefined {
  if (!isDisabled && (attempts < FAILED_ATTEMPTS || endpoint.isToldFailing)) return undefined
  endpoint.isToldFailing = true
  const { place, url } = endpoint.settings
  return { place, webhookId: endpoint.id, url, failingSince, isDisabled }
}

function change({ bucket, id, failingSince }: Endpoint, active: boolean): EndpointChange {
  return { bucket, id, failingSince, active }
}

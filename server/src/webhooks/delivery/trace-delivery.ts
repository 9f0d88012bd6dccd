// The span of an attempt to deliver an event, when deliveries are traced. It contains neither a body nor the endpoint's URL,
// which may hold a secret of the customer.

import { publicId } from '../../ids.ts'
import type { Span } from '../../tracing/span.ts'
import type { Tracer } from '../../tracing/tracer.ts'
import type { Attempted } from './attempt.ts'
import type { Endpoint, Waiting } from './endpoint.ts'

export function startDelivery(tracer: Tracer, { id, bucket }: Endpoint, waiting: Waiting): Span | undefined {
  return tracer.startDelivery(waiting.delivery.event_id, {
    'http.request.method': 'POST',
    'cardwright.event.id': waiting.eventId,
    'cardwright.event.type': waiting.eventType,
    'cardwright.webhook.id': publicId('webhook', bucket, id),
    'cardwright.delivery.attempt': waiting.delivery.attempt + 1,
  })
}

export function endDelivery(tracer: Tracer, span: Span, { delivery, isSuccess }: Attempted): void {
  const status = delivery.response_status
  if (status !== null) span.attributes['http.response.status_code'] = status
  if (!isSuccess) span.attributes['error.type'] = status === null ? 'no answer' : String(status)
  span.isFailed = !isSuccess
  tracer.end(span)
}

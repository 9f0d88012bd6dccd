// Spans in OTLP's JSON encoding (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding): ids in hex, 64-bit
// numbers as text, enumerations as numbers. Fields that have their default value are left out.

import type { Attributes, Parent, Span } from './span.ts'
import type { SpanContext } from './traceparent.ts'

const STATUS_ERROR = 2
/** The low byte is the sampled flag of `traceparent`. The next bits say that it is known whether the parent is remote. */
const FLAGS = 0x101
const IS_REMOTE = 0x200
const SCOPE = { name: 'cardwright' }

/** `wallOffsetMs` is what turns `performance.now()` into wall time at this moment. */
export function encodeSpans(spans: readonly Span[], resource: Attributes, wallOffsetMs: number): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(resource) },
        scopeSpans: [{ scope: SCOPE, spans: spans.map((span) => encodeSpan(span, wallOffsetMs)) }],
      },
    ],
  })
}

function encodeSpan(span: Span, wallOffsetMs: number) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parent && { parentSpanId: span.parent.spanId }),
    flags: flagsOf(span.parent),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: nanosOf(span.startedAt + wallOffsetMs),
    endTimeUnixNano: nanosOf((span.endedAt ?? span.startedAt) + wallOffsetMs),
    attributes: encodeAttributes(span.attributes),
    ...(span.links.length > 0 && { links: span.links.map(encodeLink) }),
    ...(span.droppedLinks > 0 && { droppedLinksCount: span.droppedLinks }),
    ...(span.isFailed && { status: { code: STATUS_ERROR } }),
  }
}

function flagsOf(parent: Parent | undefined): number {
  return parent?.isRemote ? FLAGS | IS_REMOTE : FLAGS
}

function encodeLink({ traceId, spanId }: SpanContext) {
  return { traceId, spanId, flags: FLAGS }
}

function encodeAttributes(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: value },
  }))
}

/** A number cannot hold nanoseconds since 1970 exactly, so whole microseconds are used. */
function nanosOf(wallMs: number): string {
  return `${Math.round(wallMs * 1_000)}000`
}

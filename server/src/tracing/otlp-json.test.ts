// Compares what we send with what OpenTelemetry's own encoder makes of the same spans.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { encodeSpans } from './otlp-json.ts'
import { type Attributes, Span, SpanKind } from './span.ts'

const OFFSET_MS = 1_800_000_000_000
const resource = { 'service.name': 'cardwright', 'service.instance.id': '0190-1' }
/** All spans share one object, because the encoder groups spans by it. */
const sdkResource = { attributes: resource }
const remote = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isRemote: true }

function ended(span: Span, change: Partial<Span> = {}): Span {
  return Object.assign(span, { endedAt: span.startedAt + 12.345 }, change)
}

/** The same span as the SDK of OpenTelemetry passes it to its exporter. */
function asSdkSpan(span: Span) {
  const context = ({ traceId, spanId }: { traceId: string; spanId: string }) => ({ traceId, spanId, traceFlags: 1 })
  const time = (ms: number): [number, number] => {
    const micros = Math.round((ms + OFFSET_MS) * 1_000)
    return [Math.floor(micros / 1_000_000), (micros % 1_000_000) * 1_000]
  }
  return {
    name: span.name,
    kind: span.kind - 1, // the SDK counts from 0, the wire from 1
    spanContext: () => context(span),
    ...(span.parent && { parentSpanContext: { ...context(span.parent), isRemote: span.parent.isRemote } }),
    startTime: time(span.startedAt),
    endTime: time(span.endedAt!),
    status: { code: span.isFailed ? 2 : 0 },
    attributes: span.attributes,
    links: span.links.map((link) => ({ context: context(link) })),
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: span.droppedLinks,
    resource: sdkResource,
    instrumentationScope: { name: 'cardwright' },
  }
}

function encodedBySdk(spans: readonly Span[]): unknown {
  const bytes = JsonTraceSerializer.serializeRequest(spans.map(asSdkSpan) as never)
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** In the JSON of protocol buffers a missing field has its default value. */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, field]) => [key, withoutDefaults(field)] as const)
  return Object.fromEntries(fields.filter(([, field]) => !isDefault(field)))
}

function isDefault(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === 0 || value === ''
  return Object.keys(value).length === 0
}

function assertSame(spans: readonly Span[]): void {
  assert.deepEqual(
    withoutDefaults(JSON.parse(encodeSpans(spans, resource, OFFSET_MS))),
    withoutDefaults(encodedBySdk(spans)),
  )
}

test('every kind of span is encoded as by the encoder of OpenTelemetry', () => {
  const attributes: Attributes = { 'http.route': '/v1/cards/:card_id', 'http.response.status_code': 201 }
  const request = new Span('POST /v1/cards', SpanKind.server, remote, attributes)
  const batch = new Span('engine batch', SpanKind.internal, undefined, { 'cardwright.batch.size': 256 })
  const delivery = new Span('webhook delivery', SpanKind.client, { ...request, isRemote: false }, {})
  batch.link(request)
  request.link(batch)
  assertSame([ended(request), ended(batch, { isFailed: true }), ended(delivery)])
})

test('the number of links is limited, and dropped links are counted', () => {
  const batch = new Span('engine batch', SpanKind.internal, undefined, {})
  for (let n = 0; n < 256; n++) batch.link(new Span('request', SpanKind.server, undefined, {}))
  assert.deepEqual([batch.links.length, batch.droppedLinks], [128, 128])
  assertSame([ended(batch)])
})

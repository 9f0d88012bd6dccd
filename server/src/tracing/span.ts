// A traced piece of work: a request, a batch of the engine, or an attempt to deliver a webhook. A span exists only if it will be
// exported; work that is not sampled has none.

import { randomBytes } from 'node:crypto'
import type { SpanContext } from './traceparent.ts'

/** As OTLP numbers them. */
export const SpanKind = { internal: 1, server: 2, client: 3 } as const
export type SpanKind = (typeof SpanKind)[keyof typeof SpanKind]

export type Attributes = Record<string, string | number>

/** `isRemote` is true when a header named the parent, which belongs to another service. */
export type Parent = SpanContext & { isRemote: boolean }

/** What the SDKs of OpenTelemetry keep by default. */
const MAX_LINKS = 128

export class Span implements SpanContext {
  readonly traceId: string
  readonly spanId: string = randomBytes(8).toString('hex')
  readonly parent: Parent | undefined
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly links: SpanContext[] = []
  droppedLinks = 0
  /** In the time of `performance.now()`, as is the end. */
  readonly startedAt: number = performance.now()
  endedAt: number | undefined
  isFailed = false

  constructor(name: string, kind: SpanKind, parent: Parent | undefined, attributes: Attributes) {
    this.traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    this.parent = parent
    this.name = name
    this.kind = kind
    this.attributes = attributes
  }

  link({ traceId, spanId }: SpanContext): void {
    if (this.links.length < MAX_LINKS) this.links.push({ traceId, spanId })
    else this.droppedLinks += 1
  }
}

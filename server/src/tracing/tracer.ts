// Decides what is traced and how spans relate (docs/adr/0024-traces.md). A service that does not trace has no tracer, and each
// request pays only one comparison with `undefined`.

import { newUuid, type Uuid } from '../ids.ts'
import { Exporter } from './exporter.ts'
import { type Attributes, type Parent, Span, SpanKind } from './span.ts'
import { parseTraceparent } from './traceparent.ts'

declare module '../services.ts' {
  interface Services {
    /** Undefined when tracing is off. */
    tracer: Tracer | undefined
  }
}

type Needs = Omit<ConstructorParameters<typeof Exporter>[0], 'resource'> & { role: string }

/** About 2 MB. Deliveries follow their events within seconds; a retry of an hour later begins a trace of its own. */
const MAX_REMEMBERED_EVENTS = 10_000

export class Tracer {
  readonly #sampleRatio: number
  readonly #exporter: Exporter
  /** The traced requests that caused events, the oldest first. */
  readonly #causes = new Map<Uuid, Parent>()

  constructor({ role, ...needs }: Needs) {
    this.#sampleRatio = needs.config.sampleRatio
    const resource = { 'service.name': 'cardwright', 'service.instance.id': newUuid(), 'cardwright.role': role }
    this.#exporter = new Exporter({ ...needs, resource })
  }

  /**
   * Undefined for a request that is not traced. Only our ratio decides, because callers are customers, and the flag in their
   * header would let anyone have every request traced. The header only says which trace the span belongs to.
   */
  startRequest(id: string, method: string, route: string, traceparent: string | undefined): Span | undefined {
    if (!this.#isSampled()) return undefined
    const named = parseTraceparent(traceparent)
    return new Span(`${method} ${route}`, SpanKind.server, named && { ...named, isRemote: true }, {
      'http.request.method': method,
      'http.route': route,
      'cardwright.request_id': id,
    })
  }

  /** A batch serves many requests, so it belongs to none of their traces. It is linked with each of them in both directions. */
  startBatch(requests: readonly Span[]): Span | undefined {
    if (requests.length === 0) return undefined
    const batch = new Span('engine batch', SpanKind.internal, undefined, {})
    for (const each of requests) {
      batch.link(each)
      each.link(batch)
    }
    return batch
  }

  /** Part of the request's trace if this process has traced the request that caused the event. */
  startDelivery(eventId: Uuid, attributes: Attributes): Span | undefined {
    const cause = this.#causes.get(eventId)
    if (!cause && !this.#isSampled()) return undefined
    return new Span('webhook delivery', SpanKind.client, cause, attributes)
  }

  rememberCause(eventId: Uuid, { traceId, spanId }: Span): void {
    if (this.#causes.size >= MAX_REMEMBERED_EVENTS) this.#causes.delete(this.#causes.keys().next().value!)
    this.#causes.set(eventId, { traceId, spanId, isRemote: false })
  }

  /** A span ends once, whoever says so again. */
  end(span: Span): void {
    if (span.endedAt !== undefined) return
    span.endedAt = performance.now()
    this.#exporter.add(span)
  }

  stop(): Promise<void> {
    return this.#exporter.stop()
  }

  #isSampled(): boolean {
    return Math.random() < this.#sampleRatio
  }
}

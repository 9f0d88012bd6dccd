// Sends spans to a collector without delaying requests. Spans wait in a bounded queue; those that do not fit or cannot be sent
// are dropped and counted.

import type { Logger } from 'pino'
import { Agent, request } from 'undici'
import { pause } from '../clock.ts'
import type { TracingConfig } from '../config/tracing-config.ts'
import type { Metrics } from '../metrics.ts'
import { encodeSpans } from './otlp-json.ts'
import type { Attributes, Span } from './span.ts'

/** Encoding this many took the event loop 0.75 ms. */
const MAX_BATCH_SIZE = 256
/** Some eight seconds of a busy service with the usual ratio; about 4 MB. */
const MAX_WAITING = 4_096
const GATHER_MS = 1_000
const REQUEST_TIMEOUT_MS = 5_000
const FLUSH_MS = 1_000
const MAX_TRIES = 4
const FIRST_PAUSE_MS = 1_000
const WARN_EVERY_MS = 60_000
/** The statuses after which OTLP lets a client try again. */
const WORTH_ANOTHER_TRY = new Set([429, 502, 503, 504])

type Needs = { config: TracingConfig; resource: Attributes; metrics: Metrics; clock: () => Date; log: Logger }
type Result = 'sent' | 'refused' | 'try again'

export class Exporter {
  readonly #needs: Needs
  readonly #agent = new Agent({ connections: 1, pipelining: 1 })
  readonly #queue: Span[] = []
  /** Aborted when the service stops: pauses end, and nothing is retried. */
  readonly #stopping = new AbortController()
  /** Aborted when the time to flush is over. */
  readonly #over = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(needs: Needs) {
    this.#needs = needs
  }

  add(span: Span): void {
    if (this.#queue.length >= MAX_WAITING || this.#over.signal.aborted) {
      this.#drop(1)
      return
    }
    this.#queue.push(span)
    if (this.#sending) return
    if (this.#queue.length >= MAX_BATCH_SIZE) this.#send()
    else this.#gather()
  }

  /** Sends what is left within a second; the rest is dropped. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const timer = setTimeout(() => this.#over.abort(), FLUSH_MS)
    this.#send()
    await this.#sending
    clearTimeout(timer)
    this.#over.abort()
    this.#drop(this.#queue.splice(0).length)
    await this.#agent.destroy()
  }

  #drop(count: number): void {
    if (count > 0) this.#needs.metrics.spansDropped.inc(count)
  }

  #gather(): void {
    this.#timer ??= setTimeout(() => this.#send(), GATHER_MS).unref()
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending ??= this.#sendQueue().finally(() => {
      this.#sending = undefined
      if (this.#queue.length > 0 && !this.#stopping.signal.aborted) this.#gather()
    })
  }

  /** Sends everything that waits now, then only full batches. */
  async #sendQueue(): Promise<void> {
    let isWorthIt = this.#queue.length > 0
    while (isWorthIt) {
      await this.#sendBatch(this.#queue.splice(0, MAX_BATCH_SIZE))
      const least = this.#stopping.signal.aborted ? 1 : MAX_BATCH_SIZE
      isWorthIt = this.#queue.length >= least && !this.#over.signal.aborted
    }
  }

  async #sendBatch(spans: readonly Span[]): Promise<void> {
    const { clock, resource } = this.#needs
    // Computed each time, because the two clocks drift apart over weeks.
    const body = encodeSpans(spans, resource, clock().getTime() - performance.now())
    for (let attempt = 1; ; attempt++) {
      const result = await this.#post(body, spans.length)
      if (result === 'sent') return
      if (result === 'refused' || attempt === MAX_TRIES || this.#stopping.signal.aborted)
        return this.#drop(spans.length)
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), this.#stopping.signal)
    }
  }

  /** Never rejects. */
  async #post(body: string, count: number): Promise<Result> {
    const { url, authorization } = this.#needs.config
    try {
      const response = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
        body,
        dispatcher: this.#agent,
        signal: AbortSignal.any([this.#over.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      })
      await response.body.dump()
      if (response.statusCode >= 200 && response.statusCode < 300) {
        this.#needs.metrics.spansExported.inc(count)
        return 'sent'
      }
      this.#warn({ status: response.statusCode })
      return WORTH_ANOTHER_TRY.has(response.statusCode) ? 'try again' : 'refused'
    } catch (error) {
      this.#warn({ code: (error as { code?: string }).code ?? (error as Error).name })
      return 'try again'
    }
  }

  /** Logs neither the address nor the collector's answer, since both may hold a secret. */
  #warn(reason: { status: number } | { code: string }): void {
    if (performance.now() - this.#warnedAt < WARN_EVERY_MS) return
    this.#warnedAt = performance.now()
    this.#needs.log.warn(reason, 'traces could not be sent; spans that do not fit into the queue are dropped')
  }
}

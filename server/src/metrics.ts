// The metrics of /metrics. Labels are route patterns and statuses, never ids.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

declare module './services.ts' {
  interface Services {
    metrics: Metrics
  }
}

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'cardwright_http_request_duration_seconds',
      help: 'Duration of API requests.',
      // Without the status: each pair of labels takes fifteen lines.
      labelNames: ['method', 'route'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    answers: new Counter({
      name: 'cardwright_http_requests_total',
      help: 'API requests that were answered, by status.',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    }),
    rateLimited: new Counter({
      name: 'cardwright_rate_limited_total',
      help: 'Requests refused by a rate limit.',
      registers: [registry],
    }),
    connectionsRefused: new Counter({
      name: 'cardwright_connections_refused_total',
      help: 'Connections refused because their address held as many as it may.',
      registers: [registry],
    }),
    replays: new Counter({
      name: 'cardwright_idempotent_replays_total',
      help: 'Requests answered from a stored answer.',
      registers: [registry],
    }),
    requestLogDropped: new Counter({
      name: 'cardwright_request_log_dropped_total',
      help: 'Requests that were answered but are missing from the request log.',
      registers: [registry],
    }),
    reveals: new Counter({
      name: 'cardwright_card_reveals_total',
      help: 'Reads of card details.',
      registers: [registry],
    }),
    batchSize: new Histogram({
      name: 'cardwright_engine_batch_size',
      help: 'Operations in a batch of the engine.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers: [registry],
    }),
    batchDuration: new Histogram({
      name: 'cardwright_engine_batch_duration_seconds',
      help: 'From the start of a batch to its commit, or to its failure.',
      labelNames: ['outcome'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    batchWait: new Histogram({
      name: 'cardwright_engine_batch_wait_seconds',
      help: 'How long the oldest operation of a batch had waited when the batch began.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    connectionsOpen: new Gauge({
      name: 'cardwright_http_connections_open',
      help: 'HTTP connections that are open, idle ones included.',
      registers: [registry],
    }),
    taskFailures: new Counter({
      name: 'cardwright_background_task_failures_total',
      help: 'Runs of a background task that failed; the next run tries again.',
      labelNames: ['task'],
      registers: [registry],
    }),
    spansExported: new Counter({
      name: 'cardwright_trace_spans_exported_total',
      help: 'Spans that the collector has taken.',
      registers: [registry],
    }),
    spansDropped: new Counter({
      name: 'cardwright_trace_spans_dropped_total',
      help: 'Spans that were dropped: the collector was away or refused them, or the queue was full.',
      registers: [registry],
    }),
    webhookAttempts: new Counter({
      name: 'cardwright_webhook_attempts_total',
      help: 'Attempts to deliver an event, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    webhookLag: new Histogram({
      name: 'cardwright_webhook_first_attempt_seconds',
      help: 'From an event to the first attempt to deliver it.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 30],
      registers: [registry],
    }),
  }
}

// What /metrics shows. Labels are route patterns and statuses, never ids.

import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'cardwright_http_request_duration_seconds',
      help: 'Duration of API requests.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
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

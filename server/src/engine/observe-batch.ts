// Runs a batch and records it: one observation of each metric, and one span if a request in it is traced.

import type { PooledConnection } from '../database/connection-pool.ts'
import type { Metrics } from '../metrics.ts'
import type { Span } from '../tracing/span.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { type BatchServices, type Decided, runBatch } from './run-batch.ts'
import type { Waiting } from './waiting.ts'

export type ObservedServices = BatchServices & { metrics: Metrics; tracer: Tracer | undefined }
type Mode = Parameters<typeof runBatch>[3]

export async function runObservedBatch(
  services: ObservedServices,
  session: PooledConnection,
  batch: readonly Waiting[],
  mode: Mode,
): Promise<Decided[]> {
  const startedAt = performance.now()
  const span = services.tracer?.startBatch(tracedRequests(batch))
  let outcome: 'committed' | 'failed' = 'failed'
  try {
    const decided = await runBatch(services, session, batch, mode)
    outcome = 'committed'
    return decided
  } finally {
    observe(services.metrics, batch, startedAt, outcome)
    if (span) endBatch(services.tracer!, span, batch.length, outcome)
  }
}

/** The first operation of a batch has waited longest. */
function observe(metrics: Metrics, batch: readonly Waiting[], startedAt: number, outcome: 'committed' | 'failed') {
  metrics.batchSize.observe(batch.length)
  metrics.batchWait.observe((startedAt - batch[0]!.submittedAt) / 1_000)
  metrics.batchDuration.observe({ outcome }, (performance.now() - startedAt) / 1_000)
}

function tracedRequests(batch: readonly Waiting[]): Span[] {
  return batch.flatMap(({ operation }) => operation.span ?? [])
}

function endBatch(tracer: Tracer, span: Span, size: number, outcome: 'committed' | 'failed'): void {
  span.attributes['cardwright.batch.size'] = size
  span.attributes['cardwright.batch.outcome'] = outcome
  span.isFailed = outcome === 'failed'
  tracer.end(span)
}

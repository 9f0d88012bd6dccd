// Tests which requests are traced, and to which trace a delivery belongs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { newUuid } from '../ids.ts'
import { createMetrics } from '../metrics.ts'
import { Tracer } from './tracer.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const sampled = `00-${TRACE}-00f067aa0ba902b7-01`

function tracerOf(sampleRatio: number): Tracer {
  return new Tracer({
    config: { url: 'http://127.0.0.1:9/v1/traces', authorization: undefined, sampleRatio },
    role: 'all',
    metrics: createMetrics(),
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
  })
}

test('only our ratio decides which requests are traced, whatever sampling flag the caller sends', () => {
  const tracer = tracerOf(0.05)
  const countOf = (traceparent: string | undefined) =>
    Array.from({ length: 20_000 }, () => tracer.startRequest('req_1', 'GET', '/v1/cards', traceparent)).filter(Boolean)
      .length
  // A thousand are expected, and six times the standard deviation is 185.
  for (const traceparent of [undefined, sampled, sampled.replace(/01$/, '00')]) {
    const count = countOf(traceparent)
    assert.ok(count > 800 && count < 1_200, `${count} of 20,000`)
  }
})

test('a batch without a traced request has no span', () => {
  assert.equal(tracerOf(1).startBatch([]), undefined)
})

test('a delivery continues the trace of its request, and otherwise starts its own by the ratio', () => {
  const tracer = tracerOf(1)
  const request = tracer.startRequest('req_1', 'POST', '/v1/cards', sampled)!
  const event = newUuid()
  tracer.rememberCause(event, request)
  const delivery = tracer.startDelivery(event, {})!
  assert.deepEqual(
    [delivery.traceId, delivery.parent?.spanId, delivery.parent?.isRemote],
    [TRACE, request.spanId, false],
  )
  const other = tracer.startDelivery(newUuid(), {})!
  assert.notEqual(other.traceId, TRACE)
  assert.equal(other.parent, undefined)
})

test('the tracer remembers the causes of only the latest 10,000 events', () => {
  const tracer = tracerOf(1)
  const request = tracer.startRequest('req_1', 'POST', '/v1/cards', sampled)!
  const events = Array.from({ length: 10_050 }, () => newUuid())
  for (const event of events) tracer.rememberCause(event, request)
  const known = events.map((event) => tracer.startDelivery(event, {})!.traceId === TRACE)
  assert.deepEqual([known.indexOf(true), known.lastIndexOf(false)], [50, 49])
})

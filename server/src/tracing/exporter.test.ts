// Tests the exporter with collectors that refuse, hang or are unavailable: lost spans are counted, and no request
// waits.

import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../test/until.ts'
import { createMetrics } from '../metrics.ts'
import { Exporter } from './exporter.ts'
import { Span, SpanKind } from './span.ts'

type Answer = (response: ServerResponse, count: number) => void

/** Starts an exporter and a collector that answers as `answer` says. */
async function start(t: TestContext, answer: Answer, authorization?: string) {
  const bodies: string[] = []
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      bodies.push(body)
      seen.push(request.headers.authorization)
      answer(response, bodies.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const metrics = createMetrics()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
  const exporter = new Exporter({
    config: { url, authorization, sampleRatio: 1 },
    resource: {},
    metrics,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
  })
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const count = async (counter: 'spansExported' | 'spansDropped') => (await metrics[counter].get()).values[0]!.value
  const counts = async () => ({ exported: await count('spansExported'), dropped: await count('spansDropped') })
  const add = (number: number) => {
    for (let n = 0; n < number; n++) exporter.add(new Span('test', SpanKind.internal, undefined, {}))
  }
  return { exporter, add, bodies, seen, counts, server }
}

const spansIn = (body: string) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.length

test('spans are sent in batches, and a stop sends the rest', async (t) => {
  const { exporter, add, bodies, counts, seen } = await start(t, (response) => response.end('{}'), 'Basic eDp5')
  add(600)
  await exporter.stop()
  assert.deepEqual(bodies.map(spansIn), [256, 256, 88])
  assert.deepEqual(await counts(), { exported: 600, dropped: 0 })
  assert.deepEqual(new Set(seen), new Set(['Basic eDp5']))
})

test('an incomplete batch is sent after a short time', async (t) => {
  const { exporter, add, bodies } = await start(t, (response) => response.end('{}'))
  add(3)
  await until('the spans to arrive', () => bodies.length === 1)
  assert.deepEqual(bodies.map(spansIn), [3])
  await exporter.stop()
})

test('a batch is sent again to an overloaded collector, but not to one that rejects it', async (t) => {
  const busy = await start(t, (response, count) => response.writeHead(count === 1 ? 503 : 200).end())
  busy.add(256)
  await until('the second try', async () => (await busy.counts()).exported === 256)
  assert.equal(busy.bodies[0], busy.bodies[1])
  await busy.exporter.stop()
  const strict = await start(t, (response) => response.writeHead(400).end())
  strict.add(256)
  await until('the refusal', async () => (await strict.counts()).dropped === 256)
  assert.equal(strict.bodies.length, 1)
  await strict.exporter.stop()
})

test('spans that do not fit into the queue are dropped and counted immediately', async (t) => {
  const { exporter, add, counts } = await start(t, () => {}) // The collector never answers.
  add(256 + 4_096 + 100)
  assert.deepEqual(await counts(), { exported: 0, dropped: 100 })
  await exporter.stop()
  assert.deepEqual(await counts(), { exported: 0, dropped: 256 + 4_096 + 100 })
})

test('a stop waits about a second for a collector that hangs, and not for one that is unavailable', async (t) => {
  const hanging = await start(t, () => {})
  hanging.add(5)
  const startedAt = performance.now()
  await hanging.exporter.stop()
  const waited = performance.now() - startedAt
  // A timer of Node may end a millisecond early, and a busy machine ends it late.
  assert.ok(waited >= 990 && waited < 10_000, `waited ${waited} ms`)
  const away = await start(t, () => {})
  await new Promise((resolve) => away.server.close(resolve))
  away.add(5)
  await away.exporter.stop()
  assert.deepEqual(await away.counts(), { exported: 0, dropped: 5 })
})

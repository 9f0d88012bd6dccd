// Who can read the metrics, on which port, and how large they become.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { pino } from 'pino'
import type { MetricsConfig } from '../../src/config/edge-config.ts'
import { routes } from '../../src/routes.ts'
import { serveMetrics } from '../../src/start/serve-metrics.ts'
import { startTestService } from '../harness.ts'
import { sendRequest } from '../send-request.ts'

const TOKEN = 'a-token-of-many-characters'
const laptop = await startTestService()

async function read(url: string, authorization?: string) {
  const answer = await fetch(url, { headers: authorization === undefined ? {} : { authorization } })
  return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') ?? '' }
}

async function open(metrics: MetricsConfig, log = pino({ level: 'silent' })): Promise<string | undefined> {
  const undo: (() => Promise<unknown>)[] = []
  after(async () => {
    for (const step of undo) await step()
  })
  return serveMetrics({ metrics }, log, () => laptop.services.metrics.registry.metrics(), undo)
}

const anyPort = { host: '127.0.0.1', port: 0, isChosen: true }

test('without a public URL everybody can read the metrics on the port of the API', async () => {
  const { status, text, type } = await read(`${laptop.url}/metrics`)
  assert.equal(status, 200)
  assert.match(text, /^# TYPE cardwright_http_requests_total counter/m)
  assert.match(type, /^text\/plain/)
})

test('in production the port of the API never serves metrics without a token', async () => {
  const production = await startTestService({ CARDWRIGHT_PUBLIC_URL: 'https://cards.example' })
  const { key } = await production.workspace('production')
  for (const path of ['/metrics', '/metrics?x', '/metrics/', '//metrics', '/v1/metrics', '/dashboard/metrics'])
    for (const authorization of [undefined, `Bearer ${key}`]) {
      const { text } = await read(`${production.url}${path}`, authorization)
      assert.doesNotMatch(text, /cardwright_http/, path)
    }
  const { status, text } = await read(`${production.url}/metrics`)
  assert.deepEqual([status, JSON.parse(text).error], [404, 'not_found'])
  assert.equal((await read(`${production.url}/healthz`)).status, 200)
})

test('with METRICS_TOKEN the port of the API serves metrics to callers with the token, also in production', async () => {
  const production = await startTestService({ CARDWRIGHT_PUBLIC_URL: 'https://cards.example', METRICS_TOKEN: TOKEN })
  const { key } = await production.workspace('production')
  for (const wrong of [undefined, '', 'Bearer', `Bearer ${key}`, `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`]) {
    const { status, text } = await read(`${production.url}/metrics`, wrong)
    assert.deepEqual([status, JSON.parse(text).error], [401, 'unauthorized'], String(wrong))
    assert.doesNotMatch(text, new RegExp(TOKEN))
  }
  assert.equal((await read(`${production.url}/metrics`, `Bearer ${TOKEN}`)).status, 200)
})

test('the metrics port serves metrics and nothing else', async () => {
  const url = (await open({ listener: anyPort, token: undefined }))!
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  const { status, text } = await read(url)
  assert.equal(status, 200)
  assert.match(text, /^# TYPE cardwright_engine_batch_size histogram/m)
  const { origin } = new URL(url)
  for (const path of ['/', '/healthz', '/v1/cards', '/dashboard/session', '/metrics/x']) {
    const other = await read(`${origin}${path}`)
    assert.deepEqual([other.status, JSON.parse(other.text).error], [404, 'not_found'], path)
  }
  assert.equal((await fetch(url, { method: 'POST', body: 'x' })).status, 404)
  assert.equal((await fetch(url, { method: 'HEAD' })).status, 200)
})

test('the metrics port requires the token if one is set', async () => {
  const url = (await open({ listener: anyPort, token: TOKEN }))!
  assert.equal((await read(url)).status, 401)
  assert.equal((await read(url, `Bearer ${TOKEN}`)).status, 200)
})

test('a configured metrics port that is in use stops the start, and the default port only causes a warning', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const listener = { host: '127.0.0.1', port, isChosen: true }
  await assert.rejects(open({ listener, token: undefined }), { code: 'EADDRINUSE' })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  assert.equal(await open({ listener: { ...listener, isChosen: false }, token: undefined }, log), undefined)
  assert.match(lines.join(''), /set METRICS_PORT/)
})

test('concurrent readers of the metrics share one page', async () => {
  let made = 0
  const undo: (() => Promise<unknown>)[] = []
  const slow = Promise.withResolvers<string>()
  const page = () => {
    made += 1
    return slow.promise
  }
  const url = (await serveMetrics(
    { metrics: { listener: anyPort, token: undefined } },
    pino({ level: 'silent' }),
    page,
    undo,
  ))!
  const readers = Array.from({ length: 20 }, () => read(url))
  // Connections are accepted in order, so the last reader has been accepted once this one is.
  await read(`${new URL(url).origin}/else`)
  slow.resolve('the page')
  assert.deepEqual(new Set((await Promise.all(readers)).map(({ text }) => text)), new Set(['the page']))
  assert.ok(made <= 2, `${made} pages for 20 readers`)
  for (const step of undo) await step()
})

test('the metrics page does not grow with workspaces, and grows by one line per new status of a route', async () => {
  const service = await startTestService()
  const callAll = async (key: string) => {
    for (const { method, url } of routes.filter((route) => !route.url.endsWith('/stream'))) {
      const body = method === 'GET' ? {} : { body: '{}' }
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      await sendRequest(`${service.url}/v1${url.replaceAll(/:\w+/g, 'unknown')}`, { method, headers, ...body })
    }
  }
  const linesOf = async () => {
    const { text } = await read(`${service.url}/metrics`)
    const lines = text.split('\n')
    const count = (name: string) => lines.filter((line) => line.startsWith(name)).length
    return {
      all: lines.length,
      durations: count('cardwright_http_request_duration_seconds'),
      answers: count('cardwright_http_requests_total{'),
      bytes: text.length,
    }
  }
  await callAll((await service.workspace()).key)
  await linesOf()
  const one = await linesOf()
  for (let n = 0; n < 10; n++) await callAll((await service.workspace()).key)
  const eleven = await linesOf()
  assert.deepEqual([eleven.durations, eleven.answers], [one.durations, one.answers])
  // Every route now returns another status as well.
  await callAll('sk_test_00000000000000000000000000000000')
  const refused = await linesOf()
  assert.equal(refused.durations, one.durations)
  assert.ok(
    refused.answers > one.answers && refused.answers - one.answers <= routes.length + 2,
    `${one.answers} lines before, ${refused.answers} after, ${routes.length} routes`,
  )
  assert.ok(refused.bytes < 300_000, `${refused.bytes} bytes`)
})

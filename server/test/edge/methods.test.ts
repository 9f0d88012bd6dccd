// HEAD works wherever GET does, `/` responds to everyone, and an unsupported method returns 404.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../../src/routes.ts'
import { assertError, bearer, newCard, send } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { rawClient } from './raw-client.ts'

const service = await startTestService()
const api = await service.fundedWorkspace()
const card = await newCard(api)
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  send(service, { method, path, headers: { ...bearer(api), ...headers } })

const read = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { method, headers: { ...bearer(api), ...headers } })

const paths = routes
  .filter((route) => route.method === 'GET' && !('open' in route))
  .map((route) => `/v1${route.url.replace(':card_id', card.id).replace(/:\w+/g, 'unknown')}`)
const pages = ['/', '/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']

for (const path of [...new Set([...paths, ...pages])]) {
  test(`HEAD ${path} responds like GET without a body`, async () => {
    const [got, head] = [await read('GET', path), await read('HEAD', path)]
    assert.equal(head.status, got.status)
    assert.equal(head.headers.get('content-type'), got.headers.get('content-type'))
    assert.match(head.headers.get('x-request-id')!, /^req_/)
    assert.equal(await head.text(), '')
    assert.notEqual(await got.text(), '')
  })
}

test('HEAD of an endless stream or of a file ends immediately', { timeout: 20_000 }, async () => {
  for (const path of ['/v1/events/stream', '/v1/wallet/transactions?format=csv', '/v1/transactions?format=csv']) {
    const { status, headers } = await ask('HEAD', path)
    assert.equal(status, 200, path)
    assert.match(headers.get('content-type')!, /^text\//)
  }
})

test('HEAD needs a key where GET does and counts towards the rate limit', async () => {
  assert.equal((await send(service, { method: 'HEAD', path: '/v1/cards', headers: {} })).status, 401)
  const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '1' })
  const own = await limited.workspace()
  const head = () => send(limited, { method: 'HEAD', path: '/v1/bins', headers: bearer(own) })
  assert.deepEqual([(await head()).status, (await head()).status], [200, 429])
})

test('GET / responds to any Accept header', async () => {
  for (const accept of [undefined, '*/*', 'text/html', 'application/json', 'image/png']) {
    const { status } = await read('GET', '/', accept === undefined ? {} : { accept })
    // 503 means that the dashboard is not built here. Either way it is a page for people, not a 404.
    assert.ok(status === 200 || status === 503, `${accept}: ${status}`)
  }
})

for (const method of ['PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'POST']) {
  test(`an unsupported ${method} returns 404`, async () => {
    assertError(await ask(method, '/v1/bins'), 404, 'not_found')
    assert.equal((await ask(method, '/healthz')).status, 404)
  })
}

test('an unknown method returns 404', async () => {
  const client = rawClient(service.url, 'FROB /v1/bins HTTP/1.1\r\nHost: x\r\n\r\n')
  await client.isClosed
  assert.match(client.said(), /^HTTP\/1\.1 404 Not Found\r\n.*"error":"not_found"/s)
})

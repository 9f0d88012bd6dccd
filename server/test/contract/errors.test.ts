// Errors: their shape, their statuses, and the headers of every response.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { errorIds, statusOf } from '../../src/errors.ts'
import { type Answer, startTestService } from '../harness.ts'
import { assertError, BIN, bearer, missingId, newCard, send } from './assertions.ts'

const service = await startTestService({ RATE_LIMIT_PER_MINUTE: '500' })
const api = await service.fundedWorkspace(1000)
const { id } = await newCard(api)
const spent = (await newCard(api)).id
await api.delete(`/cards/${spent}`)

const samples: [what: string, status: number, error: string, call: () => Promise<Answer>][] = [
  ['a missing key', 401, 'unauthorized', () => send(service, { path: '/v1/cards' })],
  ['an unknown field', 400, 'invalid_request', () => api.post('/cards', { bin_id: BIN, amount: 10, colour: 'red' })],
  ['malformed JSON', 400, 'invalid_json', () => api.post('/cards', '{')],
  ['an amount below the minimum', 400, 'invalid_amount', () => api.post('/cards', { bin_id: BIN, amount: 0.99 })],
  ['an unknown BIN', 400, 'invalid_bin', () => api.post('/cards', { bin_id: 'bin_x', amount: 10 })],
  [
    'an unknown category',
    400,
    'invalid_category',
    () => api.post('/cards', { bin_id: BIN, amount: 10, allowed_categories: ['no such'] }),
  ],
  [
    'a spending limit above the BIN maximum',
    400,
    'invalid_spending_limit',
    () => api.patch(`/cards/${id}`, { spending_limit: 1e6 }),
  ],
  ['metadata with a nested value', 400, 'invalid_metadata', () => api.patch(`/cards/${id}`, { metadata: { a: [] } })],
  [
    'an unknown currency',
    400,
    'invalid_currency',
    () => api.post('/sandbox/deposits', { currency: 'doge', amount_crypto: '1' }),
  ],
  [
    'an amount above the wallet balance',
    400,
    'insufficient_funds',
    () => api.post(`/cards/${id}/fund`, { amount: 4000 }),
  ],
  ['a terminated card', 400, 'card_terminated', () => api.post(`/cards/${spent}/freeze`)],
  ['a missing card', 404, 'card_not_found', async () => api.get(`/cards/${await missingId(service, api)}`)],
  [
    'a missing deposit',
    404,
    'deposit_not_found',
    async () => api.post(`/sandbox/deposits/${await missingId(service, api, 'deposit')}/confirm`),
  ],
  ['an unknown route', 404, 'not_found', () => api.get('/cardz')],
  [
    'an unknown method',
    404,
    'not_found',
    () => send(service, { method: 'PUT', path: `/v1/cards/${id}`, headers: bearer(api) }),
  ],
]
const successes: [what: string, call: () => Promise<Answer>][] = [
  ['a list of cards', () => api.get('/cards')],
  ['a created card', () => api.post('/cards', { bin_id: BIN, amount: 1 })],
  ['a reveal of card details', () => api.get(`/cards/${id}/details`)],
]

for (const [what, status, error, call] of samples) {
  test(`${what} returns ${status} ${error} in the error shape`, async () => assertError(await call(), status, error))
}

test('the error identifiers and their statuses are the specified ones', () => {
  const of = (status: number) => errorIds.filter((each) => statusOf(each) === status).sort()
  const promised = {
    400: 'budget_exceeded card_terminated idempotency_key_reused insufficient_funds invalid_amount invalid_bin invalid_category invalid_controls invalid_currency invalid_event_type invalid_json invalid_metadata invalid_otp invalid_request invalid_rule invalid_spending_limit invalid_state invalid_template invalid_url processor_refused reveal_session_required sandbox_only',
    401: 'unauthorized',
    404: 'backtest_not_found card_not_found challenge_not_found decision_hook_not_found deposit_not_found event_not_found not_found rule_not_found spend_request_not_found template_not_found transaction_not_found webhook_not_found',
    429: 'rate_limit_exceeded',
    500: 'internal_error',
    503: 'service_unavailable',
  }
  for (const [status, ids] of Object.entries(promised)) assert.deepEqual(of(Number(status)), ids.split(' '), status)
  assert.ok(of(403).includes('forbidden'), `403 has ${of(403).join(' ')}`)
})

const securityHeaders: [name: string, value: RegExp][] = [
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/],
  ['content-security-policy', /default-src 'none'/],
  ['referrer-policy', /^no-referrer$/],
  ['strict-transport-security', /^max-age=\d+/],
]
for (const [what, call] of [...successes, ...samples.map(([sample, , , make]) => [sample, make] as const)]) {
  test(`the response to ${what} has X-Request-Id, no-store, a JSON content type and the security headers`, async () => {
    const { headers } = await call()
    assert.match(headers.get('x-request-id') ?? '', /^req_\w+$/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    for (const [name, value] of securityHeaders) assert.match(headers.get(name) ?? '', value, name)
  })
}

test('every request has a unique id, which the caller cannot choose', async () => {
  const given = { 'x-request-id': 'req_mine', 'request-id': 'req_mine' }
  const ids = await Promise.all(
    Array.from({ length: 10 }, async () => (await api.get('/bins', given)).headers.get('x-request-id')),
  )
  assert.equal(new Set(ids).size, 10)
  assert.ok(!ids.includes('req_mine'), `ids are ${ids.join(' ')}`)
})

const strangeMethods = ['PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE']
for (const method of strangeMethods) {
  test(`${method} /cards returns 404`, async () => {
    const answer = await send(service, { method, path: '/v1/cards', headers: bearer(api) })
    assertError(answer, 404, 'not_found')
  })
}

for (const path of [
  '',
  '/',
  '/cards/',
  '/CARDS',
  '/cards/x/y/z',
  '/wallet',
  '/cards//freeze',
  '/v1/cards',
  '/healthz',
]) {
  test(`GET /v1${path} returns 404`, async () => {
    const answer = await api.get(path)
    assertError(answer, 404, ['not_found', 'card_not_found'])
  })
}

const brokenPaths = [
  '/cards/%',
  '/cards/%zz',
  '/cards/%ff',
  '/cards/%E0%A4%A',
  '/cards/%00',
  '/cards/card_%00',
  '/cards/..%2f..',
  '/%',
  '/%ff/cards',
  `/cards/${'x'.repeat(101)}`,
  `/cards/${'x'.repeat(5000)}`,
  '/cards/%F0%9F%A6%8A',
  "/cards/'%20or%201=1",
  '/cards/%0d%0aX-Evil:1',
]
for (const path of brokenPaths) {
  const name = path.slice(0, 30)
  test(`GET ${name} (${path.length} characters) returns 404 with the headers of every response`, async () => {
    const answer = await send(service, { path: `/v1${path}`, headers: bearer(api) })
    assertError(answer, 404, ['not_found', 'card_not_found'])
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.ok(answer.headers.get('ratelimit'), 'the RateLimit header is missing')
  })
  test(`GET ${name} (${path.length} characters) without a key returns 401`, async () => {
    assertError(await send(service, { path: `/v1${path}` }), 401, 'unauthorized')
  })
}

/** The server's response to these bytes, read until the server closes the connection. */
function bytes(text: string): Promise<string> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text))
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const broken: [what: string, text: string][] = [
  ['a request that is not HTTP', 'hello\r\n\r\n'],
  ['a header of 40 KB', `GET /v1/cards HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`],
  ['a Content-Length that is not a number', 'POST /v1/cards HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n'],
]
for (const [what, text] of broken) {
  test(`${what} returns 400 in the error shape, with its request id in the header`, async () => {
    const answer = await bytes(text)
    const [head, body] = answer.split('\r\n\r\n')
    assert.match(head!, /^HTTP\/1\.1 400 /)
    const error = JSON.parse(body!)
    assert.deepEqual([error.error, error.code], ['invalid_request', 400])
    assert.match(error.request_id, /^req_\w+$/)
    assert.ok(head!.toLowerCase().includes(`x-request-id: ${error.request_id}`), 'X-Request-Id is on every response')
  })
}

test('the books balance', () => service.audit())

// Real traffic with tracing on, as a collector sees it: which spans there are, how they are linked, and that none of
// them contains a secret.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../../src/routes.ts'
import { ads, done, newCard } from '../sandbox/scene.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { register, startWebhookService } from '../webhooks/scene.ts'
import { attributesOf, startCollector, type WireSpan } from './collector.ts'

const collector = await startCollector()
const service = await startWebhookService({ TRACING_OTLP_URL: collector.url, TRACING_SAMPLE_RATIO: '1' })

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const AUTHORIZATIONS = 'POST /v1/sandbox/authorizations'

const isOfRequest = (id: string | null) => (span: WireSpan) => attributesOf(span)['cardwright.request_id'] === id
const requestIdOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id')

/** Creates a card whose events go to a receiver, and an authorization on it with the trace of the caller. */
async function authorizeInTrace(traceparent: string) {
  const api = await service.fundedWorkspace(500)
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  const card = await newCard(api, { amount: 100 })
  const body = { card_id: card.id, amount: 10, merchant: ads }
  const authorize = () => api.post('/sandbox/authorizations', body, { traceparent })
  let answer = await authorize()
  // On a slow machine the request may miss its deadline. Nothing has happened then, so it is sent again.
  for (let again = 0; again < 10 && answer.status === 503; again++) answer = await authorize()
  done(answer, 201)
  const isAuthorized = ({ body }: { body: string }) => body.includes('transaction.authorized')
  const [delivered] = await receiver.waitFor(1, isAuthorized)
  return { api, webhook, card, answer, delivered: delivered! }
}

test('a request and the delivery of its event are in one trace, and the batch is linked to the request', async () => {
  const { answer, delivered, webhook } = await authorizeInTrace(`00-${TRACE}-${CALLER}-00`)
  const request = await collector.span(isOfRequest(requestIdOf(answer)))
  assert.deepEqual(
    { ...request, startTimeUnixNano: '', endTimeUnixNano: '', attributes: attributesOf(request), links: [] },
    {
      traceId: TRACE,
      spanId: request.spanId,
      parentSpanId: CALLER,
      flags: 0x301,
      name: AUTHORIZATIONS,
      kind: 2,
      startTimeUnixNano: '',
      endTimeUnixNano: '',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/sandbox/authorizations',
        'cardwright.request_id': requestIdOf(answer),
        'http.response.status_code': 201,
      },
      links: [],
    },
  )
  const batch = await collector.span(({ spanId }) => spanId === request.links![0]!.spanId)
  assert.deepEqual([batch.name, batch.kind, batch.parentSpanId], ['engine batch', 1, undefined])
  assert.notEqual(batch.traceId, TRACE)
  assert.ok(
    batch.links!.some(({ traceId, spanId }) => traceId === TRACE && spanId === request.spanId),
    JSON.stringify(batch.links),
  )
  assert.equal(attributesOf(batch)['cardwright.batch.outcome'], 'committed')

  const delivery = await collector.span(
    (span) => span.name === 'webhook delivery' && span.parentSpanId === request.spanId,
  )
  assert.deepEqual([delivery.traceId, delivery.kind, delivery.flags], [TRACE, 3, 0x101])
  assert.equal(delivered.headers.traceparent, `00-${TRACE}-${delivery.spanId}-01`)
  const { 'cardwright.event.id': eventId, ...attributes } = attributesOf(delivery)
  assert.equal(eventId, delivered.headers['webhook-id'])
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'cardwright.event.type': 'transaction.authorized',
    'cardwright.webhook.id': webhook.id,
    'cardwright.delivery.attempt': 1,
    'http.response.status_code': 200,
  })
})

test('span times are wall time in nanoseconds, and a batch lies within its request', async () => {
  const before = Date.now()
  const api = await service.fundedWorkspace(500)
  const answer = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })
  const request = await collector.span(isOfRequest(requestIdOf(answer)))
  const batch = await collector.span(({ spanId }) => spanId === request.links?.[0]?.spanId)
  const ms = (nanos: string) => Number(BigInt(nanos) / 1_000_000n)
  assert.ok(
    ms(request.startTimeUnixNano) >= before - 50 && ms(request.endTimeUnixNano) <= Date.now() + 50,
    `the request lasted from ${request.startTimeUnixNano} to ${request.endTimeUnixNano} ns`,
  )
  // The two spans may have been sent at different times, and the wall clock may have been adjusted a little in between.
  assert.ok(
    ms(batch.startTimeUnixNano) >= ms(request.startTimeUnixNano) - 50,
    `the batch starts at ${batch.startTimeUnixNano} and the request at ${request.startTimeUnixNano}`,
  )
  assert.ok(
    ms(batch.endTimeUnixNano) <= ms(request.endTimeUnixNano) + 50,
    `the batch ends at ${batch.endTimeUnixNano} and the request at ${request.endTimeUnixNano}`,
  )
})

test('a header that is not a valid traceparent starts a new trace', async () => {
  const api = await service.workspace()
  for (const traceparent of [`00-${TRACE}-${CALLER}`, `00-${TRACE.toUpperCase()}-${CALLER}-01`, 'sk_test_1234567890']) {
    const answer = await api.get('/cards', { traceparent })
    const span = await collector.span(isOfRequest(requestIdOf(answer)))
    assert.notEqual(span.traceId, TRACE)
    assert.deepEqual([span.parentSpanId, span.flags], [undefined, 0x101])
  }
})

test('the span of a rejected request has the reason, only a server error is marked as an error, and probes are not traced', async () => {
  const api = await service.workspace()
  const answer = await api.get('/cards/card_unknown')
  const span = await collector.span(isOfRequest(requestIdOf(answer)))
  assert.deepEqual([span.name, span.status], ['GET /v1/cards/:card_id', undefined])
  assert.equal(attributesOf(span)['error.type'], 'card_not_found')
  for (const path of ['/healthz', '/readyz', '/metrics']) await (await fetch(service.url + path)).text()
  await collector.span(isOfRequest(requestIdOf(await api.get('/bins'))))
  assert.deepEqual(
    collector.spans().filter(({ name }) => /healthz|readyz|metrics/.test(name)),
    [],
  )
})

/** The allowed form of each attribute. Any other value in a span fails the test below. */
const ALLOWED: Record<string, RegExp> = {
  'http.request.method': /^(GET|POST|PATCH|DELETE)$/,
  'http.route': /^\/[\w/:.*-]*$/,
  'http.response.status_code': /^[1-5]\d\d$/,
  'error.type': /^([a-z_0-9]+|no answer|\d{3})$/,
  'cardwright.request_id': /^req_[0-9a-f]{32}$/,
  'cardwright.event.id': /^evt_\w{28}$/,
  'cardwright.event.type': /^[\w.]+$/,
  'cardwright.webhook.id': /^wh_\w{28}$/,
  'cardwright.delivery.attempt': /^\d+$/,
  'cardwright.batch.size': /^\d+$/,
  'cardwright.batch.outcome': /^(committed|failed)$/,
}

test('no span contains a card number, CVV, passcode, key or secret, wherever a client puts it', async () => {
  const { api, webhook, card } = await authorizeInTrace(`00-${TRACE}-${CALLER}-01`)
  const details = done(await api.get(`/cards/${card.id}/details`), 200)
  const challenge = done(await api.post('/sandbox/3ds', { card_id: card.id, merchant: 'Acme', amount: 2 }), 201)
  done(await api.post(`/sandbox/3ds/${challenge.id}/verify`, { otp: challenge.otp }), 200)
  await api.post('/sandbox/authorizations', { pan: details.pan, amount: 1, merchant: ads })
  await api.get(`/cards/${details.pan}?cvv=${details.cvv}&key=${api.key}`)
  await api.get(`/nothing/${api.key}`)
  await fetch(`${service.url}/${details.pan}`)
  await api.post('/cards', `{"number":"${details.pan}"`, { 'x-idempotency-key': api.key })
  const last = await api.get('/bins', { traceparent: `00-${details.pan}-${webhook.secret}-01` })
  await collector.span(isOfRequest(requestIdOf(last)))

  const sent = collector.received.map(({ body }) => body).join('\n')
  for (const secret of [details.pan, api.key, webhook.secret, challenge.otp, 'Acme'])
    assert.ok(secret.length > 3, `a secret has only ${secret.length} characters`)
  for (const secret of [details.pan, api.key, webhook.secret, 'Acme'])
    assert.ok(!sent.includes(secret), 'a span contains a secret')
  const known = new Set(routes.map(({ method, url }) => `${method} /v1${url}`))
  for (const span of collector.spans()) {
    for (const [key, value] of Object.entries(attributesOf(span)))
      assert.match(String(value), ALLOWED[key] ?? /^$/, `${span.name}: ${key}`)
    if (span.kind === 2 && attributesOf(span)['http.response.status_code'] !== 404)
      assert.ok(known.has(span.name), span.name)
    for (const value of Object.values(attributesOf(span))) assert.notEqual(value, challenge.otp)
  }
  await service.audit()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../server/test/until.ts'
import {
  ApiConnectionError,
  ApiError,
  ApiTimeoutError,
  ConfigurationError,
  RateLimitExceededError,
  RequestAbortedError,
} from '../src/index.ts'
import { canRetry, pauseMs } from '../src/retry.ts'
import { refusal, scripted } from './scripted-server.ts'

const soon = { 'retry-after': '0' }
const card = { body: { id: 'card_1' } }

for (const status of [408, 409, 429, 500, 503]) {
  test(`${status} is retried with the same idempotency key`, async () => {
    const { client, asked } = await scripted([refusal(status, 'busy', soon), refusal(status, 'busy', soon), card])
    assert.equal((await client.cards.fund('card_1', { amount: 1 })).id, 'card_1')
    const keys = asked.map(({ headers }) => headers['x-idempotency-key'])
    assert.equal(keys.length, 3)
    assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)
    assert.equal(new Set(keys).size, 1)
    assert.deepEqual(new Set(asked.map(({ body }) => body)), new Set(['{"amount":1}']))
  })
}

for (const fault of ['drop', 'cut'] as const) {
  test(`a request whose answer is lost (${fault}) is retried with the same idempotency key`, async () => {
    const { client, asked } = await scripted([fault, card])
    assert.equal((await client.cards.fund('card_1', { amount: 1 })).id, 'card_1')
    assert.equal(asked[0]!.headers['x-idempotency-key'], asked[1]!.headers['x-idempotency-key'])
  })
}

test('400, 401, 403 and 404 are not retried', async () => {
  for (const status of [400, 401, 403, 404]) {
    const { client, asked } = await scripted([refusal(status, 'no'), card])
    await assert.rejects(client.cards.get('card_1'), { status })
    assert.equal(asked.length, 1)
  }
})

test('the error of the last attempt is thrown after the last retry', async () => {
  const { client, asked } = await scripted(Array(4).fill(refusal(503, 'service_unavailable', soon)))
  await assert.rejects(client.cards.get('card_1'), { name: 'ServiceUnavailableError', status: 503 })
  assert.equal(asked.length, 3)
  await assert.rejects(client.cards.get('card_1', { maxRetries: 0 }), { status: 503 })
  assert.equal(asked.length, 4)
})

test('an idempotency key of the caller is sent unchanged, and a read has none', async () => {
  const { client, asked } = await scripted(['drop', card, card])
  await client.cards.freeze('card_1', { idempotencyKey: 'order-17' })
  await client.cards.get('card_1')
  assert.deepEqual(
    asked.map(({ headers }) => headers['x-idempotency-key']),
    ['order-17', 'order-17', undefined],
  )
})

test('Retry-After is respected as seconds or as a date, but a wait of more than a minute is thrown as an error', async () => {
  const { client, asked } = await scripted([
    refusal(429, 'rate_limit_exceeded', { 'retry-after': '1' }),
    card,
    refusal(429, 'rate_limit_exceeded', { 'retry-after': '61' }),
  ])
  const started = performance.now()
  await client.cards.get('card_1')
  const waitedMs = performance.now() - started
  assert.ok(waitedMs >= 990, `${waitedMs} ms: a timer of Node may end a millisecond early`)
  await assert.rejects(client.cards.get('card_1'), (error) => {
    assert.ok(error instanceof RateLimitExceededError, String(error))
    return error.retryAfter === 61
  })
  assert.equal(asked.length, 3)
  const dated = await scripted([refusal(503, 'x', { 'retry-after': new Date(Date.now() - 5000).toUTCString() }), card])
  await dated.client.cards.get('card_1')
})

test('pauses between retries double up to a limit and are randomized', () => {
  const lost = new ApiConnectionError('lost')
  assert.deepEqual(
    [1, 2, 3, 4, 5, 9].map((retry) => pauseMs(retry, lost, 1)),
    [500, 1000, 2000, 4000, 8000, 8000],
  )
  assert.equal(pauseMs(1, lost, 0), 250)
  assert.equal(canRetry(new RequestAbortedError('ended')), false)
})

test('a request without an answer in time fails as a time-out and is retried', async () => {
  const { client, asked } = await scripted(['hang', card, 'hang'])
  // The second attempt has the same limit, and must be answered within it on a busy machine too.
  assert.equal((await client.cards.get('card_1', { timeoutMs: 2_000 })).id, 'card_1')
  await assert.rejects(client.cards.get('card_1', { timeoutMs: 100, maxRetries: 0 }), (error) => {
    return error instanceof ApiTimeoutError && error instanceof ApiConnectionError && /100 ms/.test(error.message)
  })
  assert.equal(asked.length, 3)
})

test('an abort signal of the caller ends the request, also between two attempts', async () => {
  const { client, asked } = await scripted(['hang', refusal(503, 'busy', { 'retry-after': '30' })])
  const first = new AbortController()
  const hanging = client.cards.get('card_1', { signal: first.signal })
  await until('the request has arrived', () => asked.length === 1)
  first.abort()
  await assert.rejects(hanging, RequestAbortedError)
  // The client waits for 30 s from the answer on. A busy machine has the answer within 2 s.
  await assert.rejects(client.cards.get('card_1', { signal: AbortSignal.timeout(2_000) }), RequestAbortedError)
  assert.equal(asked.length, 2)
})

test('a redirect is not followed, because it would take the key along', async () => {
  const elsewhere = await scripted([card])
  const { client } = await scripted([{ status: 302, headers: { location: `${elsewhere.baseUrl}/cards/card_1` } }])
  await assert.rejects(client.cards.get('card_1'), { name: 'ApiError', status: 302 })
  assert.equal(elsewhere.asked.length, 0)
})

test('an answer that is not from the service is thrown with its status and without an error identifier', async () => {
  const { client } = await scripted([{ status: 502, body: '<html>Bad gateway</html>' }], { maxRetries: 0 })
  await assert.rejects(client.cards.get('card_1'), (error) => {
    return error instanceof ApiError && error.status === 502 && error.id === undefined
  })
})

test('a rate-limit error carries the state of the limit', async () => {
  const limits = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '42' }
  const { client } = await scripted([refusal(404, 'card_not_found', limits), { ...card, headers: limits }])
  await assert.rejects(client.cards.get('card_1'), { rateLimit: { limit: 1000, remaining: 7, reset: 42 } })
  const { response } = await client.cards.get('card_1').withRawResponse()
  assert.deepEqual([response.rateLimit?.remaining, response.requestId], [7, 'req_scripted'])
})

test('an id that would change the path is rejected before a request is sent', async () => {
  const { client, asked } = await scripted([])
  for (const id of ['', '.', '..', undefined as never, 7 as never]) {
    await assert.rejects(client.cards.get(id), ConfigurationError)
  }
  await assert.rejects(client.cards.get('card_1', { maxRetries: -1 }), ConfigurationError)
  assert.equal(asked.length, 0)
})

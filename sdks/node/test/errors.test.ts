// The classes of errors and the fields that they carry.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../server/test/until.ts'
import {
  ApiError,
  BadRequestError,
  CardNotFoundError,
  ForbiddenError,
  InsufficientFundsError,
  NotFoundError,
  RateLimitExceededError,
  ReauthenticationRequiredError,
  RequestError,
  ServerError,
  ServiceUnavailableError,
  UnauthorizedError,
} from '../src/index.ts'
import { refusal, scripted } from './scripted-server.ts'

const once = { maxRetries: 0 }

async function errorOf(status: number, id: string): Promise<unknown> {
  const { client } = await scripted([refusal(status, id)], once)
  return client.cards.get('card_1').catch((error) => error)
}

for (const [status, id, ...classes] of [
  [404, 'card_not_found', CardNotFoundError, NotFoundError],
  [404, 'not_found', NotFoundError],
  [404, 'a_newer_one', NotFoundError],
  [400, 'insufficient_funds', InsufficientFundsError, BadRequestError],
  [400, 'a_newer_one', BadRequestError],
  [400, 'constructor', BadRequestError],
  [401, 'unauthorized', UnauthorizedError],
  [403, 'reauthentication_required', ReauthenticationRequiredError, ForbiddenError],
  [429, 'rate_limit_exceeded', RateLimitExceededError],
  [503, 'service_unavailable', ServiceUnavailableError, ServerError],
  [502, 'a_newer_one', ServerError],
] as const) {
  test(`${status} ${id} is thrown as ${classes.map(({ name }) => name).join(' and ')}`, async () => {
    const error = await errorOf(status, id)
    for (const each of [...classes, ApiError, RequestError]) assert.ok(error instanceof each, each.name)
    assert.deepEqual([(error as ApiError).id, (error as ApiError).name], [id, classes[0].name])
  })
}

test('an error page of a proxy is thrown as the class of its status, without an error identifier', async () => {
  const { client } = await scripted(
    [
      { status: 404, body: '<html>' },
      { status: 418, body: 'null' },
    ],
    once,
  )
  await assert.rejects(client.cards.get('card_1'), (error) => error instanceof NotFoundError && error.id === undefined)
  await assert.rejects(client.cards.get('card_1'), { name: 'ApiError', status: 418 })
})

test('every error of a write carries its idempotency key and the number of attempts', async () => {
  const busy = refusal(503, 'service_unavailable', { 'retry-after': '0' })
  const later = refusal(503, 'service_unavailable', { 'retry-after': '30' })
  const { client, asked } = await scripted([busy, busy, 'drop', 'hang', later, refusal(404, 'card_not_found')])
  const caught: RequestError[] = []
  const fund = (options: object) =>
    client.cards.fund('card_1', { amount: 1 }, options).catch((error) => void caught.push(error))
  await fund({ maxRetries: 1, idempotencyKey: 'order-1' })
  await fund({ maxRetries: 0 })
  await fund({ maxRetries: 0, timeoutMs: 100 })
  const ending = new AbortController()
  const waiting = fund({ signal: ending.signal })
  await until('the request has arrived', () => asked.length === 5)
  ending.abort()
  await waiting
  assert.deepEqual(
    caught.map(({ name, attempts }) => [name, attempts]),
    [
      ['ServiceUnavailableError', 2],
      ['ApiConnectionError', 1],
      ['ApiTimeoutError', 1],
      ['RequestAbortedError', 1],
    ],
  )
  assert.deepEqual(
    caught.map(({ idempotencyKey }) => idempotencyKey),
    [1, 2, 3, 4].map((index) => asked[index]!.headers['x-idempotency-key']),
  )
  assert.equal(caught[0]!.idempotencyKey, 'order-1')
  await assert.rejects(client.cards.get('card_1'), { idempotencyKey: undefined, attempts: 1 })
})

test('the error suggests adding /v1 to the base URL when the answer is not from the service', async () => {
  const { client, baseUrl } = await scripted(
    [
      refusal(404, 'not_found'),
      { headers: { 'content-type': 'text/html' }, body: '<html>' },
      refusal(404, 'card_not_found'),
      { status: 502, body: '<html>' },
    ],
    once,
  )
  const origin = baseUrl.replace(/\/v1$/, '')
  const wrong = client.withOptions({ baseUrl: `${origin}/` })
  const hint = new RegExp(`${origin} does not end in /v1`)
  await assert.rejects(wrong.cards.get('card_1'), hint)
  await assert.rejects(wrong.cards.get('card_1'), hint)
  for (const _ of ['another identifier', 'a failure']) {
    await assert.rejects(wrong.cards.get('card_1'), (error) => !hint.test(String(error)))
  }
  const right = await scripted([refusal(404, 'not_found')], once)
  await assert.rejects(right.client.cards.get('card_1'), (error) => !/\/v1/.test(String(error)))
})

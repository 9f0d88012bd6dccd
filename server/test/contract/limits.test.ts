// Rate limits, their headers and their defaults. The limits of amounts, labels, metadata and pages are in
// refusals.test.ts, cards.test.ts and card-list.test.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import type { Answer, Api } from '../harness.ts'
import { startTestService } from '../harness.ts'
import { anotherKey, assertError, BIN, missingId, newCard } from './assertions.ts'

const minute = await startTestService({ RATE_LIMIT_PER_MINUTE: '5', RATE_LIMIT_PER_HOUR: '100' })
const hour = await startTestService({ RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_PER_HOUR: '3' })
const special = await startTestService({
  RATE_LIMIT_PER_MINUTE: '30',
  RATE_LIMIT_CARD_CREATIONS_PER_MINUTE: '2',
  RATE_LIMIT_CARD_DETAILS_PER_MINUTE: '2',
})

/**
 * Parses `"minute";r=3;t=60, "hour";r=98;t=3600` into { minute: 3, hour: 98 }, following
 * draft-ietf-httpapi-ratelimit-headers.
 */
function remaining({ headers }: Answer): Record<string, number> {
  const items = [...(headers.get('ratelimit') ?? '').matchAll(/"([\w-]+)";r=(\d+);t=(\d+)/g)]
  return Object.fromEntries(items.map(([, name, left]) => [name, Number(left)]))
}

async function exhaust(api: Api, times: number): Promise<void> {
  for (let i = 0; i < times; i++) assert.equal((await api.get('/bins')).status, 200)
}

test('the default limits are 1,000 requests per minute, 10,000 per hour, 50 creations and 30 reveals per minute', () => {
  assert.deepEqual(readConfig({}).limits, {
    perMinute: 1000,
    perHour: 10_000,
    cardCreationsPerMinute: 50,
    cardDetailsPerMinute: 30,
  })
})

test('0 turns off one limit and leaves the others', () => {
  const names = [
    'RATE_LIMIT_PER_MINUTE',
    'RATE_LIMIT_PER_HOUR',
    'RATE_LIMIT_CARD_CREATIONS_PER_MINUTE',
    'RATE_LIMIT_CARD_DETAILS_PER_MINUTE',
  ]
  for (const [place, name] of names.entries()) {
    const limits = Object.values(readConfig({ [name]: '0' }).limits)
    assert.deepEqual(
      limits.map((limit) => limit === 0),
      names.map((_, i) => i === place),
    )
  }
})

test('a rate limit that is not a whole number stops the start with the name of the setting', () => {
  for (const value of ['-1', '1.5', 'many', '1e3']) {
    assert.throws(() => readConfig({ RATE_LIMIT_PER_MINUTE: value }), /RATE_LIMIT_PER_MINUTE/)
  }
})

test('a request above the limit returns 429 with Retry-After and retry_after', async () => {
  const api = await minute.workspace()
  await exhaust(api, 5)
  const refused = await api.get('/bins')
  assertError(refused, 429, 'rate_limit_exceeded')
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds}`)
  assert.equal(refused.body.retry_after, seconds)
})

test('the hourly limit returns 429 with a Retry-After above one minute', async () => {
  const api = await hour.workspace()
  await exhaust(api, 3)
  const refused = await api.get('/bins')
  assertError(refused, 429, 'rate_limit_exceeded')
  assert.ok(Number(refused.headers.get('retry-after')) > 60, `Retry-After is ${refused.headers.get('retry-after')}`)
})

test('every response has the policy and state of all windows, and X-RateLimit-* describes the tightest', async () => {
  const api = await minute.workspace()
  const answers = [
    await api.get('/bins'),
    await api.get('/cards?page=x'),
    await api.get(`/cards/${await missingId(minute, api)}`),
    await api.get('/nothing'),
    await api.post('/cards', '{'),
    await api.get('/bins'),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400, 404, 404, 400, 429],
  )
  for (const [i, answer] of answers.entries()) {
    const { headers } = answer
    assert.equal(headers.get('ratelimit-policy'), '"minute";q=5;w=60, "hour";q=100;w=3600')
    assert.deepEqual(remaining(answer), { minute: Math.max(0, 4 - i), hour: Math.max(95, 99 - i) })
    assert.equal(headers.get('x-ratelimit-limit'), '5')
    assert.equal(headers.get('x-ratelimit-remaining'), String(Math.max(0, 4 - i)))
    const reset = Number(headers.get('x-ratelimit-reset'))
    assert.ok(Number.isInteger(reset) && reset > 0 && reset <= 61, `${reset}`)
  }
  assert.equal(answers[0]!.headers.get('retry-after'), null)
})

test('X-RateLimit-* describes the longer window if it is the tightest', async () => {
  const { headers } = await (await hour.workspace()).get('/bins')
  assert.equal(headers.get('x-ratelimit-limit'), '3')
  assert.equal(headers.get('x-ratelimit-remaining'), '2')
})

test('a 429 response does not count towards any window', async () => {
  const api = await minute.workspace()
  await exhaust(api, 5)
  for (let i = 0; i < 5; i++) assert.equal(remaining(await api.get('/bins')).hour, 95)
})

test('the limits apply to a workspace, so its keys share them', async () => {
  const api = await minute.workspace()
  const second = await anotherKey(minute, api)
  await exhaust(api, 3)
  await exhaust(second, 2)
  for (const key of [api, second]) assertError(await key.get('/bins'), 429, 'rate_limit_exceeded')
})

test('another workspace and the other environment of the account have their own windows', async () => {
  const api = await minute.workspace()
  await exhaust(api, 5)
  assert.equal((await (await minute.workspace()).get('/bins')).status, 200)
  assert.equal((await (await anotherKey(minute, api, { live: true })).get('/bins')).status, 200)
})

test('a request without a valid key does not count towards any workspace', async () => {
  const api = await minute.workspace()
  for (let i = 0; i < 10; i++) assert.equal((await minute.api(`${api.key}x`).get('/bins')).status, 401)
  assert.equal(remaining(await api.get('/bins')).minute, 4)
})

test('concurrent requests are counted exactly once each', async () => {
  const api = await minute.workspace()
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await api.get('/bins')).status))
  assert.equal(statuses.filter((status) => status === 200).length, 5)
})

test('reveals have their own window, and the third reveal returns 429 while other requests succeed', async () => {
  const api = await special.fundedWorkspace(100)
  const { id } = await newCard(api, { amount: 10 })
  const first = await api.get(`/cards/${id}/details`)
  assert.match(first.headers.get('ratelimit-policy') ?? '', /"card_details";q=2;w=60/)
  assert.equal(first.headers.get('x-ratelimit-remaining'), '1')
  assert.equal((await api.get(`/cards/${id}/details`)).status, 200)
  const refused = await api.get(`/cards/${id}/details`)
  assertError(refused, 429, 'rate_limit_exceeded')
  assert.equal(refused.body.retry_after, Number(refused.headers.get('retry-after')))
  assert.equal((await api.get(`/cards/${id}`)).status, 200)
})

test('a reveal session counts as a reveal', async () => {
  const api = await special.fundedWorkspace(100)
  const { id } = await newCard(api, { amount: 10 })
  const session = () => api.post(`/cards/${id}/reveal-sessions`, { origin: 'https://shop.example.com' })
  assert.equal((await session()).status, 201)
  assert.equal((await api.get(`/cards/${id}/details`)).status, 200)
  assertError(await session(), 429, 'rate_limit_exceeded')
})

test('a rejected reveal does not count towards any window', async () => {
  const api = await special.fundedWorkspace(100)
  const { id } = await newCard(api, { amount: 10 })
  for (let i = 0; i < 2; i++) await api.get(`/cards/${id}/details`)
  const before = remaining(await api.get('/bins')).minute!
  await api.get(`/cards/${id}/details`)
  assert.equal(remaining(await api.get('/bins')).minute, before - 1)
})

const valid = { bin_id: BIN, amount: 1 }

test('creations have their own window, and the third returns 429, issues no card and leaves other requests possible', async () => {
  const api = await special.fundedWorkspace(100)
  const first = await api.post('/cards', valid)
  assert.match(first.headers.get('ratelimit-policy') ?? '', /"card_creations";q=2;w=60/)
  assert.equal((await api.post('/cards', valid)).status, 201)
  const refused = await api.post('/cards', valid)
  assertError(refused, 429, 'rate_limit_exceeded')
  assert.equal(refused.headers.get('x-ratelimit-limit'), '2')
  assert.equal(refused.body.retry_after, Number(refused.headers.get('retry-after')))
  assert.equal((await api.get('/cards')).body.pagination.total, 2)
})

test('a replacement counts as a creation', async () => {
  const api = await special.fundedWorkspace(100)
  const { id } = await newCard(api, { amount: 10 })
  const replaced = await api.post(`/cards/${id}/replace`, { reason: 'lost' })
  assert.deepEqual([replaced.status, replaced.headers.get('x-ratelimit-remaining')], [201, '0'])
  assertError(await api.post(`/cards/${replaced.body.id}/replace`, { reason: 'lost' }), 429, 'rate_limit_exceeded')
  assertError(await api.post('/cards', valid), 429, 'rate_limit_exceeded')
  assert.equal((await api.get('/cards')).body.pagination.total, 2)
  assert.equal((await api.get(`/cards/${replaced.body.id}`)).body.status, 'active')
})

const invalid: [what: string, body: unknown][] = [
  ['a missing amount', { bin_id: BIN }],
  ['an amount out of bounds', { ...valid, amount: 0 }],
  ['malformed JSON', '{'],
  ['an unknown BIN', { ...valid, bin_id: 'bin_nobody' }],
  ['an unknown category', { ...valid, allowed_categories: ['nothing'] }],
  ['a spending limit above the BIN', { ...valid, spending_limit: 20_000.01 }],
]
for (const [what, body] of invalid) {
  test(`a creation rejected for ${what} does not count as a creation`, async () => {
    const api = await special.fundedWorkspace(100)
    for (let i = 0; i < 3; i++) assert.equal((await api.post('/cards', body)).status, 400)
    for (let i = 0; i < 2; i++) assert.equal((await api.post('/cards', valid)).status, 201)
  })
}

test('a creation that passes validation counts, even without sufficient funds', async () => {
  const api = await special.fundedWorkspace(10)
  for (let i = 0; i < 2; i++)
    assertError(await api.post('/cards', { ...valid, amount: 5000 }), 400, 'insufficient_funds')
  assertError(await api.post('/cards', valid), 429, 'rate_limit_exceeded')
})

test('a creation that returns 429 does not count as a request', async () => {
  const api = await special.fundedWorkspace(100)
  for (let i = 0; i < 2; i++) await api.post('/cards', valid)
  const before = remaining(await api.get('/bins')).minute!
  for (let i = 0; i < 3; i++) assert.equal((await api.post('/cards', valid)).status, 429)
  assert.equal(remaining(await api.get('/bins')).minute, before - 1)
})

for (const [name, service] of Object.entries({ minute, hour, special }))
  test(`the books balance (${name})`, () => service.audit())

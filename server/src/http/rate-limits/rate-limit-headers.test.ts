import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryRateLimiter, rateLimitHeaders } from './rate-limiter.ts'

const windows = [
  { name: 'minute', limit: 1000, seconds: 60 },
  { name: 'hour', limit: 10_000, seconds: 3600 },
]

test('the headers list every window, and the older headers show the tightest one', () => {
  const limiter = memoryRateLimiter({ now: () => 0 })
  const expected = {
    'RateLimit-Policy': '"minute";q=1000;w=60, "hour";q=10000;w=3600',
    RateLimit: '"minute";r=999;t=60, "hour";r=9999;t=3600',
    'X-RateLimit-Limit': '1000',
    'X-RateLimit-Remaining': '999',
    'X-RateLimit-Reset': '60',
  }
  assert.deepEqual(rateLimitHeaders(limiter.take('ws', windows)), expected)
})

test('a rejected request has a Retry-After header', () => {
  let now = 0
  const limiter = memoryRateLimiter({ now: () => now })
  const single = [{ name: 'card-details', limit: 1, seconds: 60 }]
  assert.equal('Retry-After' in rateLimitHeaders(limiter.take('ws', single)), false)
  now = 17_400
  const headers = rateLimitHeaders(limiter.take('ws', single))
  assert.equal(headers['Retry-After'], '43')
  assert.equal(headers['X-RateLimit-Reset'], '43')
  assert.equal(headers.RateLimit, '"card-details";r=0;t=43')
})

test('without windows there are no rate-limit headers', () => {
  assert.deepEqual(rateLimitHeaders(memoryRateLimiter().take('ws', [])), {})
})

test('a cached policy is never used for other windows', () => {
  const limiter = memoryRateLimiter({ now: () => 0 })
  for (let round = 0; round < 2; round++) {
    for (let limit = 1; limit < 100; limit++) {
      for (const [name, seconds] of [
        ['a', 60],
        ['a', 61],
        ['b', 60],
      ] as const) {
        const headers = rateLimitHeaders(limiter.take('ws', [{ name, limit, seconds }]))
        assert.equal(headers['RateLimit-Policy'], `"${name}";q=${limit};w=${seconds}`)
      }
    }
  }
})

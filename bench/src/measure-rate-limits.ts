// node --expose-gc bench/src/measure-rate-limits.ts
// Prints what a take and a set of headers cost; with REDIS_URL also a take through Redis.
import {
  memoryRateLimiter,
  rateLimitHeaders,
  redisRateLimiter,
} from '../../server/src/http/rate-limits/rate-limiter.ts'
import type { RateLimiter } from '../../server/src/http/rate-limits/verdict.ts'

const ROUNDS = 2_000_000
const open = [
  { name: 'minute', limit: 1e9, seconds: 60 },
  { name: 'hour', limit: 1e9, seconds: 3600 },
]
const closed = [{ name: 'minute', limit: 1, seconds: 60 }, ...open.slice(1)]

function measure(what: string, work: (round: number) => unknown): void {
  let kept: unknown
  for (let i = 0; i < ROUNDS / 10; i++) kept = work(i)
  const start = performance.now()
  for (let i = 0; i < ROUNDS; i++) kept = work(i)
  const nanoseconds = ((performance.now() - start) * 1e6) / ROUNDS
  console.log(`${what.padEnd(44)} ${nanoseconds.toFixed(0).padStart(6)} ns`, kept === undefined ? '!' : '')
}

async function measureRedis(limiter: RateLimiter): Promise<void> {
  await limiter.take('warm', open)
  const start = performance.now()
  let taken = 0
  const worker = async () => {
    while (performance.now() - start < 2000) {
      await limiter.take(`ws_${taken % 1000}`, open)
      taken += 1
    }
  }
  await Promise.all(Array.from({ length: 64 }, worker))
  console.log(`take through Redis, 64 at a time: ${Math.round(taken / 2)} a second`)
}

const scopes = Array.from({ length: 10_000 }, (_, i) => `ws_${i}`)
const limiter = memoryRateLimiter()
measure('take, one scope, two windows', () => limiter.take('ws_one', open))
measure('take, refused', () => limiter.take('ws_full', closed))
measure('take, 10,000 scopes in turn', (i) => limiter.take(scopes[i % scopes.length]!, open))
let fast = 0
const moving = memoryRateLimiter({ now: () => (fast += 7) })
measure('take, the clock 7 ms on each time', () => moving.take('ws_one', open))
const verdict = limiter.take('ws_one', open)
measure('headers, the same verdict', () => rateLimitHeaders(verdict))
measure('take and headers, as in a request', () =>
  rateLimitHeaders(limiter.take('ws_one', open)).RateLimit!.charCodeAt(9),
)

globalThis.gc?.()
const heapBefore = process.memoryUsage()
for (let i = 0; i < 20_000; i++) limiter.take(`fresh_${i}`, open)
globalThis.gc?.()
const heapAfter = process.memoryUsage()
const bytes = heapAfter.heapUsed + heapAfter.arrayBuffers - heapBefore.heapUsed - heapBefore.arrayBuffers
console.log(`memory: about ${Math.round(bytes / 20_000)} bytes a scope of two windows`)

if (process.env.REDIS_URL !== undefined) {
  const fallback = memoryRateLimiter()
  const shared = redisRateLimiter(process.env.REDIS_URL, { log: console, fallback })
  await measureRedis(shared)
  await shared.close()
}

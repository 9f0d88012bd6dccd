// The rate limiters, and what they share.

export { type MemoryRateLimiter, memoryRateLimiter } from './memory-rate-limiter.ts'
export { rateLimitHeaders } from './rate-limit-headers.ts'
export { redisRateLimiter } from './redis-rate-limiter.ts'
export {
  type LimitWindow,
  type RateLimiter,
  readVerdict,
  type Verdict,
  verdictOn,
  type WindowState,
  writeVerdict,
} from './verdict.ts'

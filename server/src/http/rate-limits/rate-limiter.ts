import type { LimitWindow, Verdict } from './verdict.ts'

export { type MemoryRateLimiter, memoryRateLimiter } from './memory-rate-limiter.ts'
export { rateLimitHeaders } from './rate-limit-headers.ts'
export { redisRateLimiter } from './redis-rate-limiter.ts'
export { type LimitWindow, readVerdict, type Verdict, verdictOn, type WindowState, writeVerdict } from './verdict.ts'

/**
 * Sliding windows: in any `seconds` at most `limit` requests of a scope pass. A scope is what is limited, such as a
 * workspace or a person in the dashboard. Its windows are identified by name and length.
 */
export interface RateLimiter {
  /** Counts one request in every window, or in none when one of them is full. */
  take(scope: string, windows: readonly LimitWindow[]): Verdict | Promise<Verdict>
  close(): Promise<void>
}

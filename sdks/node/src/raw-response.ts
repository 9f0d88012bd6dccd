// The status and headers of an answer.

import type { RateLimit } from './errors.ts'

export interface RawResponse {
  status: number
  headers: Headers
  requestId: string | undefined
  rateLimit: RateLimit | undefined
  /** Seconds, from `Retry-After`. */
  retryAfter: number | undefined
  /** True when the idempotency key was used before, and this is the first answer again. */
  isReplay: boolean
}

export function infoOf({ status, headers }: Response, now = Date.now()): RawResponse {
  return {
    status,
    headers,
    requestId: headers.get('x-request-id') ?? undefined,
    rateLimit: rateLimitOf(headers),
    retryAfter: secondsOf(headers.get('retry-after'), now),
    isReplay: headers.get('idempotent-replayed') === 'true',
  }
}

function rateLimitOf(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))
  if (limit == null || remaining == null || reset == null) return undefined
  return { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) }
}

/** The header holds seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(text: string | null, now: number): number | undefined {
  if (text === null || text === '') return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

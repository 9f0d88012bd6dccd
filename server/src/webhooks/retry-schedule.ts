// When a failed delivery is tried again.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delays after the first attempt, the second, and so on, each counted from the previous attempt. */
const DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
const MAX_WAIT_MS = 24 * HOUR

export const MAX_ATTEMPTS = DELAYS_MS.length + 1
export const FAILING_MS = 5 * 24 * HOUR

/**
 * The wait after `attempt` attempts; undefined when that was the last. It is randomly up to a tenth shorter, so that deliveries
 * that failed together do not return together. A receiver that asks for more time gets it.
 */
export function delayAfter(attempt: number, retryAfter: string | null, now: Date, chance: number): number | undefined {
  const delay = DELAYS_MS[attempt - 1]
  if (delay === undefined) return undefined
  return Math.max(Math.round(delay * (1 - 0.1 * chance)), askedFor(retryAfter, now))
}

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /i

/** `Retry-After`, in seconds or as a date (wall time), up to a day; anything else is ignored. */
function askedFor(retryAfter: string | null, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND, MAX_WAIT_MS)
  const ms = HTTP_DATE.test(text) ? Date.parse(text) - now.getTime() : 0
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_WAIT_MS) : 0
}

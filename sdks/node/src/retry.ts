// When a request is retried, and how long to wait before the retry.

import { ApiConnectionError, ApiError, RequestAbortedError } from './errors.ts'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 8_000
/** With a longer Retry-After the caller gets the error at once instead of a program that hangs. */
const MAX_RETRY_AFTER_S = 60

/** Writes are retried too: with their idempotency key, a change that already happened is not made again. */
export function canRetry(error: unknown): boolean {
  if (error instanceof ApiConnectionError) return true
  if (!(error instanceof ApiError) || error.status === undefined) return false
  if ((error.retryAfter ?? 0) > MAX_RETRY_AFTER_S) return false
  return error.status === 408 || error.status === 409 || error.status === 429 || error.status >= 500
}

/** The jitter keeps clients that failed together from retrying together. */
export function pauseMs(retry: number, error: unknown, random = Math.random()): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return Math.min(FIRST_PAUSE_MS * 2 ** (retry - 1), MAX_PAUSE_MS) * (0.5 + random / 2)
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new RequestAbortedError('The request was ended by its signal.', { cause: signal?.reason }))
    }
    if (signal?.aborted) return reject(new RequestAbortedError('The request was ended by its signal.'))
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

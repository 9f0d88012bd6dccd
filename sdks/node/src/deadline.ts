// A signal that ends an attempt after a time, or when the caller's own signal aborts.

import { ApiConnectionError, ApiTimeoutError, RequestAbortedError } from './errors.ts'

export class Deadline {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #ms = 0

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#caller = caller
    if (caller?.aborted) this.#controller.abort()
    caller?.addEventListener('abort', this.#abort, { once: true })
    this.extend(ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  extend(ms: number): void {
    clearTimeout(this.#timer)
    this.#ms = ms
    this.#timer = setTimeout(this.#abort, ms)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#abort)
  }

  /** Ends the attempt if it is still running. */
  end(): void {
    this.clear()
    this.#controller.abort()
  }

  /** The error for an attempt whose fetch was rejected. */
  errorOf(cause: unknown): Error {
    if (this.#caller?.aborted) return new RequestAbortedError('The request was ended by its signal.', { cause })
    if (this.signal.aborted) return new ApiTimeoutError(`No answer within ${this.#ms} ms.`, { cause })
    return new ApiConnectionError(`No answer: ${reasonOf(cause)}`, { cause })
  }

  readonly #abort = () => this.#controller.abort()
}

/** fetch says "fetch failed" and keeps the reason in its cause. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return inner instanceof Error ? inner.message || inner.name : String(inner)
}

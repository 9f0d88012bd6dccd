// One request and its answer, within limits of time and size.

import type { Dispatcher } from 'undici'
import { ResponseExcerpt } from './response-excerpt.ts'
import { faultText } from './transport-fault.ts'

/**
 * `status` is set as soon as the receiver's header was read, and then it alone decides the outcome. `error` says what ended the
 * exchange early; it can come with a status (a 200 whose body was too large, or never ended).
 */
export type PostResult = {
  status: number | null
  body: string | null
  retryAfter: string | null
  error: string | null
  durationMs: number
}

/** `keepBytes` is how much of the answer to keep; the first KiB when left out. */
export type Request = {
  url: URL
  headers: Record<string, string>
  body: string
  timeoutMs: number
  keepBytes?: number | undefined
}

// A response that is read to its end leaves its connection usable. Beyond this size a new connection is cheaper.
export const MAX_RESPONSE_BYTES = 64 * 1024
const TOO_LARGE = 'response too large'
const TIMED_OUT = 'timed out after'
// A number of seconds or a date. Neither is longer than this.
const MAX_RETRY_AFTER_CHARACTERS = 64

/** Never rejects. */
export function exchange(dispatcher: Dispatcher, request: Request): Promise<PostResult> {
  return new Promise((resolve) => new Exchange(request, resolve).start(dispatcher, request))
}

/** Whether the time ran out before the whole answer had arrived. */
export function hasTimedOut({ error }: PostResult): boolean {
  return error?.startsWith(TIMED_OUT) === true
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #startedAt = performance.now()
  readonly #resolve: (result: PostResult) => void
  readonly #timer: NodeJS.Timeout
  readonly #excerpt: ResponseExcerpt
  #controller: Dispatcher.DispatchController | undefined
  #status: number | null = null
  #retryAfter: string | null = null
  #isOver = false

  constructor({ timeoutMs, keepBytes }: Request, resolve: (result: PostResult) => void) {
    this.#resolve = resolve
    this.#excerpt = new ResponseExcerpt(keepBytes)
    // The limit of the whole attempt. undici's own limits restart with every byte, so a slow receiver would never reach them.
    this.#timer = setTimeout(() => this.#cut(`${TIMED_OUT} ${timeoutMs / 1000} s`), timeoutMs)
  }

  start(dispatcher: Dispatcher, { url, headers, body }: Request): void {
    try {
      const path = url.pathname + url.search
      dispatcher.dispatch({ origin: url.origin, path, method: 'POST', headers, body }, this)
    } catch (error) {
      this.#end(faultText(error))
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // Given up while the connection was being made, so nothing may be sent any more.
    if (this.#isOver) controller.abort(new Error('given up'))
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    // 1xx only announces the answer.
    if (status < 200) return
    this.#status = status
    const retryAfter = [headers['retry-after']].flat()[0]
    if (retryAfter !== undefined && retryAfter.length <= MAX_RETRY_AFTER_CHARACTERS) this.#retryAfter = retryAfter
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#excerpt.add(chunk)
    if (this.#excerpt.bytes > MAX_RESPONSE_BYTES) this.#cut(TOO_LARGE)
  }

  onResponseEnd(): void {
    this.#end(null)
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end(faultText(error))
  }

  /** Ends the attempt and its connection, on which the rest of the answer would still arrive. */
  #cut(reason: string): void {
    this.#end(reason)
    this.#controller?.abort(new Error(reason))
  }

  #end(error: string | null): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    const result = {
      status: this.#status,
      body: this.#status === null ? null : this.#excerpt.text(),
      retryAfter: this.#retryAfter,
      error,
      durationMs: Math.round(performance.now() - this.#startedAt),
    }
    // undici frees the connection in an immediate that it sets after calling us. Our immediate, set from a microtask,
    // runs after that one, so the caller can post again on the same connection instead of opening a second one.
    queueMicrotask(() => setImmediate(this.#resolve, result))
  }
}

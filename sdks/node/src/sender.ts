// All requests are sent here.

import { type Answer, ApiPromise } from './api-promise.ts'
import { Deadline } from './deadline.ts'
import { addressHint, errorOfAnswer } from './error-of-answer.ts'
import { ApiConnectionError, ApiError, withRequest } from './errors.ts'
import type { CardwrightEvent } from './event.ts'
import { followEvents, MAX_RECONNECTS } from './event-stream.ts'
import { SandboxOnlyError } from './generated/errors.ts'
import type { Environment } from './generated/schemas.ts'
import { tell } from './hooks.ts'
import { hideSecrets } from './masked.ts'
import {
  type ClientOptions,
  count,
  overridden,
  positive,
  type RequestOptions,
  type Settings,
  settle,
} from './options.ts'
import { type ListBody, Page, PagePromise, type PageStart } from './page.ts'
import { infoOf, type RawResponse } from './raw-response.ts'
import { type ApiRequest, type Prepared, prepare } from './request.ts'
import { canRetry, pause, pauseMs } from './retry.ts'

export class Sender {
  // Private to the engine, so that printing a client shows no key.
  readonly #settings: Settings

  constructor(options: ClientOptions) {
    this.#settings = settle(options)
  }

  get environment(): Environment {
    return this.#settings.environment
  }

  get baseUrl(): string {
    return this.#settings.baseUrl
  }

  /** The options of this client, overridden by the given ones. */
  optionsWith(options: ClientOptions): ClientOptions {
    return overridden(this.#settings, options)
  }

  one<T>(request: ApiRequest, options?: RequestOptions): ApiPromise<T> {
    return new ApiPromise(this.#answer<T>(request, options))
  }

  page<T>(request: ApiRequest, options?: RequestOptions): PagePromise<T> {
    return new PagePromise(this.#pageAnswer<T>(request, options))
  }

  /** Runs until the caller leaves the loop. After a lost connection it resumes after the last event seen. */
  stream(request: ApiRequest, options: RequestOptions = {}): AsyncGenerator<CardwrightEvent, void, undefined> {
    const open = (headers: Record<string, string>, deadline: Deadline) => {
      const prepared = prepare(this.#settings, request, options)
      Object.assign(prepared.headers, headers)
      return this.#exchange(prepared, 1, deadline, async (response) => response)
    }
    return followEvents(open, {
      newestSequence: () => this.#newestSequence(options),
      afterSequence: (request.query as { after_sequence?: number } | undefined)?.after_sequence,
      timeoutMs: options.timeoutMs ?? this.#settings.timeoutMs,
      maxRetries: options.maxRetries ?? this.#settings.maxRetries,
      maxReconnects: options.maxRetries ?? MAX_RECONNECTS,
      signal: options.signal,
      sleep: pause,
    })
  }

  async #newestSequence(options: RequestOptions): Promise<number> {
    const { data } = await this.page<CardwrightEvent>(
      { method: 'GET', path: '/events', query: { per_page: 1 } },
      options,
    )
    return data[0]?.sequence ?? 0
  }

  async #pageAnswer<T>(request: ApiRequest, options?: RequestOptions): Promise<Answer<Page<T>>> {
    const { data, response } = await this.#answer<ListBody<T>>(request, options)
    const { page: _, cursor: __, ...filters } = (request.query ?? {}) as Record<string, unknown>
    const pageFrom = (start: PageStart) => this.page<T>({ ...request, query: { ...filters, ...start } }, options)
    return { data: new Page(data, pageFrom), response }
  }

  async #answer<T>(request: ApiRequest, options: RequestOptions = {}): Promise<Answer<T>> {
    this.#refuseLiveKey(request)
    const prepared = prepare(this.#settings, request, options)
    const maxRetries = count('maxRetries', options.maxRetries ?? this.#settings.maxRetries)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt<T>(prepared, attempt, options)
      } catch (error) {
        if (attempt > maxRetries || !canRetry(error)) throw withRequest(error, prepared.idempotencyKey, attempt)
        await pause(pauseMs(attempt, error), options.signal).catch((ended) => {
          throw withRequest(ended, prepared.idempotencyKey, attempt)
        })
      }
    }
  }

  /** Throws the service's own error before a request is sent, so that the live key does not leave the machine. */
  #refuseLiveKey({ path }: ApiRequest): void {
    if (this.environment === 'sandbox' || !path.startsWith('/sandbox/')) return
    throw new SandboxOnlyError({ error: 'sandbox_only', message: 'The sandbox is not there for a live key.' })
  }

  async #attempt<T>(prepared: Prepared, attempt: number, options: RequestOptions): Promise<Answer<T>> {
    const timeoutMs = positive('timeoutMs', options.timeoutMs ?? this.#settings.timeoutMs)
    const deadline = new Deadline(timeoutMs, options.signal)
    try {
      return await this.#exchange(prepared, attempt, deadline, async (response, info) => {
        return { data: this.#parse<T>(await response.text(), response), response: info }
      })
    } finally {
      deadline.clear()
    }
  }

  /** Sends one request, and reads a successful answer with `read`. */
  async #exchange<R>(
    prepared: Prepared,
    attempt: number,
    deadline: Deadline,
    read: (response: Response, info: RawResponse) => Promise<R>,
  ): Promise<R> {
    const { method, path, url, headers, body, idempotencyKey } = prepared
    const note = { method, path, attempt, idempotencyKey }
    const started = performance.now()
    let info: RawResponse | undefined
    let failure: Error | undefined
    tell(this.#settings.onRequest, note)
    try {
      // Redirects are not followed, because they would send the key along. Edge runtimes do not support `error`.
      const init = { method, headers, signal: deadline.signal, redirect: 'manual' as const }
      const response = await this.#settings.fetch(url, body === undefined ? init : { ...init, body })
      info = infoOf(response)
      if (!response.ok) throw errorOfAnswer(await response.text(), info, this.baseUrl)
      return await read(response, info)
    } catch (error) {
      failure = error instanceof ApiError || error instanceof ApiConnectionError ? error : deadline.errorOf(error)
      throw failure
    } finally {
      tell(this.#settings.onResponse, {
        ...note,
        status: info?.status,
        requestId: info?.requestId,
        durationMs: performance.now() - started,
        error: failure,
      })
    }
  }

  /** A successful answer that is not JSON was cut off on its way, or comes from something other than the service. */
  #parse<T>(text: string, { headers }: Response): T {
    try {
      return hideSecrets(JSON.parse(text), text)
    } catch (cause) {
      const isCut = headers.get('content-type')?.includes('json') ?? true
      const message = isCut ? 'The answer was cut short.' : `The answer is not JSON.${addressHint(this.baseUrl)}`
      throw new ApiConnectionError(message, { cause })
    }
  }
}

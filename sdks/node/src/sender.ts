// The one place from which requests go out.

import { type Answer, ApiPromise } from './api-promise.ts'
import { Deadline } from './deadline.ts'
import { errorOfAnswer } from './error-of-answer.ts'
import { ApiError, ConnectionError } from './errors.ts'
import type { CardwrightEvent } from './event.ts'
import { followEvents } from './event-stream.ts'
import { SandboxOnlyError } from './generated/errors.ts'
import { tell } from './hooks.ts'
import { hideWhenPrinted } from './masked.ts'
import {
  type ClientOptions,
  count,
  type Environment,
  positive,
  type RequestOptions,
  type Settings,
  settle,
} from './options.ts'
import { type ListBody, Page, PagePromise } from './page.ts'
import { type ApiRequest, type Prepared, prepare } from './request.ts'
import { infoOf, type ResponseInfo } from './response-info.ts'
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

  one<T>(request: ApiRequest, options?: RequestOptions): ApiPromise<T> {
    return new ApiPromise(this.#answer<T>(request, options))
  }

  page<T>(request: ApiRequest, options?: RequestOptions): PagePromise<T> {
    return new PagePromise(this.#pageAnswer<T>(request, options))
  }

  /** Lasts until it is left; comes back by itself after the last event it has seen. */
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
      signal: options.signal,
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
    const pageAt = (page: number) => this.page<T>({ ...request, query: { ...request.query, page } }, options)
    return { data: new Page(data, pageAt), response }
  }

  async #answer<T>(request: ApiRequest, options: RequestOptions = {}): Promise<Answer<T>> {
    this.#refuseLiveKey(request)
    const prepared = prepare(this.#settings, request, options)
    const maxRetries = count('maxRetries', options.maxRetries ?? this.#settings.maxRetries)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt<T>(prepared, attempt, options, request.secrets)
      } catch (error) {
        if (attempt > maxRetries || !canRetry(error)) throw error
        await pause(pauseMs(attempt, error), options.signal)
      }
    }
  }

  /** Said here as the service would say it: a mistake with a live key should not leave the machine. */
  #refuseLiveKey({ path }: ApiRequest): void {
    if (this.environment === 'sandbox' || !path.startsWith('/sandbox/')) return
    throw new SandboxOnlyError({ error: 'sandbox_only', message: 'The sandbox is not there for a live key.' })
  }

  async #attempt<T>(
    prepared: Prepared,
    attempt: number,
    options: RequestOptions,
    secrets: string[] = [],
  ): Promise<Answer<T>> {
    const timeoutMs = positive('timeoutMs', options.timeoutMs ?? this.#settings.timeoutMs)
    const deadline = new Deadline(timeoutMs, options.signal)
    try {
      return await this.#exchange(prepared, attempt, deadline, async (response, info) => {
        const data = parse<T>(await response.text())
        return { data: hideWhenPrinted(data, secrets), response: info }
      })
    } finally {
      deadline.clear()
    }
  }

  /** One request and its answer, read by `read` when it is a good one. */
  async #exchange<R>(
    prepared: Prepared,
    attempt: number,
    deadline: Deadline,
    read: (response: Response, info: ResponseInfo) => Promise<R>,
  ): Promise<R> {
    const { method, path, url, headers, body, idempotencyKey } = prepared
    const note = { method, path, attempt, idempotencyKey }
    const started = performance.now()
    let info: ResponseInfo | undefined
    let failure: Error | undefined
    tell(this.#settings.onRequest, note)
    try {
      // Not followed: the key would go along. `error` would say so too, but edge runtimes do not have it.
      const init = { method, headers, signal: deadline.signal, redirect: 'manual' as const }
      const response = await this.#settings.fetch(url, body === undefined ? init : { ...init, body })
      info = infoOf(response)
      if (!response.ok) throw errorOfAnswer(await response.text(), info)
      return await read(response, info)
    } catch (error) {
      failure = error instanceof ApiError || error instanceof ConnectionError ? error : deadline.errorOf(error)
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
}

function parse<T>(text: string): T {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ConnectionError('The answer was cut short.', { cause })
  }
}

// Everything the library throws. One class per identifier of the service stands in generated/errors.ts.

import type { ResponseInfo } from './response-info.ts'

export class CardwrightError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The client was set up, or called, with something that cannot work. No request was sent. */
export class ConfigurationError extends CardwrightError {}

export interface RateLimitState {
  limit: number
  remaining: number
  /** Seconds until the window is free again. */
  reset: number
}

export interface ErrorBody {
  error?: string
  message?: string
  param?: string
  request_id?: string
  retry_after?: number
}

/** The service said no. */
export class ApiError extends CardwrightError {
  /** For programs: `insufficient_funds`. Undefined when something between answered in place of the service. */
  readonly id: string | undefined
  /** Undefined when the library refused before it sent anything. */
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** The field at fault, where one is. */
  readonly param: string | undefined
  /** Seconds to wait. */
  readonly retryAfter: number | undefined
  readonly rateLimit: RateLimitState | undefined

  constructor(body: ErrorBody, response?: ResponseInfo) {
    super(body.message ?? `The answer was ${response?.status}.`)
    this.id = body.error
    this.status = response?.status
    this.requestId = response?.requestId ?? body.request_id
    this.param = body.param
    this.retryAfter = response?.retryAfter ?? body.retry_after
    this.rateLimit = response?.rateLimit
  }
}

/** No answer, or half of one: whether a write happened is not known. */
export class ConnectionError extends CardwrightError {}

export class RequestTimeoutError extends ConnectionError {}

/** The caller's signal ended the request. */
export class RequestAbortedError extends CardwrightError {}

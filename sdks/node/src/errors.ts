// Everything that the library throws. The classes of statuses and identifiers are in generated/errors.ts.

import type { ErrorId } from './generated/schemas.ts'
import type { RawResponse } from './raw-response.ts'

export class CardwrightError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The client was set up, or called, with something that cannot work. No request was sent. */
export class ConfigurationError extends CardwrightError {}

/** A call that failed. */
export class RequestError extends CardwrightError {
  /** The key that a write was sent under: the same call with this key is safe to repeat. Undefined for a read. */
  readonly idempotencyKey: string | undefined = undefined
  /** The number of times that the request was sent. */
  readonly attempts: number = 0
}

/** Adds to an error the key that its request was sent under, and how often it was sent. */
export function withRequest<E>(error: E, idempotencyKey: string | undefined, attempts: number): E {
  return error instanceof RequestError ? Object.assign(error, { idempotencyKey, attempts }) : error
}

export interface RateLimit {
  limit: number
  remaining: number
  /** Seconds until the window is free again. */
  reset: number
}

export interface ErrorBody {
  error?: string | undefined
  message?: string | undefined
  param?: string | undefined
  request_id?: string | undefined
  retry_after?: number | undefined
}

/** An id of a service that is newer than the library. The `& {}` lets editors keep offering the known ids. */
type OtherId = string & {}

/** The service refused the request. */
export class ApiError extends RequestError {
  /** The machine-readable identifier: `insufficient_funds`. Undefined when a proxy answered instead of the service. */
  readonly id: ErrorId | OtherId | undefined
  /** Undefined when the library refused before it sent anything. */
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** The invalid field, if there is one. */
  readonly param: string | undefined
  /** Seconds to wait. */
  readonly retryAfter: number | undefined
  readonly rateLimit: RateLimit | undefined

  constructor(body: ErrorBody, response?: RawResponse) {
    super(body.message ?? `The answer was ${response?.status}.`)
    this.id = body.error
    this.status = response?.status
    this.requestId = response?.requestId ?? body.request_id
    this.param = body.param
    this.retryAfter = response?.retryAfter ?? body.retry_after
    this.rateLimit = response?.rateLimit
  }
}

/** No complete answer came, so it is not known whether a write happened. */
export class ApiConnectionError extends RequestError {}

export class ApiTimeoutError extends ApiConnectionError {}

/** The caller's signal ended the request. */
export class RequestAbortedError extends RequestError {}

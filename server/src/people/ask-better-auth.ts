// Sends a request to better-auth in its own form, and turns its answer into ours.

import type { FastifyRequest } from 'fastify'
import { LOCK_OUT_MS } from '../config/rate-limits.ts'
import { sqlState, unavailable } from '../database/database.ts'
import { ApiError, type ErrorId } from '../errors.ts'
import type { Services } from '../services.ts'
import { ADDRESS_HEADER, libraryOrigin, SIGN_IN_PATH } from './better-auth.ts'

/** `json` is what the library answered with success. */
// biome-ignore lint/suspicious/noExplicitAny: the library's own JSON, read field by field
export type LibraryAnswer = { json: any; cookies: string[] }

/** The library has refused in an expected way. Any other failure is an error of ours. */
export class LibraryRefusal extends Error {
  readonly answer: ApiError
  /** The library's own code, such as INVALID_PASSWORD. */
  readonly reason: string | undefined
  readonly cookies: string[]

  constructor(answer: ApiError, reason: string | undefined, cookies: string[]) {
    super(answer.message)
    this.answer = answer
    this.reason = reason
    this.cookies = cookies
  }
}

export type LibraryQuestion = {
  method: string
  /** As better-auth names it. */
  path: string
  query?: string
  body?: unknown
  /** Cookies that the library shall see. */
  cookie: string | undefined
}

/** Throws a `LibraryRefusal` when the library says no. */
export async function askBetterAuth(
  { signIn, config }: Services,
  request: FastifyRequest,
  question: LibraryQuestion,
): Promise<LibraryAnswer> {
  const { method, path, body } = question
  const response = await signIn
    .handle(
      new Request(addressOf(libraryOrigin(config), question), {
        method,
        headers: headersOf(request, question),
        ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      }),
    )
    .catch((error) => {
      throw asApiError(error)
    })
  const text = await response.text()
  const json = parsed(text)
  const cookies = response.headers.getSetCookie()
  if (response.ok && json !== undefined) return { json, cookies }
  const refusal = refusalOf(path, response.status, json)
  if (!refusal) throw unexpected(path, `status ${response.status}`)
  throw new LibraryRefusal(refusal, reasonOf(json), cookies)
}

/** An answer that the library should never give is described in our log; the person sees an internal error. */
export function unexpected(path: string, what: string): ApiError {
  return new ApiError('internal_error', undefined, { cause: new Error(`better-auth answered ${path} with ${what}`) })
}

/** A request cannot choose the endpoint, since both the origin and the path are ours. */
function addressOf(origin: string, { path, query = '' }: LibraryQuestion): URL {
  const address = new URL(`${SIGN_IN_PATH}/${path}`, origin)
  address.search = query
  if (address.pathname !== `${SIGN_IN_PATH}/${path}` || address.origin !== origin) throw unexpected(path, 'no address')
  return address
}

/** Passes on only what the library needs: origin, cookie, user agent and address. */
function headersOf({ method, headers, ip }: FastifyRequest, { cookie }: LibraryQuestion): Headers {
  const passed = new Headers({ 'content-type': 'application/json', [ADDRESS_HEADER]: ip })
  if (cookie) passed.set('cookie', cookie)
  // The origin of a GET was not checked (guard-sign-in.ts), and the library does not need it.
  if (method !== 'GET' && headers.origin !== undefined) passed.set('origin', headers.origin)
  const agent = headers['user-agent']
  if (agent !== undefined) passed.set('user-agent', agent.slice(0, 300))
  return passed
}

const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f])/i

/** Unknown fields, and what PostgreSQL cannot store, are refused as in every other body (http/validation.ts). */
export function checkBody(body: unknown, fields: readonly string[]): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', 'The body must be a JSON object.')
  const unknown = Object.keys(body).find((name) => !fields.includes(name))
  if (unknown !== undefined)
    throw new ApiError('invalid_request', `"${unknown}" is not a field of this request.`, { param: unknown })
  if (UNSTORABLE.test(JSON.stringify(body)))
    throw new ApiError('invalid_request', 'The body must not hold a NUL character or half of a surrogate pair.')
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusals: Record<number, ErrorId> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'invalid_state',
  422: 'invalid_request',
  429: 'rate_limit_exceeded',
}

/** A refusal has a message. Without one, the library's router does not know the endpoint, or something worse happened. */
function refusalOf(path: string, status: number, json: unknown): ApiError | undefined {
  // The library answers 500 to a registration that it cannot parse.
  const id = status >= 500 && path === 'passkey/verify-registration' ? 'invalid_request' : refusals[status]
  const message = (json as { message?: unknown } | null | undefined)?.message
  if (id === undefined || typeof message !== 'string') return undefined
  return new ApiError(id, message, id === 'rate_limit_exceeded' ? { retryAfterSeconds: LOCK_OUT_MS / 1_000 } : {})
}

function reasonOf(json: unknown): string | undefined {
  const reason = (json as { code?: unknown } | null)?.code
  return typeof reason === 'string' ? reason : undefined
}

/** Class 22: a value that its column cannot hold, such as a malformed id. */
function asApiError(error: unknown): unknown {
  return sqlState(error)?.startsWith('22')
    ? new ApiError('invalid_request', 'The request holds a value that cannot be.')
    : unavailable(error)
}

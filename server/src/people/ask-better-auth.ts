// A request to better-auth in the form it takes, and its answer in the form we send.

import type { FastifyRequest } from 'fastify'
import { sqlState, unavailable } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { ownOrigin } from '../http/same-origin.ts'
import type { Services } from '../services.ts'
import { ADDRESS_HEADER, SIGN_IN_PATH } from './better-auth.ts'

// biome-ignore lint/suspicious/noExplicitAny: the library's own JSON, read field by field
export type LibraryAnswer = { status: number; text: string; json: any; cookies: string[] }

/** `path` as better-auth names it, with the query if there is one. */
export async function askBetterAuth(
  { signIn, config }: Services,
  request: FastifyRequest,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<LibraryAnswer> {
  const response = await signIn
    .handle(
      new Request(`${ownOrigin(request, config.publicUrl)}${SIGN_IN_PATH}/${path}`, {
        method,
        headers: headersOf(request),
        ...(method !== 'GET' && { body: storable(body) }),
      }),
    )
    .catch((error) => {
      throw asApiError(error)
    })
  const text = await response.text()
  return {
    status: response.status,
    text,
    json: text ? JSON.parse(text) : null,
    cookies: response.headers.getSetCookie(),
  }
}

/** Only what it needs: whose page, whose cookie, which browser, from where. */
function headersOf({ headers, ip }: FastifyRequest): Headers {
  const passed = new Headers({ 'content-type': 'application/json', [ADDRESS_HEADER]: ip })
  for (const name of ['origin', 'cookie', 'user-agent']) {
    const value = headers[name]
    if (typeof value === 'string') passed.set(name, value.slice(0, name === 'user-agent' ? 300 : undefined))
  }
  return passed
}

const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f])/i

/** What PostgreSQL cannot store is refused, as in every other body (http/validation.ts). */
function storable(body: unknown): string {
  const text = JSON.stringify(body ?? {})
  if (UNSTORABLE.test(text))
    throw new ApiError('invalid_request', 'The body must not hold a NUL character or half of a surrogate pair.')
  return text
}

/** Class 22: a value that its column cannot hold, such as an id that is none. */
function asApiError(error: unknown): unknown {
  return sqlState(error)?.startsWith('22')
    ? new ApiError('invalid_request', 'The request holds a value that cannot be.')
    : unavailable(error)
}

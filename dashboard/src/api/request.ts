// Every call to the service goes through here. This adds the cookie and the environment header, and turns failures into
// a `Problem`.

import { idleHeader } from './activity.ts'
import { noteAnswer } from './connection.ts'
import { askToSignIn } from './ended-session.ts'
import { type Environment, environment } from './environment.ts'
import { askForProof } from './proof.ts'

export type Query = Record<string, string | number | boolean | undefined>
type Options = {
  query?: Query | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  key?: string | undefined
  /** The password, if the form asked for it. It answers a request to reauthenticate, so no dialog opens. */
  password?: string | undefined
  headers?: Record<string, string>
}

type ErrorBody = { error?: string; message?: string; param?: string; request_id?: string; retry_after?: number }

/** The service answered with a status other than 2xx, or did not answer (status 0). */
export class Problem extends Error {
  readonly id: string
  readonly status: number
  readonly param: string | undefined
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt. Only a 429 has it. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody) {
    super(body.message ?? 'Something went wrong.')
    this.status = status
    this.id = body.error ?? 'unknown'
    this.param = body.param
    this.requestId = body.request_id
    this.retryAfter = body.retry_after
  }
}

/** A component passes its environment, because the address may already belong to the next page. */
export const get = <T>(path: string, query?: Query, signal?: AbortSignal, environment?: Environment) =>
  send<T>('GET', path, { query, signal, ...(environment && { headers: { 'X-Cardwright-Environment': environment } }) })
export const post = <T>(path: string, body?: unknown, key?: string) => send<T>('POST', path, { body: body ?? {}, key })
/** For forms that have a password field of their own. */
export const postWithPassword = <T>(path: string, password: string, body: unknown) =>
  send<T>('POST', path, { body, password })
export const put = <T>(path: string, body: unknown) => send<T>('PUT', path, { body })
export const patch = <T>(path: string, body: unknown, key?: string) => send<T>('PATCH', path, { body, key })
export const remove = <T>(path: string, key?: string) => send<T>('DELETE', path, { key })

/** If the service wants a fresh password, asks for one and repeats the request. */
export async function send<T>(method: string, path: string, options: Options): Promise<T> {
  // The key is made once, so the service treats a second attempt as the same request.
  const key = method === 'GET' ? undefined : (options.key ?? crypto.randomUUID())
  try {
    return await attempt<T>(method, path, { ...options, key })
  } catch (error) {
    if (!(error instanceof Problem && error.id === 'reauthentication_required')) throw error
    if (!(await prove(options.password))) throw error
    return attempt<T>(method, path, { ...options, key })
  }
}

async function prove(password: string | undefined): Promise<boolean> {
  if (password === undefined) return askForProof()
  await attempt('POST', '/dashboard/session/reauthenticate', { body: { password } })
  return true
}

async function attempt<T>(method: string, path: string, options: Options): Promise<T> {
  const response = await raw(method, path, options)
  return (await response.json()) as T
}

/**
 * Returns the response itself, for answers that are not JSON, and throws on any status other than 2xx. If the session
 * has ended, waits until the person has signed in again.
 */
export async function raw(method: string, path: string, options: Options): Promise<Response> {
  // Read now, because the page may switch to the other environment while the request waits.
  const asked = { ...options, headers: { 'X-Cardwright-Environment': environment(), ...options.headers } }
  try {
    return await once(method, path, asked)
  } catch (error) {
    if (!isSessionEnd(error, path) || !(await askToSignIn())) throw error
    return once(method, path, asked)
  }
}

/** A wrong password or code is a 401 too, but the form shows it at its field. */
function isSessionEnd(error: unknown, path: string): boolean {
  return error instanceof Problem && error.status === 401 && !/^\/dashboard\/(auth|links|session\/r)/.test(path)
}

async function once(method: string, path: string, options: Options): Promise<Response> {
  const { query, body, signal, key, headers } = options
  const response = await fetch(address(path, query), {
    method,
    credentials: 'same-origin',
    headers: {
      ...idleHeader(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'X-Idempotency-Key': key }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw unreachable()
  })
  if (response.ok) {
    noteAnswer(true)
    return response
  }
  const answer = await response.json().catch(() => undefined)
  // These answers without JSON come from a proxy in front of the service while the service restarts.
  if (answer === undefined && response.status >= 502 && response.status <= 504) throw unreachable()
  noteAnswer(true)
  throw new Problem(response.status, answer ?? {})
}

function unreachable(): Problem {
  noteAnswer(false)
  return new Problem(0, { error: 'unreachable', message: 'The service cannot be reached. Check your connection.' })
}

export function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

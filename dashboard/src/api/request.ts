// One way to talk to the service: the session's cookie, the environment's header, the contract's errors.

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
  /** Given in the same form: where the service wants a fresh proof, this is it, and no dialog asks again. */
  password?: string | undefined
  headers?: Record<string, string>
}

type ErrorBody = { error?: string; message?: string; param?: string; request_id?: string; retry_after?: number }

/** An answer other than 2xx, or none at all. */
export class Problem extends Error {
  readonly id: string
  readonly status: number
  readonly param: string | undefined
  readonly requestId: string | undefined
  /** Seconds until it is worth asking again; on 429 only. */
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

/** A component passes its environment: the address may already be that of the next page. */
export const get = <T>(path: string, query?: Query, signal?: AbortSignal, environment?: Environment) =>
  send<T>('GET', path, { query, signal, ...(environment && { headers: { 'X-Cardwright-Environment': environment } }) })
export const post = <T>(path: string, body?: unknown, key?: string) => send<T>('POST', path, { body: body ?? {}, key })
/** For a form that asks for the password itself. */
export const postWithPassword = <T>(path: string, password: string, body: unknown) =>
  send<T>('POST', path, { body, password })
export const put = <T>(path: string, body: unknown) => send<T>('PUT', path, { body })
export const patch = <T>(path: string, body: unknown, key?: string) => send<T>('PATCH', path, { body, key })
export const remove = <T>(path: string, key?: string) => send<T>('DELETE', path, { key })

/** Asks for the password again where the service wants it fresh, and then goes on. */
export async function send<T>(method: string, path: string, options: Options): Promise<T> {
  // Made once: a repeated attempt is the same request to the service.
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

/** The response itself, for what is no JSON; anything but 2xx is thrown. Waits for a new sign-in where a session ended. */
export async function raw(method: string, path: string, options: Options): Promise<Response> {
  // The page may turn to the other environment while the request waits.
  const asked = { ...options, headers: { 'X-Cardwright-Environment': environment(), ...options.headers } }
  try {
    return await once(method, path, asked)
  } catch (error) {
    if (!isSessionEnd(error, path) || !(await askToSignIn())) throw error
    return once(method, path, asked)
  }
}

/** A wrong password or code is a 401 too, and is told at its field. */
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
  // Not in the words of the contract: a proxy in front of a service that is being restarted.
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

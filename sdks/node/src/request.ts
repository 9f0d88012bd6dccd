// Turns a call of the library into a request for fetch.

import { ConfigurationError } from './errors.ts'
import type { RequestOptions, Settings } from './options.ts'

export const VERSION = '0.1.0'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface ApiRequest {
  method: Method
  /** `/cards/{card_id}` */
  path: string
  /** The values for the braces of the path. */
  ids?: Record<string, string>
  query?: object | undefined
  body?: object | undefined
}

/** A request that can be sent again unchanged. */
export interface Prepared {
  method: string
  path: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  idempotencyKey: string | undefined
}

export function prepare(settings: Settings, request: ApiRequest, options: RequestOptions = {}): Prepared {
  const path = request.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, request.ids?.[name]))
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  const idempotencyKey = request.method === 'GET' ? undefined : (options.idempotencyKey ?? crypto.randomUUID())
  return {
    method: request.method,
    path,
    url: settings.baseUrl + path + queryText(request.query),
    headers: headersOf(settings, options, { body, idempotencyKey }),
    body,
    idempotencyKey,
  }
}

/** Checks a path from the caller: it must stay below the base address, and have no query, which hooks would show. */
export function checkedPath(path: string): string {
  const climbs = path.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part))
  if (/^\/[^/?#\\{}][^?#\\{}]*$/.test(path) && !climbs) return path
  throw new ConfigurationError(
    'A path begins with one slash, such as /cards, and holds neither a query nor dots alone.',
  )
}

/** An empty id would request the list, and `..` the parent path: URLs resolve `..` even when it is encoded. */
function segment(name: string, id: unknown): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new ConfigurationError(`${name} is not an id: ${String(id)}`)
  return encodeURIComponent(id)
}

function queryText(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

function headersOf(
  settings: Settings,
  options: RequestOptions,
  { body, idempotencyKey }: Pick<Prepared, 'body' | 'idempotencyKey'>,
): Record<string, string> {
  return {
    ...lowerCased(settings.headers),
    ...lowerCased(options.headers ?? {}),
    accept: 'application/json',
    authorization: `Bearer ${settings.apiKey}`,
    'user-agent': `cardwright-node/${VERSION}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'x-idempotency-key': idempotencyKey }),
  }
}

/** Otherwise a header of the caller with another spelling would be sent in addition to ours. */
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

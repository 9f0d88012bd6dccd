// Metrics on a port of their own (METRICS_PORT), so that no proxy publishes them and reading them can be allowed by address. With
// METRICS_TOKEN a reader has to show it, here and on the port of the API.

import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { Registry } from 'prom-client'
import type { MetricsListener } from '../config/edge-config.ts'
import { ApiError } from '../errors.ts'
import { newUuidHex } from '../ids.ts'

const TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 50

export type ListeningMetrics = { url: string; close(): Promise<void> }
export type MetricsPage = () => Promise<string>

/** Several readers at once share one page, since a page takes milliseconds of the process that makes it. */
export function sharedPage(make: MetricsPage): MetricsPage {
  let running: Promise<string> | undefined
  return () => {
    running ??= make().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Rejects when the port is taken. */
export async function listenForMetrics(
  { host, port }: Pick<MetricsListener, 'host' | 'port'>,
  token: string | undefined,
  page: MetricsPage,
): Promise<ListeningMetrics> {
  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (request, response) => {
    request.resume()
    void answer(request, response, token, page)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen({ host, port })
  await once(server, 'listening')
  const { port: chosen } = server.address() as AddressInfo
  return {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${chosen}/metrics`,
    async close() {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}

async function answer(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  token: string | undefined,
  page: MetricsPage,
): Promise<void> {
  try {
    if ((method !== 'GET' && method !== 'HEAD') || url.split('?', 1)[0] !== '/metrics') throw new ApiError('not_found')
    requireMetricsToken(token, headers.authorization)
    const body = await page()
    response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' })
    response.end(method === 'HEAD' ? undefined : body)
  } catch (error) {
    const known = error instanceof ApiError ? error : new ApiError('internal_error')
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
    response.writeHead(known.status, headers).end(JSON.stringify(known.body(`req_${newUuidHex()}`)))
  }
}

/** `authorization` is the header of the request. Throws when a token is needed and it is not this one. */
export function requireMetricsToken(token: string | undefined, authorization: string | undefined): void {
  if (token === undefined || timingSafeEqual(hash(`Bearer ${token}`), hash(authorization ?? ''))) return
  throw new ApiError('unauthorized', 'The metrics need the token of METRICS_TOKEN: Authorization: Bearer …')
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

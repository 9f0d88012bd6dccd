// Ends a request: one write with all headers, one log line, one observation of the metrics. It bypasses Fastify's reply, which
// sets headers one by one: at ten thousand requests a second that alone would take a tenth of the time.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { endSpan } from './trace-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Headers of this request, collected along the way. */
    ownHeaders: Record<string, string> | undefined
    /** By `performance.now()`. Fastify's own timer runs only when it logs. */
    startedAt: number
  }
}

export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

export const apiHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  ...securityHeaders,
}

const fixedHeaders: readonly string[] = Object.entries(apiHeaders).flat()

export function ownHeadersOf(request: FastifyRequest): Record<string, string> {
  request.ownHeaders ??= {}
  return request.ownHeaders
}

export function sendJson(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  text: string,
  own: Record<string, string>,
): void {
  const headers = [...fixedHeaders, 'X-Request-Id', request.id, 'Content-Length', String(Buffer.byteLength(text))]
  for (const name in own) headers.push(name, own[name]!)
  reply.hijack()
  reply.raw.writeHead(status, headers)
  reply.raw.end(text)
  finishRequest(services, request, status, status < 400 ? null : errorIn(text))
}

/** A refusal may come from the engine or from a stored answer, so its id is read from the text. */
function errorIn(text: string): string | null {
  return /^\{"error":"(\w+)"/.exec(text)?.[1] ?? null
}

type Observer = { duration: { observe(seconds: number): void }; count: { inc(): void } }
/** One per method, route and status, because finding it by its labels would cost more than counting. */
const observers = new WeakMap<Services, Map<string, Observer>>()

export function finishRequest(
  services: Services,
  request: FastifyRequest,
  status: number,
  error: string | null = null,
): void {
  const ms = performance.now() - request.startedAt
  if (request.span) endSpan(services, request, status, error)
  logRequest(services, request, status, ms, error)
  const route = request.routeOptions.url ?? 'unknown'
  const observer = observerOf(services, request.method, route, status)
  observer.duration.observe(ms / 1000)
  observer.count.inc()
  // Successful requests are counted in /metrics. A line for each would fill the log and take a tenth of the time.
  const level = status < 400 ? 'debug' : 'info'
  if (!services.log.isLevelEnabled(level)) return
  services.log[level](
    { requestId: request.id, method: request.method, route, status, ms: Math.round(ms * 10) / 10 },
    'request',
  )
}

/** Adds the request to the workspace's request log, unless a person is reading that very log. */
function logRequest(
  services: Services,
  request: FastifyRequest,
  status: number,
  ms: number,
  error: string | null,
): void {
  const { workspace, originalUrl: url } = request
  if (!workspace || !url.startsWith('/v1') || (workspace.person && url.startsWith('/v1/request-logs'))) return
  services.requestLog.add({
    requestId: request.id,
    workspace,
    method: request.method,
    url,
    status,
    ms,
    error,
    ip: request.ip,
  })
}

function observerOf(services: Services, method: string, route: string, status: number): Observer {
  let known = observers.get(services)
  if (!known) {
    known = new Map()
    observers.set(services, known)
  }
  const key = `${method} ${route} ${status}`
  let observer = known.get(key)
  if (!observer) {
    const { requests, answers } = services.metrics
    observer = { duration: requests.labels({ method, route }), count: answers.labels({ method, route, status }) }
    known.set(key, observer)
  }
  return observer
}

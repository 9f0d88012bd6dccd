// The span of a request, when requests are traced. It holds the route's pattern and never its path, which may contain an id,
// the token of a link, or anything that a client put there by mistake.

import type { FastifyRequest } from 'fastify'
import type { WorkspaceKey } from '../ids.ts'
import type { Changes } from '../ledger/changes.ts'
import type { Services } from '../services.ts'
import type { Span } from '../tracing/span.ts'
import type { Tracer } from '../tracing/tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for a request that is not traced. */
    span: Span | undefined
  }
}

/** On a quiet service most traces would be of probes. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics'])

export function startSpan(tracer: Tracer, request: FastifyRequest): Span | undefined {
  const { id, method, headers } = request
  const route = request.routeOptions.url ?? 'unknown'
  if (UNTRACED.has(route)) return undefined
  const { traceparent } = headers
  return tracer.startRequest(id, method, route, typeof traceparent === 'string' ? traceparent : undefined)
}

export function endSpan({ tracer }: Services, { span }: FastifyRequest, status: number, error: string | null): void {
  if (!span || !tracer) return
  span.attributes['http.response.status_code'] = status
  if (error !== null) span.attributes['error.type'] = error
  span.isFailed = status >= 500
  tracer.end(span)
}

export function countEvents({ workspaces }: Changes, { id }: WorkspaceKey): number {
  return workspaces.get(id)?.events.length ?? 0
}

/** Remembers which events the request has caused: those of its workspace after the sequence `before`. */
export function noteCauses(
  { tracer }: Services,
  { span, workspace }: FastifyRequest,
  { workspaces }: Changes,
  before = 0,
): void {
  if (!span || !tracer) return
  for (const { id } of workspaces.get(workspace.id)?.events.slice(before) ?? []) tracer.rememberCause(id, span)
}

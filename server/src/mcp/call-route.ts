// The only way from a tool to the API: a request to the route under /v1, inside the process. Limits, scopes, bounds, the request
// log and idempotency keys apply as to any other request of the key.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyRoute } from '../http/route.ts'

export type Call = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string | undefined
}
// biome-ignore lint/suspicious/noExplicitAny: what a route answers is in its schema; each tool picks from it by name
export type Answered = { status: number; body: any }
/** Calls a route with the key that called the tool. */
export type CallRoute = (route: AnyRoute, call?: Call) => Promise<Answered>

export function callerOf(app: FastifyInstance, { headers, ip, protocol, host }: FastifyRequest): CallRoute {
  return async (route, call = {}) => {
    const answer = await app.inject({
      method: route.method,
      url: {
        pathname: pathOf(route.url, call.params ?? {}),
        query: queryOf(call.query ?? {}),
        protocol,
        hostname: host,
      },
      remoteAddress: ip,
      headers: {
        host,
        authorization: headers.authorization!,
        ...(call.idempotencyKey !== undefined && { 'x-idempotency-key': call.idempotencyKey }),
      },
      ...(call.body !== undefined && { payload: call.body as object }),
    })
    return { status: answer.statusCode, body: JSON.parse(answer.payload) }
  }
}

function pathOf(url: string, params: Record<string, string>): string {
  return `/v1${url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!))}`
}

function queryOf(query: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

// /mcp: the Model Context Protocol over streamable HTTP, for agents. Nothing is kept between messages: each carries its key and
// is authenticated like any request of the API.

import { once } from 'node:events'
import { originValidation } from '@modelcontextprotocol/fastify'
import {
  type AuthInfo,
  createMcpHandler,
  localhostAllowedOrigins,
  type McpHttpHandler,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicUrlOf } from '../config/config.ts'
import { ApiError } from '../errors.ts'
import { authenticateRequests, countRequest } from '../http/authenticate.ts'
import { apiHeaders, finishRequest, ownHeadersOf } from '../http/send.ts'
import { drained } from '../http/streamed.ts'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'
import { buildServer, willCall } from './build-server.ts'
import { type CallRoute, callerOf } from './call-route.ts'
import type { Session } from './tool.ts'

export function serveMcp(app: FastifyInstance, services: Services): void {
  const stopping = new AbortController()
  const handler = createMcpHandler(({ authInfo }) => buildServer(sessionIn(authInfo)), {
    onerror: (error) => services.log.debug(describeFailure(error), 'an MCP message was refused'),
    maxSubscriptions: 0, // a key's tools change only with the key, so there is nothing to notify about
  })
  app.addHook('preClose', async () => {
    stopping.abort()
    await handler.close()
  })
  app.addHook('onRequest', originValidation(ownHosts(services)))
  authenticateRequests(app, services, 'keys')
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { limit: 'by_calls' },
    handler: (request, reply) => answer(app, services, { handler, stopping: stopping.signal }, request, reply),
  })
}

/** The names of the local machine are interchangeable. */
function ownHosts({ config }: Services): string[] {
  const { hostname } = new URL(publicUrlOf(config))
  const local = localhostAllowedOrigins()
  return local.includes(hostname) ? local : [hostname]
}

type Serving = { handler: McpHttpHandler; stopping: AbortSignal }

/** A message counts once in the limits: through the routes that its tool calls, or by itself when it calls none. */
async function answer(
  app: FastifyInstance,
  services: Services,
  { handler, stopping }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (Array.isArray(request.body)) throw new ApiError('invalid_request', 'Send one message at a time, not a list.')
  if (!willCall(request.workspace, request.body)) await countRequest(services, request)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const signal = AbortSignal.any([gone.signal, stopping])
  const { call, calls } = counted(callerOf(app, request))
  const session: Session = { call, workspace: request.workspace, wake: services.wake, requestId: request.id, signal }
  const response = await handler.fetch(webRequest(request, signal), {
    authInfo: authInfoOf(session),
    ...(request.method === 'POST' && { parsedBody: request.body }),
  })
  const text = isStream(response) ? undefined : await response.text()
  // The package has refused the message, although its tool and arguments were valid.
  if (text !== undefined && calls() === 0) await countRequest(services, request)
  await send(services, request, reply, response, text)
  return reply
}

function counted(call: CallRoute): { call: CallRoute; calls(): number } {
  let calls = 0
  return {
    calls: () => calls,
    call(...given) {
      calls += 1
      return call(...given)
    },
  }
}

/** The package passes it only to the function that builds the server. */
function authInfoOf(session: Session): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { session } }
}

function sessionIn(authInfo: AuthInfo | undefined): Session {
  return authInfo!.extra!.session as Session
}

/** Leaves out the key, since nothing after this point needs it. */
function webRequest({ method, protocol, host, url, headers, body }: FastifyRequest, signal: AbortSignal): Request {
  const shown = Object.entries(headers).filter(([name]) => name !== 'authorization' && name !== 'cookie')
  return new Request(`${protocol}://${host || 'localhost'}${url}`, {
    method,
    headers: shown.map(([name, value]) => [name, String(value)]),
    signal,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true
}

async function send(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
  text: string | undefined,
): Promise<void> {
  const { raw } = reply
  reply.hijack()
  void request.ip // reads the address now, since a closed socket no longer knows it
  // A `Headers` object, since the package writes header names in a different case.
  const headers = new Headers({ ...apiHeaders, 'X-Request-Id': request.id, ...ownHeadersOf(request) })
  for (const [name, value] of response.headers) if (name !== 'cache-control') headers.set(name, value)
  raw.writeHead(response.status, Object.fromEntries(headers))
  if (text === undefined) await pipe(response, raw)
  raw.end(text)
  if (!raw.writableFinished) await Promise.race([once(raw, 'finish'), once(raw, 'close')])
  finishRequest(services, request, response.status)
}

async function pipe({ body }: Response, raw: FastifyReply['raw']): Promise<void> {
  for await (const piece of body!) {
    if (raw.destroyed) return
    if (!raw.write(piece)) await drained(raw)
  }
}

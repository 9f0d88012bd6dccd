// The parts that both HTTP applications of the service share: connection limits, error answers and shutdown. `app.ts`
// is the API and the dashboard; `callbacks-app.ts` serves processors on a port of their own.

import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { unavailable } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { countFailure } from '../http/authenticate.ts'
import { cleanForwardedFor, trustsProxy } from '../http/client-address.ts'
import { Connections } from '../http/connections.ts'
import { createHttpServer, newRequestId } from '../http/http-server.ts'
import { checkHost } from '../http/same-origin.ts'
import { finishRequest, ownHeadersOf, securityHeaders, sendJson } from '../http/send.ts'
import { startSpan } from '../http/trace-request.ts'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'

const BODY_LIMIT = 64 * 1024

/** `onClose` is called when the application begins to close, before its connections are closed. */
export function createBaseApp(
  services: Services,
  onClose: (isReplaced: boolean) => void = () => {},
): { app: FastifyInstance; connections: Connections } {
  const { http, trustProxy } = services.config
  const isProxy = trustsProxy(trustProxy)
  const connections = openConnections(services)
  const app = Fastify({
    logger: false, // we log one line of our own at the end of each request, without its body
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: isProxy as never, // Fastify's type does not know that a closed socket has no address
    genReqId: newRequestId,
    exposeHeadRoutes: true,
    serverFactory: (handler) => createHttpServer(http, connections, handler),
    return503OnClosing: false, // requests that still arrive on open connections are answered, with `Connection: close`
    routerOptions: { maxParamLength: 16_384 }, // an id that is too long is answered as an unknown id
    rewriteUrl: ({ url }) => (isDecodable(url!) ? url! : UNDECODABLE),
    clientErrorHandler: () => {}, // http-server.ts sets its own handler
  })
  app.addHook('preClose', () => {
    const isReplaced = services.siblings?.isReplaced === true
    onClose(isReplaced)
    // A process that is only being replaced can wait: an idle connection ends with its next request, or when it times out.
    return connections.drain(isReplaced ? http.idleTimeoutMs : http.shutdownLingerMs)
  })
  app.decorateRequest('ownHeaders')
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('span')
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = performance.now()
    if (services.tracer) request.span = startSpan(services.tracer, request)
    if (isProxy) cleanForwardedFor(request.headers)
    done(checkHost(request))
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(services, error, request, reply))
  app.setNotFoundHandler(refuseUnknown)
  return { app, connections }
}

function openConnections({ config: { http, trustProxy }, metrics, log, slots }: Services): Connections {
  let counted = 0 // one figure for all applications of the process
  return new Connections({
    perAddress: http.connectionsPerAddress,
    slots,
    isProxy: trustsProxy(trustProxy),
    idleMs: http.idleTimeoutMs,
    headersMs: http.headersTimeoutMs,
    onCount(open) {
      metrics.connectionsOpen.inc(open - counted)
      counted = open
    },
    onRefused() {
      metrics.connectionsRefused.inc()
      log.debug('a connection was refused: its address holds as many as it may')
    },
  })
}

export function refuseUnknown(): never {
  throw new ApiError('not_found')
}

// Fastify answers a path that it cannot decode without running any hook. Rewritten to this path, it is handled like every
// other unknown path.
const UNDECODABLE = '/v1/undecodable'

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url.split('?', 1)[0]!)
    return true
  } catch {
    return false
  }
}

/** Pages outside the API answer through Fastify, with the same headers and the same log line. */
export function describePages(pages: FastifyInstance, services: Services): void {
  pages.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).headers(securityHeaders)
  })
  pages.addHook('onResponse', async (request, reply) => finishRequest(services, request, reply.statusCode))
}

async function answerError(
  services: Services,
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const known = (await countFailure(services, request)) ?? asApiError(error, request)
  if (known.status >= 500)
    services.log.error(
      { requestId: request.id, route: request.routeOptions.url, ...describeFailure(known.cause ?? error) },
      known.id,
    )
  const own = ownHeadersOf(request)
  if (known.retryAfterSeconds !== undefined) own['Retry-After'] = String(known.retryAfterSeconds)
  sendJson(services, request, reply, known.status, JSON.stringify(known.body(request.id)), own)
}

function asApiError(error: Error & { statusCode?: number; code?: string }, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ApiError('invalid_request', `The body is larger than ${bodyLimitOf(request) / 1024} KiB.`)
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ApiError('invalid_request', 'The request could not be read.')
  const away = unavailable(error)
  return away instanceof ApiError ? away : new ApiError('internal_error', undefined, { cause: error })
}

function bodyLimitOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.bodyLimit ?? BODY_LIMIT
}

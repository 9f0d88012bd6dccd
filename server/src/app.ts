// The HTTP application: the API under /v1, the dashboard's own operations under /dashboard, the reference, health and
// metrics.

import { isUtf8 } from 'node:buffer'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { dashboardRoutes } from './dashboard/routes.ts'
import { servePages } from './dashboard/serve-pages.ts'
import { unavailable } from './database/database.ts'
import { authorizeRequests, countFailure } from './http/authorize.ts'
import { cleanForwardedFor, trustsProxy } from './http/client-address.ts'
import { Connections } from './http/connections.ts'
import { ApiError } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { createHttpServer, newRequestId } from './http/http-server.ts'
import { judgeHost } from './http/same-origin.ts'
import { finishRequest, ownHeadersOf, securityHeaders, sendJson } from './http/send.ts'
import { serve } from './http/serve.ts'
import { startSpan } from './http/trace-request.ts'
import { describeFailure } from './log.ts'
import { guardDoor } from './people/open-door.ts'
import { serveLinks } from './people/serve-links.ts'
import { serveSignIn } from './people/serve-sign-in.ts'
import { serveProcessorDoors } from './processors/doors.ts'
import { serveReference } from './reference/serve-reference.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'

const BODY_LIMIT = 64 * 1024

export function buildApp(services: Services): FastifyInstance {
  const { http, trustProxy } = services.config
  const isProxy = trustsProxy(trustProxy)
  const connections = openConnections(services)
  const app = Fastify({
    logger: false, // one line of our own at the end of a request, without its body
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: isProxy as never, // a closed socket has no address, which Fastify's type leaves out
    genReqId: newRequestId,
    exposeHeadRoutes: true,
    serverFactory: (handler) => createHttpServer(http, connections, handler),
    return503OnClosing: false, // what still comes in on open connections is answered, with `Connection: close`
    routerOptions: { maxParamLength: 16_384 }, // a long id is an unknown one
    rewriteUrl: ({ url }) => (isDecodable(url!) ? url! : UNDECODABLE),
    clientErrorHandler: () => {}, // every server has its own
  })
  app.addHook('preClose', () => {
    const isReplaced = services.siblings?.isReplaced === true
    services.streams.close({ isReplaced }) // they would keep their connections for ever
    // One that is only replaced is in no hurry: an idle connection ends with the next request on it, or by its time.
    return connections.drain(isReplaced ? http.idleTimeoutMs : http.shutdownLingerMs)
  })
  app.decorateRequest('ownHeaders')
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('span')
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = performance.now()
    if (services.tracer) request.span = startSpan(services.tracer, request)
    if (isProxy) cleanForwardedFor(request.headers)
    done(judgeHost(request))
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(services, error, request, reply))
  app.setNotFoundHandler(refuseUnknown)
  acceptJson(app)
  app.register(async (pages) => {
    describePages(pages, services)
    refuseReadiness(pages, services, connections)
    serveHealth(pages, services)
    serveReference(pages)
    if (services.config.role !== 'worker') servePages(pages)
  })
  // A process that only works in the background shows its health and metrics, and nothing else.
  if (services.config.role === 'worker') return app
  if (services.config.processorPort === undefined) app.register(async (doors) => openDoors(doors, services))
  app.register(
    async (api) => {
      authorizeRequests(api, services, 'keys and people')
      // Set here as well, so that an unknown path under /v1 is judged after the key and the limits.
      api.setNotFoundHandler(refuseUnknown)
      api.get('/*', refuseUnknown) // the pages of the dashboard would take it for one of theirs
      for (const route of routes) serve(api, services, route)
    },
    { prefix: '/v1' },
  )
  app.register(
    async (door) => {
      guardDoor(door, services)
      serveSignIn(door, services)
      serveLinks(door, services)
    },
    { prefix: '/dashboard' },
  )
  app.register(
    async (dashboard) => {
      authorizeRequests(dashboard, services, 'people')
      for (const route of dashboardRoutes) serve(dashboard, services, route)
    },
    { prefix: '/dashboard' },
  )
  return app
}

function openDoors(doors: FastifyInstance, services: Services): void {
  describePages(doors, services)
  serveProcessorDoors(doors, services)
}

function openConnections({ config: { http, trustProxy }, metrics, log, places }: Services): Connections {
  return new Connections({
    perAddress: http.connectionsPerAddress,
    places,
    isProxy: trustsProxy(trustProxy),
    idleMs: http.idleTimeoutMs,
    headersMs: http.headersTimeoutMs,
    onCount: (open) => metrics.connectionsOpen.set(open),
    onRefused() {
      metrics.connectionsRefused.inc()
      log.debug('a connection was refused: its address holds as many as it may')
    },
  })
}

/** A load balancer that asks learns at once that the service is stopping. A process that is replaced says nothing of that. */
function refuseReadiness(pages: FastifyInstance, { siblings }: Services, connections: Connections): void {
  pages.addHook('onRequest', async (request) => {
    if (connections.isStopping && !siblings?.isReplaced && request.routeOptions.url === '/readyz')
      throw new ApiError('service_unavailable', 'The service is stopping.')
  })
}

function refuseUnknown(): never {
  throw new ApiError('not_found')
}

// Fastify answers a path it cannot decode without any hook. Under another path it is judged like every unknown one.
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

/** What is not the API answers through Fastify, with the same headers and the same line in the log. */
function describePages(pages: FastifyInstance, services: Services): void {
  pages.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).headers(securityHeaders)
  })
  pages.addHook('onResponse', async (request, reply) => finishRequest(services, request, reply.statusCode))
}

/** An absent or empty body is `{}`; anything that is not JSON is refused. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, {})
    if (!isJson(request.headers['content-type']))
      return done(
        new ApiError('invalid_request', 'The body must be sent with Content-Type: application/json.', {
          param: 'Content-Type',
        }),
      )
    const body = parseJson(bytes as Buffer)
    if (body === undefined) done(new ApiError('invalid_json', 'The body is not valid JSON.'))
    else done(null, body)
  })
}

function isJson(contentType: string | undefined): boolean {
  return (
    contentType === 'application/json' || contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
  )
}

/** Bytes that are no UTF-8 are refused rather than replaced: what is stored must be what was sent. */
function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined
  try {
    // A key `__proto__` becomes a property like any other here, and an unknown field to every schema.
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

async function answerError(
  services: Services,
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const known = (await countFailure(services, request)) ?? asApiError(error)
  if (known.status >= 500)
    services.log.error(
      { requestId: request.id, route: request.routeOptions.url, ...describeFailure(known.cause ?? error) },
      known.id,
    )
  const own = ownHeadersOf(request)
  if (known.retryAfterSeconds !== undefined) own['Retry-After'] = String(known.retryAfterSeconds)
  sendJson(services, request, reply, known.status, JSON.stringify(known.body(request.id)), own)
}

function asApiError(error: Error & { statusCode?: number; code?: string }): ApiError {
  if (error instanceof ApiError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ApiError('invalid_request', 'The body is larger than 64 KiB.')
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ApiError('invalid_request', 'The request could not be read.')
  const away = unavailable(error)
  return away instanceof ApiError ? away : new ApiError('internal_error', undefined, { cause: error })
}

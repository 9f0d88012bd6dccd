// The HTTP application: the API under /v1, the reference, health and metrics.

import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ApiError } from './http/errors.ts'
import { authorizeRequests } from './http/authorize.ts'
import { serve } from './http/serve.ts'
import { serveHealth } from './http/health.ts'
import { newUuid } from './ids.ts'
import { describeFailure } from './log.ts'
import { serveReference } from './reference/serve-reference.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'

const BODY_LIMIT = 64 * 1024

const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

export function buildApp(services: Services): FastifyInstance {
  const app = Fastify({
    loggerInstance: services.log,
    disableRequestLogging: true, // one line of our own at the end of a request, without its body
    bodyLimit: BODY_LIMIT,
    trustProxy: services.config.trustProxy,
    genReqId: () => `req_${newUuid().replaceAll('-', '')}`,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle', // a graceful stop finishes what is in flight and drops the rest
    return503OnClosing: false,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => answerError(services, error, request, reply),
    clientErrorHandler: refuseBrokenHttp,
  } as never) as unknown as FastifyInstance
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id).headers(securityHeaders)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    finishRequest(services, request, reply)
    done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(services, error, request, reply))
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found')
  })
  acceptJson(app)
  serveHealth(app, services)
  serveReference(app)
  app.register(
    async (api) => {
      api.addHook('onRequest', (_request, reply, done) => {
        reply.header('Cache-Control', 'no-store')
        done()
      })
      authorizeRequests(api, services)
      // Set here as well, so that an unknown path under /v1 is judged after the key and the limits.
      api.setNotFoundHandler(() => {
        throw new ApiError('not_found')
      })
      for (const route of routes) serve(api, services, route)
    },
    { prefix: '/v1' },
  )
  return app
}

/** An absent or empty body is `{}`; anything that is not JSON is refused before it is read. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, {})
    const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
    if (type !== 'application/json') return done(new ApiError('invalid_request', 'The body must be sent with Content-Type: application/json.', { param: 'Content-Type' }))
    try {
      done(null, parseJson(text as string))
    } catch {
      done(new ApiError('invalid_json', 'The body is not valid JSON.'))
    }
  })
}

/** `__proto__` as a key would be an own property here, harmless, and an unknown field to every schema. */
function parseJson(text: string): unknown {
  return JSON.parse(text)
}

function answerError(services: Services, error: Error & { statusCode?: number; code?: string }, request: FastifyRequest, reply: FastifyReply): void {
  const known = asApiError(error)
  if (known.status >= 500) services.log.error({ requestId: request.id, route: request.routeOptions.url, ...describeFailure(known.cause ?? error) }, known.id)
  if (known.retryAfterSeconds !== undefined) reply.header('Retry-After', String(known.retryAfterSeconds))
  reply.code(known.status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(known.body(request.id)))
}

function asApiError(error: Error & { statusCode?: number; code?: string }): ApiError {
  if (error instanceof ApiError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('invalid_request', 'The body is larger than 64 KiB.')
  if (error.code === 'FST_ERR_BAD_URL') return new ApiError('not_found')
  if (error.statusCode !== undefined && error.statusCode < 500) return new ApiError('invalid_request', 'The request could not be read.')
  return new ApiError('internal_error', undefined, { cause: error })
}

function finishRequest(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown'
  services.metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  services.log.info(
    { requestId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
    'request',
  )
}

/** Bytes that are not HTTP get an answer in the same shape, and the connection ends. */
function refuseBrokenHttp(this: FastifyInstance, _error: Error, socket: import('node:net').Socket): void {
  const body = JSON.stringify(new ApiError('invalid_request', 'The request is not valid HTTP.').body(`req_${newUuid().replaceAll('-', '')}`))
  if (!socket.writable) return
  socket.end(`HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
}

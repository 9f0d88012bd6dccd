// The HTTP application: the API under /v1, the dashboard's own operations under /dashboard, the reference, health and
// metrics.

import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { dashboardRoutes } from '../dashboard/routes.ts'
import { servePages } from '../dashboard/serve-pages.ts'
import { ApiError } from '../errors.ts'
import { authenticateRequests } from '../http/authenticate.ts'
import type { Connections } from '../http/connections.ts'
import { serveHealth } from '../http/health.ts'
import type { AnyRoute } from '../http/route.ts'
import { serve } from '../http/serve.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'
import { guardSignIn } from '../people/guard-sign-in.ts'
import { serveLinks } from '../people/serve-links.ts'
import { serveSignIn } from '../people/serve-sign-in.ts'
import { serveReference } from '../reference/serve-reference.ts'
import { serveReveal } from '../reveal/serve-reveal.ts'
import { routes } from '../routes.ts'
import type { Services } from '../services.ts'
import { createBaseApp, describePages, refuseUnknown } from './base-app.ts'
import { openCallbacks } from './callbacks-app.ts'

export function buildApp(services: Services): FastifyInstance {
  // Open event streams, and questions that may wait for minutes, would keep their connections from closing in time.
  const { app, connections } = createBaseApp(services, (isReplaced) => {
    services.streams.close({ isReplaced })
    services.decisionHooks.stopLongWaits()
  })
  acceptJson(app)
  app.register(async (pages) => {
    describePages(pages, services)
    refuseReadiness(pages, services, connections)
    serveHealth(pages, services)
    serveReference(pages, services)
    if (services.config.role !== 'worker') servePages(pages)
  })
  // A process that only works in the background shows its health and metrics, and nothing else.
  if (services.config.role === 'worker') return app
  if (services.config.processorPort === undefined) openCallbacks(app, services)
  serveApi(app, services, routes)
  app.register(async (mcp) => serveMcp(mcp, services))
  app.register(
    async (pages) => {
      describePages(pages, services)
      serveReveal(pages, services)
    },
    { prefix: '/reveal' },
  )
  app.register(
    async (callback) => {
      guardSignIn(callback, services)
      serveSignIn(callback, services)
      serveLinks(callback, services)
    },
    { prefix: '/dashboard' },
  )
  app.register(
    async (dashboard) => {
      authenticateRequests(dashboard, services, 'people')
      for (const route of dashboardRoutes) serve(dashboard, services, route)
    },
    { prefix: '/dashboard' },
  )
  return app
}

/** The API by itself. It reads bodies as `acceptJson` lets them in. */
export function serveApi(app: FastifyInstance, services: Services, served: readonly AnyRoute[]): void {
  app.register(
    async (api) => {
      authenticateRequests(api, services, 'keys and people')
      // Set here as well, so that an unknown path under /v1 is answered only after the key and the limits were checked.
      api.setNotFoundHandler(refuseUnknown)
      api.get('/*', refuseUnknown) // otherwise the dashboard would answer it as one of its pages
      for (const route of served) serve(api, services, route)
    },
    { prefix: '/v1' },
  )
}

/** Tells a load balancer at once that the service is stopping. A process that is only being replaced stays ready. */
function refuseReadiness(pages: FastifyInstance, { siblings }: Services, connections: Connections): void {
  pages.addHook('onRequest', async (request) => {
    if (connections.isStopping && !siblings?.isReplaced && request.routeOptions.url === '/readyz')
      throw new ApiError('service_unavailable', 'The service is stopping.')
  })
}

/** An absent or empty body is `{}`; anything that is not JSON is refused. */
export function acceptJson(app: FastifyInstance): void {
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

/** Bytes that are not UTF-8 are refused rather than replaced, since what is stored must be what was sent. */
function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined
  try {
    // JSON.parse makes a key `__proto__` an ordinary property, which every schema refuses as an unknown field.
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

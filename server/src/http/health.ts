import type { FastifyInstance } from 'fastify'
import { Readiness } from '../database/readiness.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { requireMetricsToken, sharedPage } from './metrics-listener.ts'

/**
 * /healthz: the process is alive. /readyz: it can serve requests, including writes. /metrics: for
 * Prometheus, unless metrics have a port of their own.
 */
export function serveHealth(app: FastifyInstance, services: Services): void {
  const readiness = new Readiness(services.database)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    try {
      await readiness.check()
    } catch (error) {
      throw new ApiError('service_unavailable', 'The database does not take reads and writes.', { cause: error })
    }
    return { status: 'ready' }
  })
  const { listener, token } = services.config.metrics
  const page = sharedPage(() => services.siblings?.metrics() ?? services.metrics.registry.metrics())
  app.get('/metrics', async ({ headers }, reply) => {
    if (listener) throw new ApiError('not_found') // it has a port of its own
    requireMetricsToken(token, headers.authorization)
    reply.header('content-type', services.metrics.registry.contentType)
    return page()
  })
}

import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { ApiError } from './errors.ts'

/** /healthz: the process lives. /readyz: it can serve. /metrics: for Prometheus. */
export function serveHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    try {
      await services.database.read`select 1`
    } catch (error) {
      throw new ApiError('service_unavailable', 'The database cannot be reached.', { cause: error })
    }
    return { status: 'ready' }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', services.metrics.registry.contentType)
    return services.metrics.registry.metrics()
  })
}

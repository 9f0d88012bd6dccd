import type { FastifyInstance } from 'fastify'
import { Readiness } from '../database/readiness.ts'
import type { Services } from '../services.ts'
import { ApiError } from './errors.ts'

/** /healthz: the process is alive. /readyz: it can serve requests, including writes. /metrics: for Prometheus. */
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
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', services.metrics.registry.contentType)
    return services.siblings ? services.siblings.metrics() : services.metrics.registry.metrics()
  })
}

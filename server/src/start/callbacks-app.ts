// Serves only the addresses that processors call, on a port of their own (PROCESSOR_PORT). Through this port neither
// the API nor the dashboard nor the metrics can be reached.

import type { FastifyInstance } from 'fastify'
import { serveProcessorCallbacks } from '../card-network/callbacks.ts'
import type { Services } from '../services.ts'
import { createBaseApp, describePages, refuseUnknown } from './base-app.ts'

/** Undefined when the callbacks are on the API's port, and in a process that only works in the background. */
export function buildCallbacksApp(services: Services): FastifyInstance | undefined {
  const { processorPort, role } = services.config
  if (processorPort === undefined || role === 'worker') return undefined
  const { app } = createBaseApp(services)
  // Any other path is refused before a body is read, so the answer does not depend on the body.
  app.addHook('onRequest', async ({ is404 }) => {
    if (is404) refuseUnknown()
  })
  openCallbacks(app, services)
  return app
}

export function openCallbacks(app: FastifyInstance, services: Services): void {
  app.register(async (callbacks) => {
    describePages(callbacks, services)
    serveProcessorCallbacks(callbacks, services)
  })
}

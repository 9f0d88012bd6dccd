// Serves only the addresses that processors call, on a port of their own (PROCESSOR_PORT). Through this port neither
// the API nor the dashboard nor the metrics can be reached.

import type { FastifyInstance } from 'fastify'
import { serveProcessorDoors } from '../card-network/doors.ts'
import type { Services } from '../services.ts'
import { createBaseApp, describePages, refuseUnknown } from './base-app.ts'

/** Undefined when the doors are on the API's port, and in a process that only works in the background. */
export function buildDoorsApp(services: Services): FastifyInstance | undefined {
  const { processorPort, role } = services.config
  if (processorPort === undefined || role === 'worker') return undefined
  const { app } = createBaseApp(services)
  // Any other path is refused before a body is read, so the answer does not depend on the body.
  app.addHook('onRequest', async ({ is404 }) => {
    if (is404) refuseUnknown()
  })
  openDoors(app, services)
  return app
}

export function openDoors(app: FastifyInstance, services: Services): void {
  app.register(async (doors) => {
    describePages(doors, services)
    serveProcessorDoors(doors, services)
  })
}

// A second service on the same database, as an operator who scales out would run it: in this process, but with its own
// connections, caches and worker.

import { after } from 'node:test'
import { pino } from 'pino'
import type { Services } from '../../src/services.ts'
import { buildApp } from '../../src/start/app.ts'
import { openServices } from '../../src/start/start.ts'
import { startWorker } from '../../src/worker.ts'
import { type Api, apiOf, type TestService } from '../harness.ts'

export type AnotherService = {
  url: string
  services: Services
  api(key: string): Api
  /** Resolves when the HTTP server of this service is closed. */
  closeApp(): Promise<void>
  startWorker(): void
  stopWorker(): Promise<void>
  stop(): Promise<void>
}

export async function anotherService({ config, connection }: TestService): Promise<AnotherService> {
  const undo: (() => Promise<unknown>)[] = []
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const services = await openServices(config, log, connection, undo)
  const app = buildApp(services)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  let stopWorker: (() => Promise<void>) | undefined
  const another: AnotherService = {
    url,
    services,
    api: (key) => apiOf(url, key),
    closeApp: () => app.close(),
    startWorker() {
      stopWorker = startWorker(services)
    },
    async stopWorker() {
      const stop = stopWorker
      stopWorker = undefined
      await stop?.()
    },
    async stop() {
      await another.stopWorker()
      await app.close()
      for (const step of undo.splice(0)) await step()
    },
  }
  after(() => another.stop())
  return another
}

// Brings the service up, in order: database, schema, keys, catalogue, first account, HTTP; and down again in reverse.

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { readBinDirectory } from './bins/bin-directory.ts'
import { cardReader } from './cards/card-reader.ts'
import { addChainMetrics } from './chains/chain-metrics.ts'
import type { WatchOptions } from './chains/watch-chains.ts'
import { machineClock } from './clock.ts'
import type { Config } from './config.ts'
import type { ConnectionOptions } from './database/database.ts'
import { loginsOf } from './database/logins.ts'
import { waitForDatabase } from './database/wait-for-database.ts'
import { openAddressBook } from './deposits/address-book.ts'
import { Engine } from './engine/engine.ts'
import { LiveStreams } from './event-feed/live-streams.ts'
import { Wake } from './events/wake.ts'
import { wakeOthers } from './events/wake-others.ts'
import { ensureFirstAccount, type FirstStart } from './first-start.ts'
import { Credentials } from './http/credentials.ts'
import { memoryRateLimiter, type RateLimiter, redisRateLimiter } from './http/rate-limits/rate-limiter.ts'
import { newUuid } from './ids.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openConnection, type Undo } from './open-connection.ts'
import { openSchema } from './open-schema.ts'
import { openSignIn, sessionCookies } from './people/better-auth.ts'
import { RequestLog } from './request-log/request-log.ts'
import { addServiceGauges } from './service-gauges.ts'
import type { Services } from './services.ts'
import { Tracer } from './tracing/tracer.ts'
import { startWorker } from './worker.ts'

export type Running = { url: string; firstStart: FirstStart; services: Services; stop(): Promise<void> }

/** `watching` is for tests: other exchanges, other intervals. */
export async function startService(config: Config, log: Logger, watching: WatchOptions = {}): Promise<Running> {
  const undo: Undo = []
  try {
    const connection = await openConnection(config, log, undo, 'service')
    await waitForDatabase(connection, log)
    const services = await openServices(config, log, connection, undo)
    const firstStart = await ensureFirstAccount(services.database, config, services.clock())
    if (config.databaseUrl) undo.unshift(await wakeOthers(services.database, services.wake, newUuid()))
    if (config.role !== 'api') undo.unshift(startWorker(services, watching))
    const app = buildApp(services)
    undo.unshift(() => app.close())
    const url = await listen(app, config)
    return { url, firstStart, services, stop: () => undoAll(undo) }
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0)) await step()
}

/** A worker serves health and metrics too, on the same port setting. */
function listen(app: FastifyInstance, config: Config): Promise<string> {
  return app.listen({ host: config.host, port: config.port })
}

/** Migrates, opens the vault and the catalogue: all that a service or an operator's command works with. */
export async function openServices(
  config: Config,
  log: Logger,
  connection: ConnectionOptions,
  undo: Undo,
): Promise<Services> {
  const logins = loginsOf(connection, config.databaseOwnerUrl)
  const { database, vault, applied } = await openSchema(config, log, logins, undo)
  if (applied.length > 0) log.info({ migrations: applied }, 'schema migrated')
  const metrics = createMetrics()
  const tracer = openTracer(config, metrics, log, undo)
  const limiter = openLimiter(config, log)
  undo.unshift(() => limiter.close())
  const bins = await readBinDirectory(database.read)
  const wake = new Wake()
  const engine = new Engine({ database, vault, clock: machineClock, wake, metrics, tracer })
  undo.unshift(() => engine.close())
  const cookies = sessionCookies(config, vault)
  const credentials = new Credentials(database.readByKey, database.write, cookies)
  const addresses = await openAddressBook(config.chains, database, machineClock())
  addChainMetrics(metrics.registry, database, addresses)
  const streams = new LiveStreams({ database, vault, clock: machineClock, credentials, log, wake })
  addServiceGauges(metrics.registry, { database, engine, streams })
  const requestLog = new RequestLog({ database, metrics, log })
  undo.unshift(() => requestLog.flush())
  return {
    config,
    engine,
    database,
    vault,
    bins,
    cards: cardReader(database.readByKey),
    credentials,
    signIn: openSignIn(config, database, cookies),
    limiter,
    wake,
    streams,
    tracer,
    addresses,
    requestLog,
    metrics,
    clock: machineClock,
    log,
  }
}

/** Stops after everything that makes spans has ended. */
function openTracer(config: Config, metrics: Metrics, log: Logger, undo: Undo): Tracer | undefined {
  if (!config.tracing) return undefined
  const tracer = new Tracer({ config: config.tracing, role: config.role, metrics, clock: machineClock, log })
  undo.unshift(() => tracer.stop())
  return tracer
}

function openLimiter(config: Config, log: Logger): RateLimiter {
  const memory = memoryRateLimiter()
  return config.redisUrl ? redisRateLimiter(config.redisUrl, { log, fallback: memory }) : memory
}

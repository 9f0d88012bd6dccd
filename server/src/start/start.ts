// Starts the service in order (database, schema, keys, catalogue, first account, HTTP) and stops it in reverse.

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { readBinDirectory } from '../bins/bin-directory.ts'
import { cardReader } from '../cards/card-reader.ts'
import { addChainMetrics } from '../chains/chain-metrics.ts'
import type { WatchOptions } from '../chains/watch-chains.ts'
import { machineClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { addArchiveMetrics } from '../database/archive-metrics.ts'
import { checkServer } from '../database/check-server.ts'
import type { ConnectionOptions } from '../database/database.ts'
import { loginsOf } from '../database/logins.ts'
import { addStandbyMetrics } from '../database/standby-metrics.ts'
import { startWithDatabase } from '../database/wait-for-database.ts'
import { DecisionHooks } from '../decision-hook/decision-hooks.ts'
import { openAddressBook } from '../deposits/address-book.ts'
import { Engine } from '../engine/engine.ts'
import { SingleFlight } from '../engine/single-flight.ts'
import { LiveStreams } from '../event-feed/live-streams.ts'
import { Wake } from '../events/wake.ts'
import { wakeOthers } from '../events/wake-others.ts'
import { Credentials } from '../http/credentials.ts'
import { memoryRateLimiter, redisRateLimiter } from '../http/rate-limits/rate-limiter.ts'
import type { RateLimiter } from '../http/rate-limits/verdict.ts'
import { OwnSlots } from '../http/slots.ts'
import { newUuid } from '../ids.ts'
import { createMetrics, type Metrics } from '../metrics.ts'
import { openSignIn, sessionCookies } from '../people/better-auth.ts'
import type { Siblings } from '../processes/siblings.ts'
import { addProcessorGauges } from '../processors/processor-gauges.ts'
import { Processors } from '../processors/processors.ts'
import { RequestLog } from '../request-log/request-log.ts'
import type { Services } from '../services.ts'
import { Tracer } from '../tracing/tracer.ts'
import { startWorker } from '../worker.ts'
import { buildApp } from './app.ts'
import { buildCallbacksApp } from './callbacks-app.ts'
import { ensureFirstAccount, type FirstStart } from './first-start.ts'
import { beginOpening, type Opening, type Undo } from './open-connection.ts'
import { type Opened, openSchema } from './open-schema.ts'
import { serveMetrics } from './serve-metrics.ts'
import { addServiceGauges } from './service-gauges.ts'

/** `processorUrl` is set when processors call a port of their own. */
export type Running = {
  url: string
  processorUrl: string | undefined
  metricsUrl: string | undefined
  firstStart: FirstStart
  services: Services
  stop(): Promise<void>
}

/** `watching` is for tests, which use other exchanges and other intervals. */
export async function startService(
  config: Config,
  log: Logger,
  { connection: opening, undo }: Opening = beginOpening(config, log),
  watching: WatchOptions = {},
): Promise<Running> {
  try {
    const connection = await opening
    const logins = loginsOf(connection, config.databaseOwnerUrl)
    // Before the first migration only the owner can log in.
    const server = logins.owner ?? logins.service
    const services = await startWithDatabase(server, log, undo, async (opened) => {
      if (config.databaseUrl) await checkServer(logins)
      return openSharedServices(config, log, connection, opened)
    })
    if (config.role !== 'api') undo.unshift(startWorker(services, watching))
    const app = buildApp(services)
    const callbacks = buildCallbacksApp(services)
    undo.unshift(() => Promise.all([app.close(), callbacks?.close()]))
    const url = await listen(app, config)
    const processorUrl = await callbacks?.listen({ host: config.host, port: config.processorPort! })
    const metricsUrl = await serveMetrics(config, log, () => services.metrics.registry.metrics(), undo)
    // Only now: on a port that is in use, the key of the first account would be made and never shown.
    const firstStart = await startWithDatabase(server, log, undo, () =>
      ensureFirstAccount(services.database, config, services.clock()),
    )
    return { url, processorUrl, metricsUrl, firstStart, services, stop: () => undoAll(undo) }
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

/** Opens the services and connects them to the other processes, under the same supervisor and on other machines. */
export async function openSharedServices(
  config: Config,
  log: Logger,
  connection: ConnectionOptions,
  undo: Undo,
  siblings?: Siblings,
): Promise<Services> {
  const services = await openServices(config, log, connection, undo, siblings)
  const { database, wake } = services
  if (siblings) {
    const stopTelling = siblings.join(services)
    undo.unshift(async () => stopTelling())
  }
  if (config.databaseUrl) undo.unshift(await wakeOthers(database, wake, siblings?.group ?? newUuid()))
  return services
}

export async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0)) await step()
}

/** A worker serves health too, on the same port setting. */
function listen(app: FastifyInstance, config: Config): Promise<string> {
  return app.listen({ host: config.host, port: config.port })
}

/** Migrates, and opens the vault and the catalogue: everything that a service or an operator's command works with. */
export async function openServices(
  config: Config,
  log: Logger,
  connection: ConnectionOptions,
  undo: Undo,
  siblings?: Siblings,
): Promise<Services> {
  const logins = loginsOf(connection, config.databaseOwnerUrl)
  const opened = await openSchema(config, log, logins, undo)
  if (opened.applied.length > 0) log.info({ migrations: opened.applied }, 'schema migrated')
  return openServicesOn(opened, config, log, undo, siblings)
}

/** The same on a database whose schema and vault are open. */
export async function openServicesOn(
  { database, vault }: Pick<Opened, 'database' | 'vault'>,
  config: Config,
  log: Logger,
  undo: Undo,
  siblings?: Siblings,
): Promise<Services> {
  const metrics = createMetrics()
  const tracer = openTracer(config, metrics, log, undo)
  const limiter = openLimiter(config, log, siblings)
  undo.unshift(() => limiter.close())
  const bins = await readBinDirectory(database.read)
  const processors = new Processors({ database, vault, metrics, clock: machineClock, log }, config.processors)
  await processors.readSecrets()
  undo.unshift(() => processors.minutes.flush())
  const wake = new Wake()
  const slots = siblings ?? new OwnSlots()
  const engine = new Engine({ database, vault, clock: machineClock, wake, metrics, tracer })
  undo.unshift(() => engine.close())
  const decisionHooks = new DecisionHooks({ database, vault, config, metrics, clock: machineClock, log })
  undo.unshift(() => decisionHooks.close())
  const cookies = sessionCookies(config, vault)
  const credentials = new Credentials(
    database.readByKey,
    database.write,
    cookies,
    siblings && ((forgotten) => siblings.forget(forgotten)),
  )
  const addresses = await openAddressBook(config.chains, database, machineClock())
  addChainMetrics(metrics.registry, database, addresses)
  if (database.standby) addStandbyMetrics(metrics.registry, database.standby)
  addArchiveMetrics(metrics.registry, database.read)
  const streams = new LiveStreams({ database, vault, clock: machineClock, config, credentials, log, wake, slots })
  addServiceGauges(metrics.registry, { database, engine, streams })
  addProcessorGauges(metrics.registry, { database, clock: machineClock })
  const requestLog = new RequestLog({ database, metrics, log })
  undo.unshift(() => requestLog.flush())
  return {
    config,
    engine,
    flights: new SingleFlight(siblings),
    database,
    vault,
    bins,
    processors,
    cards: cardReader(database.readByKey),
    decisionHooks,
    credentials,
    signIn: openSignIn(config, database, cookies),
    limiter,
    wake,
    slots,
    streams,
    tracer,
    addresses,
    requestLog,
    metrics,
    siblings,
    clock: machineClock,
    log,
  }
}

/** The tracer is closed after everything that makes spans has stopped. */
function openTracer(config: Config, metrics: Metrics, log: Logger, undo: Undo): Tracer | undefined {
  if (!config.tracing) return undefined
  const tracer = new Tracer({ config: config.tracing, role: config.role, metrics, clock: machineClock, log })
  undo.unshift(() => tracer.stop())
  return tracer
}

/** Without Redis the limits are counted in this process, or across all processes of the supervisor. */
function openLimiter(config: Config, log: Logger, siblings: Siblings | undefined): RateLimiter {
  const memory = siblings?.limiter ?? memoryRateLimiter()
  return config.redisUrl ? redisRateLimiter(config.redisUrl, { log, fallback: memory }) : memory
}

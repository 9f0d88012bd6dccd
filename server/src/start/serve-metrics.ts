// Opens the port of the metrics, in a service of one process and in the supervisor of several.

import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { listenForMetrics, type MetricsPage, sharedPage } from '../http/metrics-listener.ts'
import type { Undo } from './open-connection.ts'

/** The address of the metrics; undefined when they have no port of their own. */
export async function serveMetrics(
  { metrics: { listener, token } }: Pick<Config, 'metrics'>,
  log: Logger,
  page: MetricsPage,
  undo: Undo,
): Promise<string | undefined> {
  if (!listener) return undefined
  try {
    const { url, close } = await listenForMetrics(listener, token, sharedPage(page))
    undo.unshift(close)
    return url
  } catch (error) {
    // Two services on one machine both take the usual port. Neither should fail because of a port that nobody has chosen.
    if (listener.isChosen || (error as { code?: string }).code !== 'EADDRINUSE') throw error
    log.warn({ port: listener.port }, 'metrics are not served, because their usual port is taken: set METRICS_PORT')
    return undefined
  }
}

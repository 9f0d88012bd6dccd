// Who can read the metrics.

import type { Config } from '../../config/config.ts'
import { isLoopback } from '../../config/config-values.ts'
import { type Finding, ok, warning } from './finding.ts'

export function checkMetrics({ metrics: { listener, token } }: Pick<Config, 'metrics'>): Finding {
  const where = listener ? `${listener.host}:${listener.port}` : 'the port of the API'
  if (token !== undefined) return ok('metrics', `at ${where}, with a token`)
  if (!listener || isLoopback(listener.host)) return ok('metrics', `at ${where}, for this machine`)
  return warning(
    'metrics',
    `everybody who can reach ${where} can read them`,
    'set METRICS_TOKEN, or leave METRICS_HOST unset, or let only Prometheus reach the port',
  )
}

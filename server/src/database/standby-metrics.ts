// Metrics of the standby that lists are read from, computed when the metrics are read.

import { Counter, Gauge, type Registry } from 'prom-client'
import type { Standby, StandbyState } from './standby.ts'

export function addStandbyMetrics(registry: Registry, standby: Standby): void {
  const gauge = (name: string, help: string, value: (state: StandbyState) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(value(await standby.state()))
      },
    })
  gauge(
    'cardwright_standby_up',
    'Whether the standby of DATABASE_READ_URL can be reached and is a standby of this database.',
    ({ isAway }) => (isAway ? 0 : 1),
  )
  gauge(
    'cardwright_standby_behind_bytes',
    'How much of the write-ahead log of the primary the standby of DATABASE_READ_URL has not replayed.',
    ({ behindBytes }) => behindBytes,
  )
  gauge(
    'cardwright_standby_delay_seconds',
    'For how long the standby of DATABASE_READ_URL has lacked something that was committed.',
    ({ delaySeconds }) => delaySeconds,
  )
  new Counter({
    name: 'cardwright_standby_reads_total',
    help: 'Lists that could have been read from the standby, by the server that answered.',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [server, count] of Object.entries(standby.counts)) this.inc({ server }, count)
    },
  })
}

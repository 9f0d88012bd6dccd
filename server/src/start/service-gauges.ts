// Gauges of what a process holds at this moment. They are computed when the metrics are read, so that they cost the measured
// work nothing.

import { Gauge, type Registry } from 'prom-client'
import type { PoolUse } from '../database/connection-pool.ts'
import type { Services } from '../services.ts'

type Sources = Pick<Services, 'database' | 'engine' | 'streams'>

export function addServiceGauges(registry: Registry, { database, engine, streams }: Sources): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value())
      },
    })
  const ofPools = (name: string, help: string, value: (use: PoolUse) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, use] of Object.entries(database.sessionUse())) this.set({ pool }, value(use))
      },
    })
  gauge(
    'cardwright_engine_waiting_operations',
    'Operations of the engine that are not answered yet.',
    () => engine.waitingCount,
  )
  gauge('cardwright_event_streams_open', 'Event streams that are open.', () => streams.openCount)
  ofPools('cardwright_database_sessions_open', 'Connections to the database.', ({ open }) => open)
  ofPools('cardwright_database_sessions_in_use', 'Connections that are in use.', ({ inUse }) => inUse)
  ofPools('cardwright_database_sessions_limit', 'Connections that may be open.', ({ limit }) => limit)
  ofPools('cardwright_database_sessions_waiting', 'Requests that wait for a session.', ({ waiting }) => waiting)
}

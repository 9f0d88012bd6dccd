// Gauges of the write-ahead log's archive. They are absent while nothing is archived.

import { Gauge, type Registry } from 'prom-client'
import { type ArchiveState, readArchiveState } from './archive-state.ts'
import type { Sql } from './wire/sql.ts'

const REMEMBERED_MS = 1_000

export function addArchiveMetrics(registry: Registry, sql: Sql): void {
  let state: Promise<ArchiveState | undefined> | undefined
  let readAt = 0
  /** All gauges of one request share one query. Values that cannot be read are left out. */
  const look = () => {
    if (!state || Date.now() - readAt > REMEMBERED_MS) {
      readAt = Date.now()
      state = readArchiveState(sql).catch(() => undefined)
    }
    return state
  }
  const gauge = (name: string, help: string, value: (state: ArchiveState) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await look()
        const number = found?.isOn ? value(found) : null
        if (number === null) this.remove()
        else this.set(number)
      },
    })
  gauge('cardwright_archive_failing', '1 when the last segment of the log could not be archived.', (found) =>
    Number(found.isFailing),
  )
  gauge(
    'cardwright_archive_age_seconds',
    'Seconds since a segment of the log was archived; absent when none was.',
    (found) => found.secondsSinceSuccess,
  )
  gauge(
    'cardwright_archive_behind_bytes',
    'Log that was written and is not archived yet.',
    (found) => found.behindBytes,
  )
}

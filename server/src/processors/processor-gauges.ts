// Gauges of the processors. They are read from the database when the metrics are read, so that every process shows the same.

import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { dollars } from '../money.ts'
import { type ProcessorState, readStates } from './processor-states.ts'

const REMEMBERED_MS = 1_000

type Needed = { database: Database; clock: () => Date }

export function addProcessorGauges(registry: Registry, needed: Needed): void {
  const look = remembered(needed)
  const gauge = (name: string, help: string, value: (state: ProcessorState, at: Date) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['processor'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const state of await look()) {
          const number = value(state, needed.clock())
          if (number !== undefined) this.set({ processor: state.processor }, number)
        }
      },
    })
  gauge('cardwright_processor_deferred', 'Messages that could not be applied yet.', ({ deferred }) => deferred)
  gauge(
    'cardwright_processor_cards_differing',
    'Cards whose state at the processor has not been ours for an hour.',
    ({ differing }) => differing,
  )
  gauge(
    'cardwright_processor_holds_differing',
    'Open holds for which the processor holds another amount than we do.',
    (state) => state.holds_differing,
  )
  gauge(
    'cardwright_processor_updates_age_seconds',
    'Seconds since the events of the processor were last read successfully, or since the first attempt.',
    ({ news_read_at, first_polled_at }, at) => {
      const since = news_read_at ?? first_polled_at
      return since === null ? undefined : Math.max(0, (at.getTime() - since.getTime()) / 1_000)
    },
  )
  gauge('cardwright_processor_balance_dollars', 'Money of ours at the processor.', ({ balance_cents: cents }) =>
    cents === null ? undefined : dollars(cents),
  )
}

/** All gauges of one request share one query. */
function remembered(needed: Needed): () => Promise<ProcessorState[]> {
  let states: Promise<ProcessorState[]> | undefined
  let readAt = 0
  return () => {
    if (!states || Date.now() - readAt > REMEMBERED_MS) {
      readAt = Date.now()
      // Gauges that cannot be read are left out, since the other metrics are needed most when the database is away.
      states = readStates(needed).catch(() => [])
    }
    return states
  }
}

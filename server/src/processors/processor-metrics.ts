// What /metrics shows of processors.

import { Counter, Histogram, type Registry } from 'prom-client'

export type ProcessorMetrics = ReturnType<typeof createProcessorMetrics>

export function createProcessorMetrics(registry: Registry) {
  const registers = [registry]
  return {
    answers: new Histogram({
      name: 'cardwright_processor_answer_seconds',
      help: 'From a question of a processor to our answer, by outcome: answered, late, failed.',
      labelNames: ['processor', 'outcome'],
      buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 1.5],
      registers,
    }),
    badSignatures: new Counter({
      name: 'cardwright_processor_bad_signatures_total',
      help: 'Messages refused because no secret of the processor had signed them.',
      labelNames: ['processor'],
      registers,
    }),
    unreadable: new Counter({
      name: 'cardwright_processor_unreadable_total',
      help: 'Messages that were signed and made no sense.',
      labelNames: ['processor'],
      registers,
    }),
    reports: new Counter({
      name: 'cardwright_processor_reports_total',
      help: 'Reports of what happened, by outcome: applied to the books, known already, or deferred.',
      labelNames: ['processor', 'outcome'],
      registers,
    }),
    missed: new Counter({
      name: 'cardwright_processor_missed_total',
      help: 'Updates that polling found and no message had brought.',
      labelNames: ['processor'],
      registers,
    }),
    pushes: new Counter({
      name: 'cardwright_processor_pushes_total',
      help: 'Card states told to a processor, by outcome: taken, restricted by the processor, refused, or silent.',
      labelNames: ['processor', 'outcome'],
      registers,
    }),
  }
}

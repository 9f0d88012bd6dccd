// What /metrics shows of decision hooks. No label names a workspace.

import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type HookMetrics = ReturnType<typeof createHookMetrics>

export function createHookMetrics(registry: Registry, countPaused: () => number) {
  const registers = [registry]
  return {
    questions: new Histogram({
      name: 'cardwright_decision_hook_seconds',
      help: 'From a question to the decision hook of a customer to its answer, by outcome.',
      labelNames: ['outcome'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 1.5, 2],
      registers,
    }),
    waiting: new Gauge({
      name: 'cardwright_decision_hook_waiting_questions',
      help: 'Questions to decision hooks that are not answered yet.',
      registers,
    }),
    pauses: new Counter({
      name: 'cardwright_decision_hook_pauses_total',
      help: 'Hooks that are not asked for 30 seconds because ten questions in a row failed.',
      registers,
    }),
    paused: new Gauge({
      name: 'cardwright_decision_hook_paused',
      help: 'Hooks that are not asked at this moment because they kept failing.',
      registers,
      collect() {
        this.set(countPaused())
      },
    }),
    attemptsDropped: new Counter({
      name: 'cardwright_decision_attempts_dropped_total',
      help: 'Questions that are missing from the log of attempts.',
      registers,
    }),
  }
}

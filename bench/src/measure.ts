// Runs a load beside the yardstick within the same minute. Rates are compared with the yardstick run next to them, and
// the cost of an operation is read from the processes.

import { runLoad } from './load.ts'
import type { LoadResult } from './load-generator.ts'
import type { Load } from './operations.ts'
import { tpcB } from './pgbench.ts'
import { between, processorTime } from './processor-time.ts'
import { type Cost, median, type Row } from './report.ts'
import type { Bench } from './service.ts'

export const ROUNDS = 3

export type Measured = LoadResult & { cost: Cost }

export async function measureOnce(bench: Bench, { plan, expected }: Load): Promise<Measured> {
  const before = processorTime(bench.processes)
  const result = await runLoad(plan, expected)
  const { service, postgres } = between(before, processorTime(bench.processes))
  return { ...result, cost: { service: service / result.answered, postgres: postgres / result.answered } }
}

/** Each load alternates with pgbench, so that a slow minute of the machine affects both. */
export async function besidePgbench(bench: Bench, loads: readonly Load[], seconds: number): Promise<Row[]> {
  const rounds = new Map(loads.map(({ name }) => [name, [] as { measured: Measured; ratio: number }[]]))
  let before = await tpcB(bench.connection, seconds)
  for (let round = 0; round < ROUNDS; round++) {
    for (const load of loads) {
      const measured = await measureOnce(bench, load)
      const after = await tpcB(bench.connection, seconds)
      rounds.get(load.name)!.push({ measured, ratio: measured.rate / ((before + after) / 2) })
      before = after
    }
  }
  return [...rounds].map(([name, all]) => ({
    name,
    ...figuresOf(all.map(({ measured }) => measured)),
    ratios: { pgbench: median(all.map(({ ratio }) => ratio)) },
    note: all.map(({ ratio }) => ratio.toFixed(2)).join(', '),
  }))
}

export function figuresOf(all: readonly Measured[]): Pick<Row, 'rate' | 'p50' | 'p99' | 'cost'> & { rate: number } {
  const of = (figure: (each: Measured) => number) => median(all.map(figure))
  return {
    rate: of(({ rate }) => rate),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    cost: { service: of(({ cost }) => cost.service), postgres: of(({ cost }) => cost.postgres) },
  }
}

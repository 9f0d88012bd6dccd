// Runs seeds in threads, each with a database of its own.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { testDatabase } from '../harness.ts'
import type { Result } from './run.ts'
import type { Report, Task } from './thread.ts'

export type Outcome = { results: Result[]; auditFaults: string[] }

export async function simulate(task: Omit<Task, 'connection'>): Promise<Outcome> {
  const connection = await testDatabase()
  const outcome: Outcome = { results: [], auditFaults: [] }
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: { ...task, connection } })
  thread.on('message', (report: Report) => {
    if ('result' in report) outcome.results.push(report.result)
    else outcome.auditFaults.push(...report.auditFaults)
  })
  await new Promise<void>((resolve, reject) => {
    thread.on('error', reject)
    thread.on('exit', () => resolve())
  })
  return outcome
}

export function seedsFrom(first: number, count: number): { seed: number }[] {
  return Array.from({ length: count }, (_, index) => ({ seed: first + index }))
}

/** The seeds are shared by as many threads as there are processors. */
export async function simulateSeeds(first: number, count: number): Promise<Outcome> {
  const threads = Math.min(availableParallelism(), 4)
  const outcomes = await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      simulate({ runs: seedsFrom(first, count).filter((_, index) => index % threads === thread) }),
    ),
  )
  return {
    results: outcomes.flatMap(({ results }) => results).sort((a, b) => a.seed - b.seed),
    auditFaults: outcomes.flatMap(({ auditFaults }) => auditFaults),
  }
}

/** What to read when runs have failed: the seed, and the steps of the smallest run that fails in the same way. */
export function describeFailures({ results, auditFaults }: Outcome): string[] {
  const failed = results.flatMap(({ seed, choices, trace, failure }) =>
    failure === undefined ? [] : [`seed ${seed}: ${failure}\n${trace.join('\n')}\nchoices: ${JSON.stringify(choices)}`],
  )
  return [...failed, ...auditFaults]
}

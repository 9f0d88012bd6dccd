import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LoadPlan, LoadResult } from './load-generator.ts'

const generator = fileURLToPath(new URL('./load-generator.ts', import.meta.url))

/** Runs a plan in its own process. Throws when any answer has another status than the expected one. */
export function runLoad(plan: LoadPlan, expected: string): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(generator, ['run'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('message', (result: LoadResult) => {
      const others = Object.keys(result.statuses).filter((status) => status !== expected)
      if (others.length > 0) reject(new Error(`expected only ${expected}, got ${JSON.stringify(result.statuses)}`))
      else resolve(result)
    })
    child.once('error', reject)
    child.send(plan)
  })
}

// A thread that runs seeds: it replaces the clock and the random numbers of everything in it.

import { parentPort, workerData } from 'node:worker_threads'
import type { ConnectionOptions } from '../../src/database/database.ts'
import { takeOverMachine } from './machine.ts'
import { type FaultName, plant } from './planted-faults.ts'
import type { Result } from './run.ts'

/** Each seed is run as it is, or with the choices that are given. */
export type Task = {
  connection: ConnectionOptions
  fault?: FaultName | undefined
  runs: { seed: number; choices?: readonly number[] }[]
  /** Ends with the first run that fails, as it is. Otherwise runs that fail are made smaller. */
  isSearch?: boolean
}
export type Report = { result: Result } | { auditFaults: string[] }

const { connection, fault, runs, isSearch = false }: Task = workerData
const tell = (report: Report) => parentPort!.postMessage(report)

if (fault) plant(fault)
takeOverMachine()
const { World } = await import('./world.ts')
const { runSeed } = await import('./run.ts')
const { shrink } = await import('./shrink.ts')

const world = await World.open(connection)
for (const { seed, choices } of runs) {
  const result = await runSeed(world, seed, choices)
  tell({ result: isSearch || result.failure === undefined ? result : await shrink(world, result) })
  if (isSearch && result.failure !== undefined) break
}
if (!fault) tell({ auditFaults: await world.audit() })
await world.close()

// The input of the capacity page: measurements of one machine and the assumptions beside them. It is committed as
// capacity-input.json; `npm run capacity -- --measure` writes it again.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Cost } from './report.ts'

export type MeasuredOperation = { name: string; cost: Cost }

export type TableGrowth = { table: string; rows: number; tableBytes: number; indexBytes: number }
/** The disk space that this many operations took. */
export type DiskUse = { operation: string; count: number; tables: TableGrowth[]; walBytes: number }

export type Memory = {
  /** The memory of the service's process after load, without its connections. */
  processBytes: number
  idleConnectionBytes: number
  eventStreamBytes: number
  /** Private memory of a session's process in PostgreSQL. */
  databaseSessionBytes: number
}

export type Assumptions = {
  /** The share of a core that is busy at the peak. */
  utilization: number
  /** The peak rate as a multiple of the mean rate over a year. */
  peakOverMean: number
  settlementsPerAuthorization: number
  databaseCoresPerServer: number
  /** The rate at which one database server's disk can write the write-ahead log. */
  walBytesPerSecondPerServer: number
  openConnectionsPerAuthorizationRate: number
  sessionsPerProcess: number
}

export type CapacityInput = {
  machine: Record<string, string>
  operations: MeasuredOperation[]
  memory: Memory
  disk: DiskUse[]
  /** Bytes of one authorization over HTTP, headers included. */
  network: { requestBytes: number; answerBytes: number }
  assumptions: Assumptions
}

const file = fileURLToPath(new URL('../capacity-input.json', import.meta.url))

export function readInput(): CapacityInput {
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function writeInput(input: CapacityInput): void {
  writeFileSync(file, `${JSON.stringify(input, null, 2)}\n`)
}

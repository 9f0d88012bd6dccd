// What the capacity page is computed from: measurements of one machine, and what is assumed beside them. Committed as
// capacity-input.json; `npm run capacity -- --measure` writes it anew.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Cost } from './report.ts'

export type MeasuredOperation = { name: string; cost: Cost }

export type TableGrowth = { table: string; rows: number; tableBytes: number; indexBytes: number }
/** What this many operations have left on the disk. */
export type DiskUse = { operation: string; count: number; tables: TableGrowth[]; walBytes: number }

export type Memory = {
  /** Of the service's process after load, without the connections. */
  processBytes: number
  idleConnectionBytes: number
  eventStreamBytes: number
  /** Private memory of a session's process in PostgreSQL. */
  databaseSessionBytes: number
}

export type Assumptions = {
  /** Of a core, at the peak. */
  utilization: number
  /** The rate of the peak as a multiple of the mean over a year. */
  peakOverMean: number
  settlementsPerAuthorization: number
  databaseCoresPerServer: number
  /** Of one database server's disk, for the write-ahead log. */
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

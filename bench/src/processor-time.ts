// The processor time of an operation, which does not depend on the rest of the machine's load. It reads /proc, so it
// works only on Linux.

import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, on every architecture. */
const TICK_MICROS = 10_000

export type Processes = { service: number; postmaster: number }
/** In microseconds since the start of the processes. */
export type ProcessorTime = { service: number; postgres: number }

export function processorTime({ service, postmaster }: Processes): ProcessorTime {
  return { service: ownFamily(service, postmaster), postgres: family(postmaster) }
}

export function between(before: ProcessorTime, after: ProcessorTime): ProcessorTime {
  return { service: after.service - before.service, postgres: after.postgres - before.postgres }
}

export function parentOf(pid: number): number {
  return Number(fields(pid)[1])
}

const [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [11, 12, 13, 14] as const

function own(pid: number): number {
  return sum(pid, [USER, SYSTEM])
}

/** Includes the processes of a supervisor. PostgreSQL is a child too, but is counted separately. */
function ownFamily(pid: number, postmaster: number): number {
  const others = childrenOf(pid).filter((child) => child !== postmaster)
  return others.map(ownOrEnded).reduce((total, micros) => total + micros, own(pid))
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Includes sessions that have ended: their time is counted with the process that started them. */
function family(pid: number): number {
  const living = childrenOf(pid).map(ownOrEnded)
  return living.reduce((total, micros) => total + micros, sum(pid, [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM]))
}

function ownOrEnded(pid: number): number {
  try {
    return own(pid)
  } catch {
    return 0 // the process has ended in the meantime
  }
}

function sum(pid: number, which: readonly number[]): number {
  const all = fields(pid)
  return which.reduce((total, index) => total + Number(all[index]), 0) * TICK_MICROS
}

/** The fields after the program's name, which is in parentheses and may contain spaces. */
function fields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

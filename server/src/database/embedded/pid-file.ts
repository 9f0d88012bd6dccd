import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './durable-file.ts'
import type { Account } from './run-as.ts'

/** What the server writes about itself in postmaster.pid. */
export type PidFile = { pid: number; socketFolder: string; status: string }

const path = (cluster: string): string => join(cluster, 'postmaster.pid')

export function readPidFile(cluster: string): PidFile | undefined {
  let text: string
  try {
    text = readFileSync(path(cluster), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const lines = text.split('\n').map((line) => line.trim())
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', status: lines[7] ?? '' }
}

/** A pid alone proves nothing: after a reboot, or in a container, another program soon has it. A zombie has no command line. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes(`/postgres -D ${cluster} `)
  } catch {
    return false // no such process
  }
}

/**
 * postgres will not start while the process named in the file lives, whatever that process is. It does pass over its
 * own parent, so the stale file is made to name us: unlike removing it, that keeps its other check, for backends of
 * the dead server that still use the shared memory named there.
 */
export function disownPidFile(cluster: string, owner: Account): void {
  const text = readFileSync(path(cluster), 'utf8')
  writeDurably(path(cluster), text.replace(/^.*/, String(process.pid)), { mode: 0o600, owner })
}

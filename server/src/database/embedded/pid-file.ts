import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './durable-file.ts'
import type { Account } from './run-as.ts'
import { socketPath } from './socket-folder.ts'

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
 * postgres does not start while the process named in a lock file lives, whatever that process is, even a zombie. It ignores
 * its own parent, though, so we write our own pid into a stale file. Unlike removing the file, this keeps postgres's other
 * check, for backends of the dead server that still use the shared memory named there.
 */
export function claimStaleLockFiles(cluster: string, socketFolder: string, owner: Account): void {
  const socketLock = `${socketPath(socketFolder)}.lock`
  for (const file of [path(cluster), socketLock]) {
    const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
    if (pid === 0 || isPostmasterOf(cluster, pid)) continue
    const text = readFileSync(file, 'utf8').replace(/^.*/, String(process.pid))
    writeDurably(file, text, { mode: 0o600, owner })
  }
}

// pgbench's TPC-B, the yardstick: 8 clients with prepared statements, on the same server that the service uses.

import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Server = { host: string; port: number; username: string; password: string }

export function findPgbench(): string {
  const found =
    globSync('/usr/lib/postgresql/*/bin/pgbench').sort().at(-1) ??
    (existsSync('/usr/bin/pgbench') ? '/usr/bin/pgbench' : undefined)
  if (!found) throw new Error('pgbench is not installed (Debian: apt-get install postgresql)')
  return found
}

const SCALE = '20'

export async function preparePgbench(server: Server): Promise<void> {
  await run(findPgbench(), ['-i', '-q', '-s', SCALE, 'pgbench'], { env: environment(server) })
}

/** Transactions per second. */
export async function tpcB(server: Server, seconds: number): Promise<number> {
  const { stdout } = await run(
    findPgbench(),
    ['-n', '-c', '8', '-j', '2', '-M', 'prepared', '-T', String(seconds), 'pgbench'],
    { env: environment(server) },
  )
  return Number(/tps = ([\d.]+)/.exec(stdout)![1])
}

function environment({ host, port, username, password }: Server): NodeJS.ProcessEnv {
  return { ...process.env, PGHOST: host, PGPORT: String(port), PGUSER: username, PGPASSWORD: password }
}

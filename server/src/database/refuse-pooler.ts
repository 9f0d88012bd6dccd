// Refuses a connection pooler between us and PostgreSQL. A pooler drops the settings that a session begins with (our role,
// limits, plans), or gives every transaction another server session (PgBouncer's transaction mode), which loses prepared
// statements, notifications and session locks. It is better to say so at the start than to misbehave later.

import { ConfigError } from '../config/config-values.ts'
import { PooledConnection } from './connection-pool.ts'
import { ownerSettings } from './session-settings.ts'
import { sqlState } from './unavailable.ts'
import { type ConnectionOptions, targetOf } from './wire/target.ts'

const ROUNDS = 4
const REFUSED_SETTING = /unsupported startup parameter/
/** The server knows a statement that we have not prepared, or does not know one that we have. */
const FOREIGN_STATEMENT = new Set(['42P05', '26000'])
const SHARED = 'it gives transactions of one session to several sessions of the server'

/** `setting` is the variable that holds the address. */
export async function refusePooler(options: ConnectionOptions, setting = 'DATABASE_URL'): Promise<void> {
  const sessions = [0, 1].map(() => new PooledConnection(targetOf(options, ownerSettings), 'single'))
  try {
    const seen = sessions.map(() => new Set<number>())
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, session] of sessions.entries()) seen[index]!.add(await serverSession(session, setting))
    const [first, second] = seen as [Set<number>, Set<number>]
    if (first.size > 1 || second.size > 1 || [...first].some((pid) => second.has(pid))) throw refusal(setting, SHARED)
  } catch (error) {
    if (REFUSED_SETTING.test((error as Error).message))
      throw refusal(setting, 'it refuses the settings of our sessions')
    throw FOREIGN_STATEMENT.has(sqlState(error) ?? '') ? refusal(setting, SHARED) : error
  } finally {
    await Promise.all(sessions.map(({ connection }) => connection.end()))
  }
}

async function serverSession({ sql }: PooledConnection, setting: string): Promise<number> {
  const [row] = await sql<{ pid: number; wait: string }[]>`
    select pg_backend_pid() as pid, (extract(epoch from current_setting('lock_timeout')::interval) * 1000)::integer::text as wait`
  if (row!.wait !== ownerSettings.lock_timeout) throw refusal(setting, 'it drops the settings of our sessions')
  return row!.pid
}

function refusal(setting: string, why: string): ConfigError {
  return new ConfigError(
    `${setting} leads to a connection pooler, and ${why}. Let it lead to PostgreSQL itself: a process holds a few sessions and shares them (DATABASE_POOL_READ, DATABASE_POOL_WRITE; docs/operating/configuration.md).`,
  )
}

// Which backend waits for the lock of which other in a test's database, on one server or on all servers of a Citus
// cluster.

import type postgres from 'postgres'

type Wait = { pid: number; blockedBy: number }

export async function readLockWaits(owner: postgres.Sql<{ bigint: bigint }>): Promise<Wait[]> {
  if (process.env.CITUS_DATABASE_URL === undefined)
    return owner<Wait[]>`
      select pid, unnest(pg_blocking_pids(pid)) as "blockedBy" from pg_stat_activity where datname = current_database()`
  // Citus identifies a backend by its server and its process.
  return owner<Wait[]>`
    select (waiting_gpid % 10000000000)::integer as pid, (blocking_gpid % 10000000000)::integer as "blockedBy"
    from citus_lock_waits`
}

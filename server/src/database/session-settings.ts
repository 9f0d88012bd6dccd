// The settings of every database session, and its time limits. A request is answered within 5 seconds, whatever the database
// does. The server's limits are shorter than ours, so that the server ends a statement cleanly if it can; ours end the
// session if it cannot.

import { VERSION } from '../version.ts'

export const SERVICE_ROLE = 'cardwright_service'

/** Requests; background work, which nobody waits for and which may scan; and operator commands, which scan everything. */
export type Use = 'requests' | 'background' | 'operator'

/** From the wait for a session to the last answer. */
export const TIMEOUT_MS: Record<Use, number> = { requests: 4_500, background: 60_000, operator: 3_600_000 }
/** The server cancels a read this much earlier than we end the session. */
const MARGIN_MS = 500
const LOCK_TIMEOUT_MS = 4_000
/** A process that hangs in the middle of a transaction keeps its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 5_000

const common = {
  // `upgrade --check` finds processes of an older version by this name.
  application_name: `cardwright ${VERSION}`,
  // Our statements are short and indexed: compiling one takes up to a thousand times as long as running it.
  jit: 'off',
  lock_timeout: String(LOCK_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
}

/**
 * For statements that fetch rows by their keys. They are planned once, and always use an index. By default the planner
 * plans them at every execution (which takes longer than running them), and scans a table that was small when it planned.
 */
const byIndex = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
}

/**
 * On a distributed database, statements are planned per bucket, because a generic plan would have to go to every shard.
 * Settings of a transaction are passed on to the other servers, or a lock wait there would never end. Several shards are
 * changed one after another: if they were changed in parallel sessions, a later statement could not see the changes.
 */
const onShards = {
  'citus.propagate_set_commands': 'local',
  'citus.multi_shard_modify_mode': 'sequential',
}

/** For the schema's owner: migrations, backups and operator commands, which have no time limit. */
export const ownerSettings = { ...common, idle_in_transaction_session_timeout: '60000' }

const service = { ...common, role: SERVICE_ROLE }
/** A statement that writes is refused here, so that a write cannot hide among reads. */
const reading = { ...service, default_transaction_read_only: 'on' }

export function settingsFor(use: Use, isDistributed = false) {
  const statement_timeout = String(TIMEOUT_MS[use] - MARGIN_MS)
  const byKey = isDistributed ? onShards : byIndex
  return {
    read: { ...reading, ...(isDistributed && onShards), statement_timeout },
    readByKey: { ...reading, ...byKey, statement_timeout },
    write: { ...service, ...byKey },
  }
}

// What every session with the database begins with, and how long it may take. A request is answered within 5 seconds,
// whatever the database does: the limits of the server come before ours, so that it ends a statement in good order
// where it can, and ours end the session where it cannot.

import { VERSION } from '../version.ts'

export const SERVICE_ROLE = 'cardwright_service'

/** Requests; background work, which nobody waits for and which may scan; the operator's commands, which scan everything. */
export type Use = 'requests' | 'background' | 'operator'

/** From the first wait for a session to the last answer. */
export const TIMEOUT_MS: Record<Use, number> = { requests: 4_500, background: 60_000, operator: 3_600_000 }
/** The server ends a statement that reads this much earlier than we end the session. */
const MARGIN_MS = 500
const LOCK_TIMEOUT_MS = 4_000
/** A process that is stopped in the middle of a transaction keeps its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 5_000

const common = {
  // By this `upgrade --check` finds processes of an older version.
  application_name: `cardwright ${VERSION}`,
  // Our statements are short and indexed: compiling one takes up to a thousand times as long as running it.
  jit: 'off',
  lock_timeout: String(LOCK_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
}

/**
 * For statements that fetch rows by their keys: planned once, and always by an index. Left to itself the planner
 * plans them anew at every execution (which takes longer than they do), and scans a table that was small when it looked.
 */
const byIndex = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
}

/**
 * On a distributed database a plan is made for each bucket: one for all parameters would have to ask every shard. What a
 * transaction sets goes on to the servers of the rows, or a lock would be waited for without end. Several shards are
 * changed one after another: at the same time, on several sessions, a later statement could not see what they did.
 */
const onShards = {
  'citus.propagate_set_commands': 'local',
  'citus.multi_shard_modify_mode': 'sequential',
}

/** The schema's owner: migrations, backups and the operator's commands, which take as long as they take. */
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

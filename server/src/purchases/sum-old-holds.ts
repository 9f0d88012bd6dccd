// Fills in the sums of holds that are older than these columns, in the worker. A hold is locked before its entries are
// read, so that none is missed: adding an entry requires the same lock. Once every hold has its sums, the query finds
// an empty index.

import { bulk, inLockOrder, type RowKey, rowKeyColumns } from '../database/bulk.ts'
import type { Database, Sql } from '../database/database.ts'
import { TransactionType } from '../ledger/changes.ts'
import { holds } from '../ledger/tables.ts'

const BATCH = 1_000
const MAX_BATCHES = 200

export async function sumOldHolds({ database }: { database: Pick<Database, 'background'> }): Promise<void> {
  const { background } = database
  for (let n = 0; n < MAX_BATCHES; n++) {
    const places = await selectUnsummed(background.read)
    if (places.length === 0) return
    await background.transaction(async (tx) => {
      const locked = await holds.lockFree(tx, inLockOrder(places))
      if (locked.length > 0) await sumHolds(tx, locked)
    })
    if (places.length < BATCH) return
  }
}

function selectUnsummed(sql: Sql) {
  return sql<RowKey[]>`select bucket, id from holds where created_at is null order by bucket, id limit ${BATCH}`
}

const { authorization, settlement, refund } = TransactionType

const sumHolds = bulk<RowKey>(
  rowKeyColumns,
  ({ rows, inBucket }) => `
    update holds h set created_at = coalesce(s.created_at, h.expires_at), authorized_cents = s.authorized, settled_cents = s.settled,
      refunded_cents = s.refunded
    from ${rows} cross join lateral (
      select min(e.created_at) filter (where e.id = r.id) as created_at,
        coalesce(sum(-e.amount_cents) filter (where e.type = ${authorization}), 0)::bigint as authorized,
        coalesce(sum(-e.amount_cents) filter (where e.type = ${settlement}), 0)::bigint as settled,
        coalesce(sum(e.amount_cents) filter (where e.type = ${refund}), 0)::bigint as refunded
      from (
        select t.id, t.type, t.amount_cents, t.created_at from transactions t where ${inBucket('t')} and t.id = r.id
        union all
        select t.id, t.type, t.amount_cents, t.created_at from transactions t
        where ${inBucket('t')} and t.authorization_id = r.id
      ) as e
    ) as s
    where ${inBucket('h')} and h.id = r.id`,
)

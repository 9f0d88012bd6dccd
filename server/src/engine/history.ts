// Reads what has happened so far to the authorizations and settlements that operations name. It is read under the card's
// lock, and added to only under the same lock.

import { bulk, type RowKey, rowKeyColumns } from '../database/bulk.ts'
import type { Uuid } from '../ids.ts'
import type { HoldReleaseRow, TransactionRow } from '../ledger/changes.ts'
import { holdReleases, transactions } from '../ledger/entries.ts'
import type { Cents } from '../money.ts'

// One authorization has a handful of captures; a thousand is a bound, not an expectation.
const MAX_RELATED = 1_000

/** The authorization itself, its increments, settlements, refunds and declined increments. */
export const selectTransactionsOf = bulk<RowKey, TransactionRow>(
  rowKeyColumns,
  ({ rows, inBucket }) => `
    select ${transactions.list('t')} from ${rows} join lateral (
      select * from transactions o where ${inBucket('o')} and o.id = r.id
      union all
      (select * from transactions o where ${inBucket('o')} and o.authorization_id = r.id
       order by o.created_at, o.id limit ${MAX_RELATED})
    ) as t on true`,
  transactions.read,
)

export const selectReleases = bulk<RowKey, HoldReleaseRow>(
  rowKeyColumns,
  ({ rows, inBucket }) => `
    select ${holdReleases.list('t')} from ${rows} cross join lateral (
      select * from hold_releases o where ${inBucket('o')} and o.authorization_id = r.id
      order by o.created_at, o.id limit ${MAX_RELATED}) as t`,
  holdReleases.read,
)

export const selectRefunds = bulk<RowKey, { refund_of: Uuid; refunded: Cents }>(
  rowKeyColumns,
  ({ rows, inBucket }) => `
    select t.refund_of, sum(t.amount_cents)::bigint as refunded from transactions t
    join ${rows} on ${inBucket('t')} and t.refund_of = r.id
    group by t.refund_of`,
  (row) => ({ refund_of: row.uuid()!, refunded: row.int64()! }),
)

// What has happened so far to the authorizations and settlements that operations name, read under the card's lock:
// whoever adds to it holds the same lock.

import { bulk, type Place, placeColumns, smallint, uuid } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { HoldReleaseRow, TransactionRow } from '../ledger/changes.ts'
import { holdReleases, transactions } from '../ledger/entries.ts'
import type { IssuanceRow } from '../ledger/rows.ts'
import { issuances } from '../ledger/tables.ts'
import type { Cents } from '../money.ts'
import type { Step } from './operation.ts'

// One authorization has a handful of captures; a thousand is a bound, not an expectation.
const MAX_RELATED = 1_000

/** The authorization itself, its increments, settlements, refunds and declined increments. */
export const selectTransactionsOf = bulk<Place, TransactionRow>(
  placeColumns,
  (rows, value) => `
    select ${transactions.list('t')} from ${rows} join lateral (
      select * from transactions o where o.bucket = ${value('bucket')} and o.id = r.id
      union all
      (select * from transactions o where o.bucket = ${value('bucket')} and o.authorization_id = r.id
       order by o.created_at, o.id limit ${MAX_RELATED})
    ) as t on true`,
  transactions.read,
)

export const selectReleases = bulk<Place, HoldReleaseRow>(
  placeColumns,
  (rows, value) => `
    select ${holdReleases.list('t')} from ${rows} cross join lateral (
      select * from hold_releases o where o.bucket = ${value('bucket')} and o.authorization_id = r.id
      order by o.created_at, o.id limit ${MAX_RELATED}) as t`,
  holdReleases.read,
)

export const selectRefunds = bulk<Place, { refund_of: Uuid; refunded: Cents }>(
  placeColumns,
  (rows, value) => `
    select t.refund_of, sum(t.amount_cents)::bigint as refunded from transactions t
    join ${rows} on t.bucket = ${value('bucket')} and t.refund_of = r.id
    group by t.refund_of`,
  (row) => ({ refund_of: row.uuid()!, refunded: row.int64()! }),
)

/** What processors have posted to an authorization of theirs. */
export type PostOf = { id: Uuid; authorization_id: Uuid }

export const selectPosts = bulk<Place, PostOf>(
  placeColumns,
  (rows, value) => `
    select p.id, p.authorization_id from ${rows} join processor_posts p
      on p.bucket = ${value('bucket')} and p.authorization_id = r.id`,
  (row) => ({ id: row.uuid()!, authorization_id: row.uuid()! }),
)

type KeyedRequest = { requestKey: Uuid; bucket: number; workspaceId: Uuid }

const selectIssuancesByKey = bulk<KeyedRequest, IssuanceRow>(
  {
    request_key: uuid((row) => row.requestKey),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspaceId),
  },
  (rows, value) => `
    select ${issuances.list('i')} from ${rows} join card_issuances i
      on i.bucket = ${value('bucket')} and i.workspace_id = ${value('workspace_id')} and i.request_key = r.request_key`,
  issuances.read,
)

/** Those that have begun under the keys that steps name: read once the wallets are locked, under which they begin. */
export async function selectIssuances(tx: Tx, steps: readonly Step<unknown>[]): Promise<readonly IssuanceRow[]> {
  const keyed = steps.flatMap(({ workspace, needs: { issuanceOf } }) =>
    issuanceOf ? [{ requestKey: issuanceOf, bucket: workspace.bucket, workspaceId: workspace.id }] : [],
  )
  return keyed.length > 0 ? selectIssuancesByKey(tx, keyed) : []
}

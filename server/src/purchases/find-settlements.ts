// The settlements of one purchase, with the amount that was already refunded of each.

import type { Sql } from '../database/database.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import type { Cents } from '../money.ts'

/** A purchase rarely has more than a few settlements; this only bounds the query. */
const MAX_SETTLEMENTS = 100

export type SettlementRow = { id: Uuid; amount_cents: Cents; refunded_cents: Cents; created_at: Date }

/** `purchaseId` is the id of the authorization, or of a settlement that has no authorization. */
export function selectSettlements(sql: Sql, { bucket, id }: WorkspaceKey, purchaseId: Uuid) {
  return sql<SettlementRow[]>`
    select t.id, -t.amount_cents as amount_cents, t.created_at, (
      select coalesce(sum(x.amount_cents), 0)::bigint from transactions x where x.bucket = ${bucket} and x.refund_of = t.id
    ) as refunded_cents
    from (
      select * from transactions where bucket = ${bucket} and workspace_id = ${id} and authorization_id = ${purchaseId}
      union all
      select * from transactions where bucket = ${bucket} and workspace_id = ${id} and id = ${purchaseId}
    ) as t
    where t.type = ${TransactionType.settlement} order by t.created_at, t.id limit ${MAX_SETTLEMENTS}`
}

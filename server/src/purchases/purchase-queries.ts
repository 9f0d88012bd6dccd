// The rows of the list of purchases. Their ids are found by an index (purchase-search.ts); only then are the rows of the
// page fetched, each by its key.

import type { Workspace } from '../accounts/workspace.ts'
import { type Fragment, fragment, integerLiteral, type Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import type { Cents } from '../money.ts'
import type { TransactionPosition } from '../transactions/transaction-queries.ts'
import type { PurchaseFilters } from './purchase-filters.ts'
import { searchPurchases, type Window } from './purchase-search.ts'
import { joinHold, refundsOf, statusOfFirstEntry } from './purchase-status.ts'

export type PurchaseRow = {
  bucket: number
  id: Uuid
  type: TransactionType
  amount_cents: Cents
  decline_reason: number | null
  decline_detail: object | null
  created_at: Date
  card_id: Uuid
  card_label: string
  card_last4: string
  card_network: string
  merchant_name: string
  mcc: string
  country: string
  merchant_amount: bigint | null
  merchant_currency: string | null
  status: number
  authorized_cents: Cents | null
  settled_cents: Cents | null
  refunded_cents: Cents | null
  held_cents: Cents | null
  forced_refunded_cents: Cents | null
}

const { settlement } = TransactionType

/** `stoppedAt` is set when the search stopped there, before the page was full: older purchases may match. */
type Found = { rows: PurchaseRow[]; stoppedAt: TransactionPosition | undefined }

export async function findPurchases(
  sql: Sql,
  workspace: Workspace,
  filters: PurchaseFilters,
  window: Window,
): Promise<Found> {
  const { ids, ends } = searchPurchases(workspace, filters, window)
  const rows = await selectRows(sql, workspace, ids)
  if (rows.length >= window.limit) return { rows, stoppedAt: undefined }
  const [stoppedAt] = await sql<TransactionPosition[]>`${ends}`
  // An index that was read less deep may hold purchases between these rows. They come with the next page.
  return { rows: stoppedAt ? rows.filter((row) => !isOlder(row, stoppedAt)) : rows, stoppedAt }
}

function isOlder(one: TransactionPosition, other: TransactionPosition): boolean {
  const laterMs = one.created_at.getTime() - other.created_at.getTime()
  return laterMs < 0 || (laterMs === 0 && one.id < other.id)
}

/** The purchase whose first entry has this id. */
export function selectPurchaseById(sql: Sql, workspace: Workspace, id: Uuid) {
  return selectRows(sql, workspace, fragment`select ${id}::uuid as id`)
}

function selectRows(sql: Sql, { bucket, id }: Workspace, ids: Fragment) {
  return sql<PurchaseRow[]>`
    select t.bucket, t.id, t.type, t.amount_cents, t.decline_reason, t.created_at, t.card_id, c.label as card_label,
      c.last4 as card_last4, c.network as card_network, m.name as merchant_name, m.mcc, m.country, d.merchant_amount, d.merchant_currency, d.decline_detail,
      ${statusOfFirstEntry(bucket)} as status, h.authorized_cents, h.settled_cents, h.refunded_cents, h.held_cents,
      case when t.type = ${integerLiteral(settlement)} then ${refundsOf(bucket)} end as forced_refunded_cents
    from (${ids}) as chosen cross join lateral (
      select * from transactions t where t.bucket = ${bucket} and t.id = chosen.id and t.workspace_id = ${id} limit 1
    ) as t
    join merchants m on m.bucket = ${bucket} and m.id = t.merchant_id
    join cards c on c.bucket = ${bucket} and c.id = t.card_id
    left join transaction_details d on d.bucket = ${bucket} and d.transaction_id = t.id
    ${joinHold(bucket)}
    order by t.created_at desc, t.id desc`
}

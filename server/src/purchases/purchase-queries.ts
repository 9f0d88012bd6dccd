// The SQL of the list of purchases. An index finds the ids of a page: the newest ids of each status, merged, or the ids
// of a card or of merchants. Only then are the rows of the page fetched, each by its key.

import type { Workspace } from '../accounts/workspace.ts'
import { declineReasons } from '../authorizations/decline-reasons.ts'
import { plainArray } from '../database/arrays.ts'
import { type Fragment, fragment, integerLiteral, type Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import type { Cents } from '../money.ts'
import { ofMerchants, type TransactionPosition } from '../transactions/transaction-queries.ts'
import type { PurchaseFilters } from './purchase-filters.ts'
import {
  joinHold,
  PurchaseStatus,
  type PurchaseStatusName,
  purchaseStatusNames,
  refundsOf,
  statusOfFirstEntry,
  statusOfHold,
} from './purchase-status.ts'

/** `after` is the position of the last purchase on the previous page. */
export type Window = { limit: number; after: TransactionPosition | undefined }

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

const HEAD = fragment`t.authorization_id is null and t.refund_of is null`
const { settlement, refund, decline } = TransactionType

export function selectPurchases(sql: Sql, workspace: Workspace, filters: PurchaseFilters, window: Window) {
  const { merchants, cardId } = filters
  if (cardId !== undefined || merchants?.tooMany)
    return selectRows(sql, workspace, walk(workspace, filters, window, ofCard(cardId)))
  return selectRows(
    sql,
    workspace,
    merchants ? byMerchants(workspace, filters, merchants.ids, window) : byStatus(workspace, filters, window),
  )
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
    join merchants m on m.bucket = t.bucket and m.id = t.merchant_id
    join cards c on c.bucket = t.bucket and c.id = t.card_id
    left join transaction_details d on d.bucket = t.bucket and d.transaction_id = t.id
    ${joinHold(bucket)}
    order by t.created_at desc, t.id desc`
}

/**
 * Merges the newest purchases of each status, so that a status that one purchase in a million has is found as fast as
 * any other.
 */
function byStatus(workspace: Workspace, filters: PurchaseFilters, window: Window): Fragment {
  const wanted = filters.status === undefined ? purchaseStatusNames : [filters.status]
  const ofHolds =
    filters.reason === undefined ? wanted.filter((name) => name !== 'declined').map(PurchaseStatusCode) : []
  const branches = [
    ...ofHolds.map((code) => withHold(workspace, filters, window, code)),
    ...typesAlone(filters).map((type) => alone(workspace, filters, window, type)),
  ]
  const all = branches.reduce((before, branch) => fragment`${before} union all ${branch}`)
  return fragment`select id from (${all}) as found order by created_at desc, id desc limit ${window.limit}`
}

const PurchaseStatusCode = (name: PurchaseStatusName): number => PurchaseStatus[name]

/** The types of entries that are purchases without a hold and can have the status. */
function typesAlone({ status, reason }: PurchaseFilters): TransactionType[] {
  if (reason !== undefined || status === 'declined') return [decline]
  if (status === undefined) return [settlement, refund, decline]
  if (status === 'refunded') return [settlement, refund]
  return status === 'settled' || status === 'partly_refunded' ? [settlement] : []
}

function withHold({ bucket, id }: Workspace, filters: PurchaseFilters, window: Window, code: number): Fragment {
  const { minAmount, maxAmount } = filters
  return fragment`(
    select h.id, h.created_at from holds h ${joinForeign(filters, fragment`h`)}
    where h.bucket = ${bucket} and h.workspace_id = ${id} and ${statusOfHold} = ${integerLiteral(code)} and h.created_at is not null
      ${minAmount === undefined ? fragment`` : fragment`and h.authorized_cents >= ${minAmount}`}
      ${maxAmount === undefined ? fragment`` : fragment`and h.authorized_cents <= ${maxAmount}`}
      ${within(filters, window, fragment`h`)}
    order by h.created_at desc, h.id desc limit ${window.limit})`
}

function alone({ bucket, id }: Workspace, filters: PurchaseFilters, window: Window, type: TransactionType): Fragment {
  const { status, reason, minAmount, maxAmount } = filters
  const isJudged = status !== undefined && type === settlement
  return fragment`(
    select t.id, t.created_at from transactions t ${joinForeign(filters, fragment`t`)} ${isJudged ? joinHold(bucket) : fragment``}
    where t.bucket = ${bucket} and t.workspace_id = ${id} and ${HEAD} and t.type <> 1 and t.type = ${integerLiteral(type)}
      ${isJudged ? fragment`and ${statusOfFirstEntry(bucket)} = ${PurchaseStatus[status]}` : fragment``}
      ${reason === undefined ? fragment`` : ofReason(reason)}
      ${minAmount === undefined ? fragment`` : fragment`and abs(t.amount_cents) >= ${minAmount}`}
      ${maxAmount === undefined ? fragment`` : fragment`and abs(t.amount_cents) <= ${maxAmount}`}
      ${within(filters, window, fragment`t`)}
    order by t.created_at desc, t.id desc limit ${window.limit})`
}

function ofReason(reason: NonNullable<PurchaseFilters['reason']>): Fragment {
  return fragment`and t.decline_reason = ${declineReasons[reason]}`
}

/** Merges the newest purchases of each merchant. */
function byMerchants(workspace: Workspace, filters: PurchaseFilters, ids: Uuid[], window: Window): Fragment {
  return fragment`
    select found.id from unnest(${plainArray(ids)}::text::uuid[]) as chosen (id)
    cross join lateral (
      ${walk(workspace, { ...filters, merchants: undefined }, window, fragment`and t.merchant_id = chosen.id`)}
    ) as found
    order by found.created_at desc, found.id desc limit ${window.limit}`
}

/** Reads the first entries of purchases along an index of the transactions. */
function walk({ bucket, id }: Workspace, filters: PurchaseFilters, window: Window, along: Fragment): Fragment {
  const { status, reason, merchants, minAmount, maxAmount } = filters
  const amount = fragment`coalesce(h.authorized_cents, abs(t.amount_cents))`
  return fragment`
    select t.id, t.created_at from transactions t ${joinHold(bucket)} ${joinForeign(filters, fragment`t`)}
    where t.bucket = ${bucket} and t.workspace_id = ${id} and ${HEAD} ${along}
      ${merchants === undefined ? fragment`` : ofMerchants(merchants)}
      ${status === undefined ? fragment`` : fragment`and ${statusOfFirstEntry(bucket)} = ${PurchaseStatus[status]}`}
      ${reason === undefined ? fragment`` : ofReason(reason)}
      ${minAmount === undefined ? fragment`` : fragment`and ${amount} >= ${minAmount}`}
      ${maxAmount === undefined ? fragment`` : fragment`and ${amount} <= ${maxAmount}`}
      ${within(filters, window, fragment`t`)}
    order by t.created_at desc, t.id desc limit ${window.limit}`
}

function ofCard(cardId: Uuid | undefined): Fragment {
  return cardId === undefined ? fragment`` : fragment`and t.card_id = ${cardId}`
}

/** The conditions on time and currency. `of` is the table whose rows have the ids of purchases. */
function within({ from, to, currency }: PurchaseFilters, { after }: Window, of: Fragment): Fragment {
  return fragment`
    ${from === undefined ? fragment`` : fragment`and ${of}.created_at >= ${from}`}
    ${to === undefined ? fragment`` : fragment`and ${of}.created_at <= ${to}`}
    ${currency === undefined ? fragment`` : fragment`and coalesce(f.merchant_currency, 'USD') = ${currency}`}
    ${after === undefined ? fragment`` : fragment`and (${of}.created_at, ${of}.id) < (${after.created_at}, ${after.id})`}`
}

function joinForeign({ currency }: PurchaseFilters, of: Fragment): Fragment {
  if (currency === undefined) return fragment``
  return fragment`left join transaction_details f on f.bucket = ${of}.bucket and f.transaction_id = ${of}.id`
}

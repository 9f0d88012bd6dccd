// Finds the ids of a page of purchases. It reads indexes newest first: one for each status, merged, or that of a card,
// of each merchant, or of all transactions. A row that an index gives may still fail the other filters, so each index is
// read to a bounded depth. Without a bound, a filter that nothing matches would read every purchase there is.

import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import { type Fragment, fragment, integerLiteral } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import { declineReasons } from '../ledger/decline-reasons.ts'
import { ofMerchants, type TransactionPosition } from '../transactions/transaction-queries.ts'
import type { PurchaseFilters } from './purchase-filters.ts'
import {
  joinHold,
  PurchaseStatus,
  type PurchaseStatusName,
  purchaseStatusNames,
  statusOfFirstEntry,
  statusOfHold,
} from './purchase-status.ts'

/** `after` is the position of the last purchase on the previous page. */
export type Window = { limit: number; after: TransactionPosition | undefined }

/** `ids` selects the ids of the page; `ends` selects the position where the search stopped, if it did. */
export type Search = { ids: Fragment; ends: Fragment }

/**
 * One index, newest first. `rows` are a table and the conditions that its index answers; `matching` are the joins and
 * conditions that each of these rows still has to meet. `of` is the name of the table.
 */
type Index = { of: Fragment; rows: Fragment; matching: Fragment }

/** Reading this deep takes some 100 ms when nothing matches. */
const MAX_DEPTH = 20_000

const none = fragment``
const HEAD = fragment`t.authorization_id is null and t.refund_of is null`
const { settlement, refund, decline } = TransactionType

export function searchPurchases(workspace: Workspace, filters: PurchaseFilters, window: Window): Search {
  const { merchants, cardId } = filters
  if (cardId !== undefined)
    return merge([transactionsOf(workspace, filters, window, fragment`and t.card_id = ${cardId}`)], window)
  if (merchants && !merchants.tooMany) return byMerchants(workspace, filters, merchants.ids, window)
  return merge(
    canMergeStatuses(filters) ? byStatus(workspace, filters, window) : [transactionsOf(workspace, filters, window)],
    window,
  )
}

/** All statuses together would be read to the depth of each. One index is enough where most rows are refused. */
function canMergeStatuses({ status, reason, merchants, minAmount, maxAmount, currency }: PurchaseFilters): boolean {
  if (merchants) return false
  const isSifted = [minAmount, maxAmount, currency].some((filter) => filter !== undefined)
  return !isSifted || status !== undefined || reason !== undefined
}

/** Reads each status along its own part of the index: the newest purchases of all statuses may have none of a rare one. */
function byStatus(workspace: Workspace, filters: PurchaseFilters, window: Window): Index[] {
  const wanted = filters.status === undefined ? purchaseStatusNames : [filters.status]
  const ofHolds = filters.reason === undefined ? wanted.filter((name) => name !== 'declined') : []
  return [
    ...ofHolds.map((name) => holdsOf(workspace, filters, window, name)),
    ...typesAlone(filters).map((type) => entriesAlone(workspace, filters, window, type)),
  ]
}

/** The types of entries that are purchases without a hold and can have the status. */
function typesAlone({ status, reason }: PurchaseFilters): TransactionType[] {
  if (reason !== undefined || status === 'declined') return [decline]
  if (status === undefined) return [settlement, refund, decline]
  if (status === 'refunded') return [settlement, refund]
  return status === 'settled' || status === 'partly_refunded' ? [settlement] : []
}

function holdsOf(
  { bucket, id }: Workspace,
  filters: PurchaseFilters,
  window: Window,
  status: PurchaseStatusName,
): Index {
  const of = fragment`h`
  return {
    of,
    rows: fragment`holds h where h.bucket = ${bucket} and h.workspace_id = ${id}
      and ${statusOfHold} = ${integerLiteral(PurchaseStatus[status])} and h.created_at is not null ${within(filters, window, of)}`,
    matching: fragment`where true ${ofAmount(filters, fragment`h.authorized_cents`)} ${ofCurrency(filters, of)}`,
  }
}

function entriesAlone(
  { bucket, id }: Workspace,
  filters: PurchaseFilters,
  window: Window,
  type: TransactionType,
): Index {
  const { status, reason } = filters
  const of = fragment`t`
  // The status of any other type follows from the type.
  const isChecked = status !== undefined && type === settlement
  return {
    of,
    rows: fragment`transactions t where t.bucket = ${bucket} and t.workspace_id = ${id} and ${HEAD} and t.type <> 1
      and t.type = ${integerLiteral(type)} ${ofReason(reason)} ${within(filters, window, of)}`,
    matching: fragment`${isChecked ? joinHold(bucket) : none} where true ${isChecked ? ofStatus(status, bucket) : none}
      ${ofAmount(filters, fragment`abs(t.amount_cents)`)} ${ofCurrency(filters, of)}`,
  }
}

/** Merges the newest purchases of each merchant. */
function byMerchants(workspace: Workspace, filters: PurchaseFilters, ids: Uuid[], window: Window): Search {
  const ofMerchant = fragment`and t.merchant_id = chosen.id`
  const index = transactionsOf(workspace, { ...filters, merchants: undefined }, window, ofMerchant)
  const depth = Math.max(window.limit, Math.ceil(MAX_DEPTH / ids.length))
  const each = fragment`unnest(${plainArray(ids)}::text::uuid[]) as chosen (id)`
  return {
    ids: fragment`select found.id from ${each} cross join lateral ${newest(index, depth, window.limit)} as found
      order by found.created_at desc, found.id desc limit ${window.limit}`,
    ends: fragment`select last.created_at, last.id from ${each} cross join lateral ${end(index, depth)} as last
      order by last.created_at desc, last.id desc limit 1`,
  }
}

/** All transactions, or those `along` a card or a merchant. Only the first entry of a purchase counts. */
function transactionsOf(
  { bucket, id }: Workspace,
  filters: PurchaseFilters,
  window: Window,
  along: Fragment = none,
): Index {
  const { status, reason, merchants } = filters
  const of = fragment`t`
  return {
    of,
    rows: fragment`transactions t where t.bucket = ${bucket} and t.workspace_id = ${id} ${along} ${within(filters, window, of)}`,
    matching: fragment`${joinHold(bucket)} where ${HEAD} ${merchants === undefined ? none : ofMerchants(merchants)}
      ${status === undefined ? none : ofStatus(status, bucket)} ${ofReason(reason)}
      ${ofAmount(filters, fragment`coalesce(h.authorized_cents, abs(t.amount_cents))`)} ${ofCurrency(filters, of)}`,
  }
}

function merge(indexes: Index[], { limit }: Window): Search {
  const union = (parts: Fragment[]) => parts.reduce((before, part) => fragment`${before} union all ${part}`)
  const found = union(indexes.map((index) => newest(index, MAX_DEPTH, limit)))
  const lasts = union(indexes.map((index) => end(index, MAX_DEPTH)))
  return {
    ids: fragment`select id from (${found}) as found order by created_at desc, id desc limit ${limit}`,
    ends: fragment`select created_at, id from (${lasts}) as lasts order by created_at desc, id desc limit 1`,
  }
}

/** The newest rows that match, out of the first `depth` of the index. */
function newest({ of, rows, matching }: Index, depth: number, limit: number): Fragment {
  const order = fragment`order by ${of}.created_at desc, ${of}.id desc`
  return fragment`(select ${of}.id, ${of}.created_at from (select * from ${rows} ${order} limit ${depth}) as ${of} ${matching} ${order} limit ${limit})`
}

/** The row at that depth, if the index has as many. */
function end({ of, rows }: Index, depth: number): Fragment {
  return fragment`(select ${of}.created_at, ${of}.id from ${rows} order by ${of}.created_at desc, ${of}.id desc limit 1 offset ${depth - 1})`
}

function within({ from, to }: PurchaseFilters, { after }: Window, of: Fragment): Fragment {
  return fragment`
    ${from === undefined ? none : fragment`and ${of}.created_at >= ${from}`}
    ${to === undefined ? none : fragment`and ${of}.created_at <= ${to}`}
    ${after === undefined ? none : fragment`and (${of}.created_at, ${of}.id) < (${after.created_at}, ${after.id})`}`
}

function ofStatus(status: PurchaseStatusName, bucket: number): Fragment {
  return fragment`and ${statusOfFirstEntry(bucket)} = ${PurchaseStatus[status]}`
}

function ofReason(reason: PurchaseFilters['reason']): Fragment {
  return reason === undefined ? none : fragment`and t.decline_reason = ${declineReasons[reason]}`
}

function ofAmount({ minAmount, maxAmount }: PurchaseFilters, amount: Fragment): Fragment {
  return fragment`
    ${minAmount === undefined ? none : fragment`and ${amount} >= ${minAmount}`}
    ${maxAmount === undefined ? none : fragment`and ${amount} <= ${maxAmount}`}`
}

/** A subquery and not a join: it is only asked about rows that match so far, and never changes their order. */
function ofCurrency({ currency }: PurchaseFilters, of: Fragment): Fragment {
  if (currency === undefined) return none
  return fragment`and ${currency} = coalesce((
    select f.merchant_currency from transaction_details f where f.bucket = ${of}.bucket and f.transaction_id = ${of}.id
  ), 'USD')`
}

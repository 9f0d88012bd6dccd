// The SQL of the transaction list. Every filter finds its first page by an index: the newest-first one of the
// workspace, the card's, the type's, or the merchant's.

import type { Workspace } from '../accounts/workspace.ts'
import { mccsOfCategory } from '../categories/categories.ts'
import { plainArray } from '../database/arrays.ts'
import { type Fragment, fragment, type Sql } from '../database/database.ts'
import { cardsWithin, rowsWithin } from '../http/key-bounds.ts'
import { countCapped, exact, likeLiteral, type PageWindow, type Total } from '../http/paging.ts'
import type { Uuid } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import type { Cents } from '../money.ts'
import { joinDetails, readTransaction, transactionColumns } from './find-transaction.ts'
import type { TransactionTypeName } from './present-transaction.ts'

export type TransactionFilters = {
  cardId: Uuid | undefined
  type: TransactionTypeName | undefined
  from: Date | undefined
  to: Date | undefined
  minAmount: Cents | undefined
  maxAmount: Cents | undefined
  merchants: MatchingMerchants | undefined
  /** For people only: an API key has no tags. */
  tag: string | undefined
}

/** The list is ordered by it, the newest first. */
export type TransactionPosition = { created_at: Date; id: Uuid }
type Window = Pick<PageWindow<TransactionPosition>, 'limit' | 'offset' | 'after'>

/** The merchants whose name matches. `tooMany` is set when there are too many to list, and the filter uses a join. */
export type MatchingMerchants = { ids: Uuid[]; matching: Fragment; tooMany: boolean }

const MAX_MERCHANTS = 500
/** A list by tag shows the newest that have it. */
const MAX_TAGGED = 10_000

/** By a part of their name, by their category, or by both. */
export async function findMerchants(
  sql: Sql,
  workspace: Workspace,
  text: string | undefined,
  category?: string,
): Promise<MatchingMerchants> {
  const byName = text === undefined ? fragment`` : fragment`and n.name ilike ${likeLiteral(text)}`
  const matching = fragment`${byName} ${category === undefined ? fragment`` : ofCategory(category)}`
  const rows = await sql<{ id: Uuid }[]>`
    select n.id from merchants n
    where n.bucket = ${workspace.bucket} and n.workspace_id = ${workspace.id} ${matching} limit ${MAX_MERCHANTS + 1}`
  return { ids: rows.map((row) => row.id), matching, tooMany: rows.length > MAX_MERCHANTS }
}

function ofCategory(name: string): Fragment {
  const { mccs, isNegated } = mccsOfCategory(name)
  const codes = fragment`(${plainArray(mccs)}::text::text[])`
  return isNegated ? fragment`and n.mcc <> all ${codes}` : fragment`and n.mcc = any ${codes}`
}

/**
 * The condition on the merchant of a transaction `t`. Too many merchants are looked up one by one, in a subquery that the
 * planner cannot turn into a join: it is evaluated last, only for rows that the other filters let through.
 */
export function ofMerchants({ ids, matching, tooMany }: MatchingMerchants): Fragment {
  return tooMany
    ? fragment`and (select true from merchants n where n.bucket = t.bucket and n.id = t.merchant_id ${matching})`
    : fragment`and t.merchant_id = any(${plainArray(ids)}::text::uuid[])`
}

function hasOnlyCounted(filters: TransactionFilters): boolean {
  const { from, to, minAmount, maxAmount, merchants, tag } = filters
  return [from, to, minAmount, maxAmount, merchants, tag].every((filter) => filter === undefined)
}

/** Uses the counters on the cards or on the workspace when there are any. */
export async function countTransactions(sql: Sql, workspace: Workspace, filters: TransactionFilters): Promise<Total> {
  const within = filters.cardId ? fragment`values (${filters.cardId}::uuid)` : cardsWithin(workspace)
  if (!hasOnlyCounted(filters)) {
    const some = within ? fragment`and t.card_id in (${within})` : fragment``
    return countCapped(sql, fragment`from transactions t where ${matching(workspace, filters)} ${some}`)
  }
  const [counts] = within
    ? await sql<Counts[]>`
        select coalesce(sum(authorization_count), 0)::bigint as authorization, coalesce(sum(settlement_count), 0)::bigint as settlement,
          coalesce(sum(refund_count), 0)::bigint as refund, coalesce(sum(decline_count), 0)::bigint as decline
        from ${rowsWithin(workspace, within, fragment`cards`, fragment`id`)} c where c.workspace_id = ${workspace.id}`
    : await sql<Counts[]>`
        select authorization_count as authorization, settlement_count as settlement, refund_count as refund, decline_count as decline
        from workspaces where bucket = ${workspace.bucket} and id = ${workspace.id}`
  if (!counts) return exact(0)
  return exact(
    filters.type ? counts[filters.type] : Object.values(counts).reduce<number>((sum, count) => sum + Number(count), 0),
  )
}

type Counts = Record<TransactionTypeName, number | bigint>

function matching(workspace: Workspace, filters: TransactionFilters) {
  const { merchants } = filters
  return fragment`${notByMerchant(workspace, filters)} ${merchants === undefined ? fragment`` : ofMerchants(merchants)}`
}

function notByMerchant(workspace: Workspace, filters: TransactionFilters) {
  return fragment`t.bucket = ${workspace.bucket} and t.workspace_id = ${workspace.id}
    ${filters.cardId === undefined ? fragment`` : fragment`and t.card_id = ${filters.cardId}`}
    ${filters.type === undefined ? fragment`` : fragment`and t.type = ${TransactionType[filters.type]}`}
    ${filters.from === undefined ? fragment`` : fragment`and t.created_at >= ${filters.from}`}
    ${filters.to === undefined ? fragment`` : fragment`and t.created_at <= ${filters.to}`}
    ${filters.minAmount === undefined ? fragment`` : fragment`and abs(t.amount_cents) >= ${filters.minAmount}`}
    ${filters.maxAmount === undefined ? fragment`` : fragment`and abs(t.amount_cents) <= ${filters.maxAmount}`}
    ${filters.tag === undefined ? fragment`` : withTag(workspace, filters.tag)}`
}

/** Written so that a plan begins with the tag, of which there are few, and not with the transactions, of which there are many. */
function withTag({ bucket, id }: Workspace, tag: string) {
  return fragment`and t.id = any(array(
    select g.transaction_id from transaction_tags g
    where g.bucket = ${bucket} and g.workspace_id = ${id} and g.tag = ${tag}
    order by g.happened_at desc, g.transaction_id desc limit ${MAX_TAGGED}))`
}

function following({ after }: Window) {
  return after === undefined ? fragment`` : fragment`and (t.created_at, t.id) < (${after.created_at}, ${after.id})`
}

export function selectTransactions(sql: Sql, workspace: Workspace, filters: TransactionFilters, window: Window) {
  const { merchants, cardId } = filters
  const within = cardId === undefined ? cardsWithin(workspace) : undefined
  if (within) return selectByCards(sql, workspace, filters, within, window)
  return merchants && !merchants.tooMany && cardId === undefined
    ? selectByMerchants(sql, workspace, filters, merchants.ids, window)
    : selectInOrder(sql, workspace, filters, window)
}

function selectInOrder(sql: Sql, workspace: Workspace, filters: TransactionFilters, window: Window) {
  return sql.readBy(readTransaction)`
    select ${transactionColumns} from (
      select * from transactions t where ${matching(workspace, filters)} ${following(window)}
      order by t.created_at desc, t.id desc limit ${window.limit} offset ${window.offset}
    ) as t join merchants m on m.bucket = ${workspace.bucket} and m.id = t.merchant_id
    ${joinDetails(workspace.bucket)}
    order by t.created_at desc, t.id desc`
}

/** Merges the newest of each merchant, so that a merchant used once among millions of rows is found as fast as one used daily. */
function selectByMerchants(
  sql: Sql,
  workspace: Workspace,
  filters: TransactionFilters,
  merchants: Uuid[],
  window: Window,
) {
  return sql.readBy(readTransaction)`
    select ${transactionColumns} from (
      select t.* from unnest(${plainArray(merchants)}::text::uuid[]) as chosen (id)
      cross join lateral (
        select * from transactions t
        where t.merchant_id = chosen.id and ${notByMerchant(workspace, filters)} ${following(window)}
        order by t.created_at desc, t.id desc limit ${window.offset + window.limit}
      ) as t
      order by t.created_at desc, t.id desc limit ${window.limit} offset ${window.offset}
    ) as t join merchants m on m.bucket = ${workspace.bucket} and m.id = t.merchant_id
    ${joinDetails(workspace.bucket)}
    order by t.created_at desc, t.id desc`
}

/** Merges the newest of each card that a bounded key reaches, so that other cards' transactions cost nothing. */
function selectByCards(sql: Sql, workspace: Workspace, filters: TransactionFilters, within: Fragment, window: Window) {
  return sql.readBy(readTransaction)`
    select ${transactionColumns} from (
      select t.* from (${within}) as chosen (id)
      cross join lateral (
        select * from transactions t
        where t.card_id = chosen.id and ${matching(workspace, filters)} ${following(window)}
        order by t.created_at desc, t.id desc limit ${window.offset + window.limit}
      ) as t
      order by t.created_at desc, t.id desc limit ${window.limit} offset ${window.offset}
    ) as t join merchants m on m.bucket = ${workspace.bucket} and m.id = t.merchant_id
    ${joinDetails(workspace.bucket)}
    order by t.created_at desc, t.id desc`
}

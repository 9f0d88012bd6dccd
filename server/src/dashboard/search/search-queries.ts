// What the search of the dashboard asks the database. Each statement is bounded by an index or by a number of rows, so that
// it costs the same at a million transactions as at a thousand:
//
//   merchants by name             merchants_name_ix (trigrams), at most 200 merchants
//   transactions of merchants     transactions_merchant_ix, the newest few of each merchant
//   transactions of an amount     transactions_newest_ix, the newest 20,000: an index by amount would cost every
//                                 authorization a write, for a search that nearly always wants the last weeks

import type { Workspace } from '../../accounts/workspace.ts'
import type { Sql } from '../../database/database.ts'
import { likeLiteral } from '../../http/paging.ts'
import type { Uuid } from '../../ids.ts'
import type { Cents } from '../../money.ts'

export type FoundRow = {
  id: Uuid
  card_id: Uuid
  type: number
  amount_cents: bigint
  created_at: Date
  merchant: string
}

export const MAX_SEARCHED = 20_000
const MAX_MERCHANTS = 200

/** Each name once: a merchant has a row for every category and country in which it was seen. */
export function selectMerchantNames(sql: Sql, { bucket, id }: Workspace, text: string, limit: number) {
  return sql<{ name: string }[]>`
    select distinct found.name from (
      select name from merchants where bucket = ${bucket} and workspace_id = ${id} and name ilike ${likeLiteral(text)}
      limit ${MAX_MERCHANTS}) as found
    order by found.name limit ${limit}`
}

export function selectNewestByMerchant(sql: Sql, { bucket, id }: Workspace, text: string, limit: number) {
  return sql<FoundRow[]>`
    select t.id, t.card_id, t.type, t.amount_cents, t.created_at, found.name as merchant from (
      select id, name from merchants where bucket = ${bucket} and workspace_id = ${id} and name ilike ${likeLiteral(text)}
      limit ${MAX_MERCHANTS}
    ) as found cross join lateral (
      select * from transactions t
      where t.bucket = ${bucket} and t.merchant_id = found.id and t.workspace_id = ${id}
      order by t.created_at desc limit ${limit}
    ) as t
    order by t.created_at desc, t.id desc limit ${limit}`
}

export function selectNewestByAmount(sql: Sql, { bucket, id }: Workspace, amount: Cents, limit: number) {
  return sql<FoundRow[]>`
    select t.id, t.card_id, t.type, t.amount_cents, t.created_at, m.name as merchant from (
      select newest.* from (
        select t.id, t.card_id, t.type, t.amount_cents, t.created_at, t.merchant_id from transactions t
        where t.bucket = ${bucket} and t.workspace_id = ${id} order by t.created_at desc limit ${MAX_SEARCHED}
      ) as newest
      where abs(newest.amount_cents) = ${amount} order by newest.created_at desc, newest.id desc limit ${limit}
    ) as t join merchants m on m.bucket = ${bucket} and m.id = t.merchant_id
    order by t.created_at desc, t.id desc`
}

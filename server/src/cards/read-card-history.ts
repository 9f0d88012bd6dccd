// The history of a card apart from its transactions, newest first.

import type { Workspace } from '../accounts/workspace.ts'
import { type Fragment, fragment, type Sql } from '../database/database.ts'
import { byId } from '../http/cursor.ts'
import {
  countCapped,
  cutPage,
  isPastEnd,
  type PagedList,
  type PageRequest,
  type PageWindow,
  pageInfo,
  pageWindowOf,
} from '../http/paging.ts'
import type { Uuid } from '../ids.ts'
import { type CardHistoryRow, CardHistoryType } from '../ledger/changes.ts'
import { dollars } from '../money.ts'
import { findCard } from './find-card.ts'

const nameOfType = new Map<number, CardHistoryType>(
  Object.entries(CardHistoryType).map(([name, code]) => [code, name as CardHistoryType]),
)

const list: PagedList<{ id: Uuid }> = { name: 'card history', size: 50, position: byId }

/** Throws card_not_found. */
export async function readCardHistory(sql: Sql, workspace: Workspace, cardId: string, query: PageRequest) {
  const place = pageWindowOf(list, query, cardId)
  const { id } = await findCard(sql, workspace, cardId)
  const matching = fragment`h.bucket = ${workspace.bucket} and h.card_id = ${id}`
  const total = await countCapped(sql, fragment`from card_history h where ${matching}`)
  const found = isPastEnd(place, total) ? [] : await selectHistory(sql, matching, place)
  const { rows, next } = cutPage(place, found)
  return { data: rows.map(presentEntry), pagination: pageInfo(place, total, next) }
}

function selectHistory(sql: Sql, matching: Fragment, { after, limit, offset }: PageWindow<{ id: Uuid }>) {
  return sql<CardHistoryRow[]>`
    select h.id, h.type, h.amount_cents, h.reason, h.actor, h.created_at from card_history h where ${matching}
    ${after === undefined ? fragment`` : fragment`and h.id < ${after.id}`}
    order by h.id desc limit ${limit} offset ${offset}`
}

function presentEntry({ type, amount_cents, reason, actor, created_at }: CardHistoryRow) {
  // For an update, the reason holds the names of the changed settings.
  const isUpdate = type === CardHistoryType.updated
  return {
    type: nameOfType.get(type)!,
    at: created_at.toISOString(),
    amount: amount_cents === null ? null : dollars(amount_cents),
    reason: isUpdate ? null : reason,
    changed: isUpdate && reason ? reason.split(' ') : [],
    actor,
  }
}

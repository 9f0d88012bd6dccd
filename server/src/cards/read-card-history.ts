// What happened to a card apart from what it spent, newest first.

import type { Workspace } from '../accounts/workspace.ts'
import { fragment, type Sql } from '../database/database.ts'
import { countCapped, type PageRequest, pageInfo, window } from '../http/paging.ts'
import { type CardHistoryRow, CardHistoryType } from '../ledger/changes.ts'
import { dollars } from '../money.ts'
import { findCard } from './find-card.ts'

const nameOfType = new Map<number, CardHistoryType>(
  Object.entries(CardHistoryType).map(([name, code]) => [code, name as CardHistoryType]),
)

/** Throws card_not_found. */
export async function readCardHistory(sql: Sql, workspace: Workspace, cardId: string, query: PageRequest) {
  const { id } = await findCard(sql, workspace, cardId)
  const page = window(query, 50)
  const matching = fragment`h.bucket = ${workspace.bucket} and h.card_id = ${id}`
  const total = await countCapped(sql, fragment`from card_history h where ${matching}`)
  if (!total.capped && page.offset >= total.total) return { data: [], pagination: pageInfo(page, total) }
  const rows = await sql<CardHistoryRow[]>`
    select h.type, h.amount_cents, h.reason, h.actor, h.created_at from card_history h where ${matching}
    order by h.id desc limit ${page.per_page} offset ${page.offset}`
  return { data: rows.map(presentEntry), pagination: pageInfo(page, total) }
}

function presentEntry({ type, amount_cents, reason, actor, created_at }: CardHistoryRow) {
  return {
    type: nameOfType.get(type)!,
    at: created_at.toISOString(),
    amount: amount_cents === null ? null : dollars(amount_cents),
    reason,
    actor,
  }
}

// A card and the cards that it replaced, one after the other. What they spent counts in its limits.

import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { CardHistoryType } from '../ledger/changes.ts'
import type { CardRow } from '../ledger/rows.ts'
import { cards } from '../ledger/tables.ts'

/** Each card costs a look-up. A longer line counts only what the last cards spent. */
const MAX_LINE = 100

/** The oldest first. */
export async function lineOf(sql: Sql, card: CardRow): Promise<CardRow[]> {
  const line = [card]
  while (line[0]!.replaces && line.length < MAX_LINE) {
    const [before] = await cards.find(sql, [{ bucket: card.bucket, id: line[0]!.replaces }])
    if (before?.workspace_id !== card.workspace_id) break
    line.unshift(before)
  }
  return line
}

/**
 * The id of the entry that ended a card. Ids are made in the order of the decisions, so that whatever happened to the card before
 * its end has a smaller id, also when both have the same time.
 */
export async function findEnd(sql: Sql, { bucket, id, workspace_id }: CardRow): Promise<Uuid | undefined> {
  const [row] = await sql<{ id: Uuid }[]>`
    select id from card_history
    where bucket = ${bucket} and card_id = ${id} and workspace_id = ${workspace_id} and type = ${CardHistoryType.terminated}
    order by id limit 1`
  return row?.id
}

// A card and the cards that it replaced, one after the other. What they spent counts in its limits.

import type { Sql } from '../database/database.ts'
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

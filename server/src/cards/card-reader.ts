// Reads of single cards, the most frequent request of all, batched.

import type { Sql } from '../database/database.ts'
import { BatchedRead } from '../database/read-batch.ts'
import type { Uuid } from '../ids.ts'
import type { CardRow } from '../ledger/rows.ts'
import { cards } from '../ledger/tables.ts'

export type CardKey = { bucket: number; workspaceId: Uuid; id: Uuid }
export type CardReader = BatchedRead<CardKey, CardRow>

export function cardReader(sql: Sql): CardReader {
  return new BatchedRead(async (keys) => {
    const found = new Map((await cards.find(sql, keys)).map((card) => [card.id, card]))
    // Ids are unique everywhere, but the owner counts: the same id asked for by another workspace is not found.
    return keys.map((key) => {
      const card = found.get(key.id)
      return card?.workspace_id === key.workspaceId ? card : undefined
    })
  })
}

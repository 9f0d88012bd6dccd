// Batches reads of single cards, the most frequent request of all.

import type { Sql } from '../database/database.ts'
import { BatchedRead } from '../database/read-batch.ts'
import type { Uuid } from '../ids.ts'
import type { CardRow } from '../ledger/rows.ts'
import { cards } from '../ledger/tables.ts'

declare module '../services.ts' {
  interface Services {
    cards: CardReader
  }
}

export type CardKey = { bucket: number; workspaceId: Uuid; id: Uuid }
export type CardReader = BatchedRead<CardKey, CardRow>

export function cardReader(sql: Sql): CardReader {
  return new BatchedRead(async (keys) => {
    const found = new Map((await cards.find(sql, keys)).map((card) => [card.id, card]))
    // Ids are unique across workspaces, but a workspace finds only its own cards.
    return keys.map((key) => {
      const card = found.get(key.id)
      return card?.workspace_id === key.workspaceId ? card : undefined
    })
  })
}

// Reads of single cards, the most frequent request of all, batched.

import { bulk, smallint, uuid } from '../database/bulk.ts'
import type { Sql } from '../database/database.ts'
import { BatchedRead } from '../database/read-batch.ts'
import type { Uuid } from '../ids.ts'
import { cardColumnList, readCard } from '../ledger/read-card.ts'
import type { CardRow } from '../ledger/rows.ts'

export type CardKey = { bucket: number; workspaceId: Uuid; id: Uuid }
export type CardReader = BatchedRead<CardKey, CardRow>

const selectCards = bulk<CardKey, CardRow>(
  { id: uuid((key) => key.id), bucket: smallint((key) => key.bucket), workspace_id: uuid((key) => key.workspaceId) },
  (rows, value) => `
    select ${cardColumnList} from cards c join ${rows}
    on c.bucket = ${value('bucket')} and c.id = r.id and c.workspace_id = ${value('workspace_id')}`,
  readCard,
)

export function cardReader(sql: Sql): CardReader {
  return new BatchedRead(async (keys) => {
    const found = new Map((await selectCards(sql, keys)).map((card) => [card.id, card]))
    // Ids are unique everywhere, but the owner counts: the same id asked for by another workspace is not found.
    return keys.map((key) => {
      const card = found.get(key.id)
      return card?.workspace_id === key.workspaceId ? card : undefined
    })
  })
}

// Reads of single cards, the most frequent request of all, batched.

import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { BatchedRead } from '../database/read-batch.ts'
import type { Uuid } from '../ids.ts'
import { type PackedCard, packedCard, unpackCard } from '../ledger/packed-card.ts'
import type { CardRow } from '../ledger/rows.ts'

export type CardKey = { bucket: number; workspaceId: Uuid; id: Uuid }
export type CardReader = BatchedRead<CardKey, CardRow>

export function cardReader(sql: Sql): CardReader {
  return new BatchedRead(async (keys) => {
    const rows = await sql<PackedCard[]>`
      select ${packedCard(sql)} from cards c
      join unnest(
        ${plainArray(keys.map((key) => key.bucket))}::text::smallint[], ${plainArray(keys.map((key) => key.id))}::text::uuid[],
        ${plainArray(keys.map((key) => key.workspaceId))}::text::uuid[]) as r (bucket, id, workspace_id)
      on c.bucket = r.bucket and c.id = r.id and c.workspace_id = r.workspace_id`
    const found = new Map(rows.map(unpackCard).map((card) => [card.id, card]))
    // Ids are unique everywhere, but the owner counts: the same id asked for by another workspace is not found.
    return keys.map((key) => {
      const card = found.get(key.id)
      return card?.workspace_id === key.workspaceId ? card : undefined
    })
  })
}

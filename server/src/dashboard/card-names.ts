import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { CardName } from './shapes/cards.ts'

/** The labels and last four digits of cards, in one query. Cards of other workspaces are left out. */
export async function selectCardNames(
  sql: Sql,
  { bucket, id }: Workspace,
  cardIds: Iterable<Uuid>,
): Promise<Map<Uuid, CardName>> {
  const asked = plainArray(new Set(cardIds))
  if (asked === '{}') return new Map()
  const rows = await sql<({ id: Uuid } & CardName)[]>`
    select c.id, c.label, c.last4 from unnest(${asked}::text::uuid[]) as r (id)
    join cards c on c.bucket = ${bucket} and c.id = r.id and c.workspace_id = ${id}`
  return new Map(rows.map(({ id, label, last4 }) => [id, { label, last4 }]))
}

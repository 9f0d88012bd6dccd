// The cards that a bounded key reaches. A card outside is as unknown as one that never was, and so is what belongs to it. The
// key through which a card was made never changes, so what is checked here still holds when the request is run.

import { isBounded, type KeyRights } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import { type Fragment, fragment, type Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { parseId, type Uuid } from '../ids.ts'
import type { Input } from './request-context.ts'
import { idOf } from './schemas.ts'

/** The names of the fields in paths and bodies that name a card, or an object that belongs to one. */
const named = {
  card_id: { kind: 'card', missing: 'card_not_found' },
  txn_id: { kind: 'transaction', missing: 'transaction_not_found' },
  transaction_id: { kind: 'transaction', missing: 'transaction_not_found' },
  challenge_id: { kind: 'challenge', missing: 'challenge_not_found' },
  three_ds_challenge_id: { kind: 'challenge', missing: 'challenge_not_found' },
} as const
type Named = (typeof named)[keyof typeof named]

/** Throws when the path or body names a card that the key does not reach. A bounded key may not send a card number at all. */
export async function checkBounds(sql: Sql, workspace: Workspace, { params, body }: Input): Promise<void> {
  const given = { ...(body as object), ...(params as object) } as Record<string, unknown>
  if (given.pan !== undefined) throw new ApiError('card_not_found')
  for (const [name, { kind, missing }] of Object.entries(named)) {
    const text = given[name]
    if (typeof text !== 'string') continue
    const cardId = await cardBehind(sql, workspace, kind, idOf(kind, workspace, text))
    if (cardId === undefined || !(await isWithin(sql, workspace, cardId))) throw new ApiError(missing)
  }
}

async function cardBehind(sql: Sql, { bucket, id: owner }: Workspace, kind: Named['kind'], id: Uuid) {
  if (kind === 'card') return id
  const [row] =
    kind === 'transaction'
      ? await sql<{ card_id: Uuid }[]>`
          select card_id from transactions where bucket = ${bucket} and id = ${id} and workspace_id = ${owner}`
      : await sql<{ card_id: Uuid }[]>`
          select card_id from three_ds_challenges where bucket = ${bucket} and id = ${id} and workspace_id = ${owner}`
  return row?.card_id
}

/** Whether the caller reaches the card, if it exists. */
export async function isWithin(sql: Sql, workspace: Workspace, cardId: Uuid): Promise<boolean> {
  return (await thoseWithin(sql, workspace, [cardId])).has(cardId)
}

/** The cards among these that the caller reaches. */
export async function thoseWithin(sql: Sql, workspace: Workspace, cardIds: readonly Uuid[]): Promise<Set<Uuid>> {
  const { key } = workspace
  if (!key || !isBounded(workspace) || cardIds.length === 0) return new Set(cardIds)
  if (key.cardIds) return new Set(cardIds.filter((id) => key.cardIds!.has(id)))
  const rows = await sql<{ card_id: Uuid }[]>`
    select card_id from key_cards
    where bucket = ${workspace.bucket} and card_id = any(${plainArray(cardIds)}::text::uuid[])
      and workspace_id = ${workspace.id} and key_id = ${key.id}`
  return new Set(rows.map((row) => row.card_id))
}

/** Whether the card was made through the caller's key, bounded or not. */
export async function wasMadeThrough(sql: Sql, { bucket, id, key }: Workspace, cardId: Uuid): Promise<boolean> {
  const [row] = await sql`
    select 1 from key_cards
    where bucket = ${bucket} and card_id = ${cardId} and workspace_id = ${id} and key_id = ${key!.id}`
  return row !== undefined
}

/** A query for the ids of the cards that the caller reaches; undefined when it reaches every card of the workspace. */
export function cardsWithin({ key, bucket, id }: Workspace): Fragment | undefined {
  if (key?.cardIds) return fragment`select unnest(${plainArray(key.cardIds)}::text::uuid[])`
  return key?.ownCards ? ownCardsOf(key, bucket, id) : undefined
}

/**
 * The rows of the reached cards, for a `from`: those of each card are fetched by its key. As a condition on the workspace's
 * rows, without statistics, the planner read them all. `column` is the column that names the card.
 */
export function rowsWithin({ bucket }: Workspace, within: Fragment, table: Fragment, column: Fragment): Fragment {
  return fragment`(${within}) as reached (card)
    cross join lateral (select * from ${table} where bucket = ${bucket} and ${column} = reached.card offset 0)`
}

function ownCardsOf(key: KeyRights, bucket: number, workspaceId: Uuid): Fragment {
  return fragment`select card_id from key_cards where bucket = ${bucket} and workspace_id = ${workspaceId} and key_id = ${key.id}`
}

/** The card that a list's filter names; null when it cannot be a card of this workspace that the key reaches. */
export async function cardOfFilter(sql: Sql, workspace: Workspace, text: string | undefined) {
  if (text === undefined) return undefined
  const card = parseId('card', text)
  if (card?.bucket !== workspace.bucket || !(await isWithin(sql, workspace, card.uuid))) return null
  return card.uuid
}

// The cards that a bounded key reaches. A card outside is as unknown as one that never was, and so is what belongs to it. The
// key through which a card was made never changes, so what is judged here still holds when the request is run.

import { isBounded, type KeyRights } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import { type Fragment, fragment, type Sql } from '../database/database.ts'
import { parseId, type Uuid } from '../ids.ts'
import { ApiError } from './errors.ts'
import type { Input } from './request-context.ts'
import { idOf } from './schemas.ts'

/** The names under which paths and bodies speak of a card, or of what belongs to one. */
const named = {
  card_id: { kind: 'card', missing: 'card_not_found' },
  txn_id: { kind: 'transaction', missing: 'transaction_not_found' },
  transaction_id: { kind: 'transaction', missing: 'transaction_not_found' },
  challenge_id: { kind: 'challenge', missing: 'challenge_not_found' },
  three_ds_challenge_id: { kind: 'challenge', missing: 'challenge_not_found' },
} as const
type Named = (typeof named)[keyof typeof named]

/** Throws where the path or the body names a card that the key does not reach. A number says nothing about a card: none may be sent. */
export async function judgeBounds(sql: Sql, workspace: Workspace, { params, body }: Input): Promise<void> {
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

/** Whether whoever speaks for the workspace reaches the card, if there is such a card. */
export async function isWithin(sql: Sql, workspace: Workspace, cardId: Uuid): Promise<boolean> {
  return (await thoseWithin(sql, workspace, [cardId])).has(cardId)
}

/** Of some cards, those that are reached. */
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

/** Whether the card was made through the key that asks, bound or not. */
export async function wasMadeThrough(sql: Sql, { bucket, id, key }: Workspace, cardId: Uuid): Promise<boolean> {
  const [row] = await sql`
    select 1 from key_cards
    where bucket = ${bucket} and card_id = ${cardId} and workspace_id = ${id} and key_id = ${key!.id}`
  return row !== undefined
}

/** The ids of the cards that are reached, as a query; undefined where that is every card of the workspace. */
export function cardsWithin({ key, bucket, id }: Workspace): Fragment | undefined {
  if (key?.cardIds) return fragment`select unnest(${plainArray(key.cardIds)}::text::uuid[])`
  return key?.ownCards ? ownCardsOf(key, bucket, id) : undefined
}

/**
 * Rows of the cards that are reached, to stand in a `from`: each card's are fetched by its key. As a condition on the cards of
 * the workspace, without statistics, the planner read them all. `column`: by which the rows name their card.
 */
export function rowsWithin({ bucket }: Workspace, within: Fragment, table: Fragment, column: Fragment): Fragment {
  return fragment`(${within}) as reached (card)
    cross join lateral (select * from ${table} where bucket = ${bucket} and ${column} = reached.card offset 0)`
}

function ownCardsOf(key: KeyRights, bucket: number, workspaceId: Uuid): Fragment {
  return fragment`select card_id from key_cards where bucket = ${bucket} and workspace_id = ${workspaceId} and key_id = ${key.id}`
}

/** The card that a filter of a list names; null where it cannot be one of this workspace's that the key reaches. */
export async function cardOfFilter(sql: Sql, workspace: Workspace, text: string | undefined) {
  if (text === undefined) return undefined
  const card = parseId('card', text)
  if (card?.bucket !== workspace.bucket || !(await isWithin(sql, workspace, card.uuid))) return null
  return card.uuid
}

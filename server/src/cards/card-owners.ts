// The member of the team who looks after a card. It changes nothing about what the card may do.

import { plainArray } from '../database/arrays.ts'
import { type Fragment, fragment, type Sql, type Tx } from '../database/database.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'

export type OwnedCard = { card_id: Uuid; user_id: Uuid }

export function selectOwners(sql: Sql, { bucket, id }: WorkspaceKey, cardIds: readonly Uuid[]) {
  return sql<OwnedCard[]>`
    select card_id, user_id from card_owners
    where bucket = ${bucket} and workspace_id = ${id} and card_id = any(${plainArray(cardIds)}::text::uuid[])`
}

export function setOwner(tx: Tx, { bucket, id }: WorkspaceKey, { card_id, user_id }: OwnedCard, now: Date) {
  return tx`
    insert into card_owners (bucket, card_id, workspace_id, user_id, set_at)
    values (${bucket}, ${card_id}, ${id}, ${user_id}, ${now})
    on conflict (bucket, card_id) do update set user_id = excluded.user_id, set_at = excluded.set_at`
}

export function clearOwner(tx: Tx, { bucket, id }: WorkspaceKey, cardId: Uuid) {
  return tx`delete from card_owners where bucket = ${bucket} and workspace_id = ${id} and card_id = ${cardId}`
}

/** For a person who leaves the team. */
export function clearOwnerOfAll(tx: Tx, { bucket, id }: WorkspaceKey, userId: Uuid) {
  return tx`delete from card_owners where bucket = ${bucket} and workspace_id = ${id} and user_id = ${userId}`
}

/** The ids of a person's cards, as a query. */
export function cardsOwnedBy({ bucket, id }: WorkspaceKey, userId: Uuid): Fragment {
  return fragment`select card_id from card_owners where bucket = ${bucket} and workspace_id = ${id} and user_id = ${userId}`
}

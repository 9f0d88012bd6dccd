// The history that a backtest reads: cards in the order of their creation, and the payments of several cards, or of one card that
// has many. No statement reads more than a few thousand rows, and none keeps a snapshot.

import { plainArray } from '../../database/arrays.ts'
import { fragment, type Sql } from '../../database/database.ts'
import type { Uuid, WorkspaceKey } from '../../ids.ts'
import type { PastCard, PastPayment } from './replay.ts'

export type CardPosition = { at: Date; id: Uuid }
/** `size` is the number of its authorizations and declines. */
export type SizedCard = PastCard & { size: number }

const MAX_CARDS = 500
export const MAX_PAYMENTS = 5_000

const cardColumns = fragment`c.id, c.created_at, c.metadata, c.authorization_count + c.decline_count as size`

/** `only` are the cards that a rule applies to: few, and of this workspace. */
export async function selectCards(
  sql: Sql,
  workspace: WorkspaceKey,
  only: readonly Uuid[] | null,
  after: CardPosition | null,
): Promise<readonly SizedCard[]> {
  if (!only) return selectCardsAfter(sql, workspace, after)
  const cards = await selectCardsByKey(sql, workspace, only)
  return cards.filter((card) => !after || isAfter(card, after))
}

function isAfter({ created_at, id }: PastCard, after: CardPosition): boolean {
  const difference = created_at.getTime() - after.at.getTime()
  return difference > 0 || (difference === 0 && id > after.id)
}

function selectCardsAfter(sql: Sql, { bucket, id }: WorkspaceKey, after: CardPosition | null) {
  return sql<SizedCard[]>`
    select ${cardColumns} from cards c
    where c.bucket = ${bucket} and c.workspace_id = ${id}
      ${after ? fragment`and (c.created_at, c.id) > (${after.at}, ${after.id})` : fragment``}
    order by c.created_at, c.id limit ${MAX_CARDS}`
}

function selectCardsByKey(sql: Sql, { bucket }: WorkspaceKey, ids: readonly Uuid[]) {
  return sql<SizedCard[]>`
    select ${cardColumns} from unnest(${plainArray(ids)}::text::uuid[]) as r (id)
    join cards c on c.bucket = ${bucket} and c.id = r.id
    order by c.created_at, c.id`
}

export type Span = { since: Date; until: Date }

const paymentColumns = fragment`t.id, t.card_id, t.type, t.authorization_id, t.amount_cents, t.created_at, t.three_ds_status,
  t.decline_reason, t.rule_facts, d.source, m.name, m.mcc, m.country, m.network_id`

/** The payments of cards that have few, in the order of card id and time. */
export function selectPayments(sql: Sql, { bucket }: WorkspaceKey, cards: readonly Uuid[], { since, until }: Span) {
  return sql<PastPayment[]>`
    select ${paymentColumns} from unnest(${plainArray(cards)}::text::uuid[]) as c (id)
    join transactions t on t.bucket = ${bucket} and t.card_id = c.id and t.created_at >= ${since} and t.created_at <= ${until}
      and t.type in (1, 4)
    join merchants m on m.bucket = ${bucket} and m.id = t.merchant_id
    left join transaction_details d on d.bucket = ${bucket} and d.transaction_id = t.id
    order by t.card_id, t.created_at, t.id`
}

/** The next payments of one card. */
export function selectPaymentsAfter(
  sql: Sql,
  { bucket }: WorkspaceKey,
  cardId: Uuid,
  after: CardPosition,
  until: Date,
) {
  return sql<PastPayment[]>`
    select ${paymentColumns} from (
      select * from transactions t
      where t.bucket = ${bucket} and t.card_id = ${cardId} and t.created_at >= ${after.at} and t.created_at <= ${until}
        and (t.created_at, t.id) > (${after.at}, ${after.id}) and t.type in (1, 4)
      order by t.created_at, t.id limit ${MAX_PAYMENTS}
    ) as t
    join merchants m on m.bucket = ${bucket} and m.id = t.merchant_id
    left join transaction_details d on d.bucket = ${bucket} and d.transaction_id = t.id
    order by t.created_at, t.id`
}

/** How much there is to read, from the counters. */
export async function countHistory(
  sql: Sql,
  { bucket, id }: WorkspaceKey,
  only: readonly Uuid[] | null,
): Promise<number> {
  const [row] = only
    ? await sql<{ size: bigint }[]>`
        select coalesce(sum(c.authorization_count + c.decline_count), 0)::bigint as size
        from unnest(${plainArray(only)}::text::uuid[]) as r (id)
        join cards c on c.bucket = ${bucket} and c.id = r.id`
    : await sql<{ size: bigint }[]>`
        select authorization_count + decline_count as size from workspaces where bucket = ${bucket} and id = ${id}`
  return Number(row?.size ?? 0)
}

import Type from 'typebox'
import { isBounded } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { type Fragment, fragment, type Sql } from '../database/database.ts'
import { byTime, refusedCursor } from '../http/cursor.ts'
import { cardsWithin, rowsWithin } from '../http/key-bounds.ts'
import {
  countCapped,
  cutPage,
  exact,
  isPastEnd,
  likeLiteral,
  type PagedList,
  type PageWindow,
  pageInfo,
  pageWindowOf,
  type Total,
} from '../http/paging.ts'
import { read } from '../http/route.ts'
import { Pagination, pagingParameters, Strict, Text } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { type CardRow, CardStatus, type CardStatusName, cardStatusNames } from '../ledger/rows.ts'
import { cardColumns, cards } from '../ledger/tables.ts'
import { cardsOwnedBy } from './card-owners.ts'
import { CardListItem, presentCardListItem } from './card-schemas.ts'

export type CardFilters = { status?: CardStatusName; bin_id?: string; label?: string; search?: string; ownerId?: Uuid }
type Sorting = { sort: 'created_at' | 'balance' | 'last_used'; order: 'asc' | 'desc' }
type Position = { created_at: Date; id: Uuid }

const defaults: Sorting = { sort: 'created_at', order: 'desc' }
const list: PagedList<Position> = { name: 'cards', size: 25, position: byTime, defaults }

export const cardFilterParameters = {
  status: Type.Optional(Type.String({ enum: [...cardStatusNames] })),
  bin_id: Type.Optional(Text({ maxLength: 100 })),
  label: Type.Optional(
    Text({ maxLength: 64, description: 'A part of the label. Case is ignored, and % and _ have no special meaning.' }),
  ),
  search: Type.Optional(
    Text({
      maxLength: 64,
      description: 'A part of the label. Case is ignored. Four digits also find cards whose number ends in them.',
    }),
  ),
}

export const listCards = read({
  method: 'GET',
  url: '/cards',
  operationId: 'listCards',
  scope: 'cards:read',
  bounds: 'within',
  tag: 'Cards',
  summary: 'List cards',
  query: Strict({
    ...cardFilterParameters,
    sort: Type.Optional(
      Type.String({
        enum: ['created_at', 'balance', 'last_used'],
        default: 'created_at',
        description:
          'The order of the list. With `last_used`, cards that were never used come last. `balance` and `last_used` change while you read, so they support pages but no cursor.',
      }),
    ),
    order: Type.Optional(Type.String({ enum: ['asc', 'desc'], default: 'desc' })),
    ...pagingParameters(list.size),
  }),
  reply: {
    200: Type.Object({
      data: Type.Array(CardListItem),
      pagination: Type.Intersect([Pagination, Type.Object({ total_pages: Type.Integer() })]),
    }),
  },
  mayReadStandby: true,
  read: ({ sql, workspace, query }) => readCardPage(sql, workspace, query),
})

/** A page of the list, limited to one person's cards when `ownerId` is given. */
export async function readCardPage(sql: Sql, workspace: Workspace, query: object, ownerId?: Uuid) {
  const filters: CardFilters = { ...query, ...(ownerId && { ownerId }) }
  const sorting = { ...defaults, ...query } as Sorting
  const place = pageWindowOf(list, query)
  const isWalkable = sorting.sort === 'created_at'
  if (place.after && !isWalkable)
    throw refusedCursor('"cursor" walks by created_at; the order by balance or last use changes on the way.')
  const total = await countCards(sql, workspace, filters)
  const found = isPastEnd(place, total) ? [] : await selectCards(sql, workspace, filters, sorting, place)
  const { rows, next } = cutPage(place, found)
  return {
    data: rows.map(presentCardListItem),
    pagination: {
      ...pageInfo(place, total, isWalkable ? next : undefined),
      total_pages: Math.ceil(total.total / place.per_page),
    },
  }
}

async function countCards(sql: Sql, workspace: Workspace, filters: CardFilters): Promise<Total> {
  const { bin_id, label, search, ownerId } = filters
  if ([bin_id, label, search, ownerId].some((filter) => filter !== undefined) || isBounded(workspace))
    return countCapped(sql, fragment`from ${reached(workspace, filters)} c where ${matching(workspace, filters)}`)
  const [counts] = await sql<{ active: number; frozen: number; terminated: number }[]>`
    select cards_active as active, cards_frozen as frozen, cards_terminated as terminated from workspaces
    where bucket = ${workspace.bucket} and id = ${workspace.id}`
  if (!counts) return exact(0)
  return exact(filters.status ? counts[filters.status] : counts.active + counts.frozen + counts.terminated)
}

/** The cards that the caller can reach. */
function reached(workspace: Workspace, { ownerId }: CardFilters): Fragment {
  const within = ownerId ? cardsOwnedBy(workspace, ownerId) : cardsWithin(workspace)
  return within ? rowsWithin(workspace, within, fragment`cards`, fragment`id`) : fragment`cards`
}

function matching(workspace: Workspace, filters: CardFilters) {
  return fragment`c.bucket = ${workspace.bucket} and c.workspace_id = ${workspace.id}
    ${filters.status === undefined ? fragment`` : fragment`and c.status = ${CardStatus[filters.status]}`}
    ${filters.bin_id === undefined ? fragment`` : fragment`and c.bin_id = ${filters.bin_id}`}
    ${filters.label === undefined ? fragment`` : fragment`and c.label ilike ${likeLiteral(filters.label)}`}
    ${filters.search === undefined ? fragment`` : fragment`and ${searched(filters.search)}`}`
}

const LAST_FOUR = /^\d{4}$/

function searched(text: string): Fragment {
  const byLabel = fragment`c.label ilike ${likeLiteral(text)}`
  return LAST_FOUR.test(text) ? fragment`(c.last4 = ${text} or ${byLabel})` : byLabel
}

/** The newest cards that match a search, for a short list. */
export function searchCards(
  sql: Sql,
  workspace: Workspace,
  search: string,
  limit: number,
): Promise<readonly CardRow[]> {
  return selectCards(sql, workspace, { search }, defaults, { limit, offset: 0, after: undefined })
}

/** For a file of any length: newest first. Each batch continues after the last card of the previous one. */
export function selectCardsAfter(
  sql: Sql,
  workspace: Workspace,
  filters: CardFilters,
  limit: number,
  after: Position | undefined,
) {
  return selectCards(sql, workspace, filters, defaults, { limit, offset: 0, after })
}

/** Ties are ordered by id in the same direction. Cards that were never used come last in both directions. */
function ordering({ sort, order }: Sorting) {
  if (sort === 'created_at')
    return order === 'desc' ? fragment`c.created_at desc, c.id desc` : fragment`c.created_at, c.id`
  if (sort === 'balance') {
    return order === 'desc'
      ? fragment`(c.available_cents - c.overdraft_cents) desc, c.id desc`
      : fragment`(c.available_cents - c.overdraft_cents), c.id`
  }
  return order === 'desc'
    ? fragment`c.last_used_at desc nulls last, c.id desc`
    : fragment`c.last_used_at asc nulls last, c.id`
}

function following({ order }: Sorting, after: Position | undefined) {
  if (after === undefined) return fragment``
  return order === 'desc'
    ? fragment`and (c.created_at, c.id) < (${after.created_at}, ${after.id})`
    : fragment`and (c.created_at, c.id) > (${after.created_at}, ${after.id})`
}

/**
 * The ids of the page are found first, so that sorting a million cards moves ids and not rows. Each row is then fetched by
 * its key: with a plain join and no statistics, the planner read every card of the workspace.
 */
function selectCards(
  sql: Sql,
  workspace: Workspace,
  filters: CardFilters,
  sorting: Sorting,
  place: Pick<PageWindow<Position>, 'after' | 'limit' | 'offset'>,
) {
  return sql.readBy(cards.read)`
    select ${cardColumns} from (
      select c.id from ${reached(workspace, filters)} c where ${matching(workspace, filters)} ${following(sorting, place.after)}
      order by ${ordering(sorting)} limit ${place.limit} offset ${place.offset}
    ) as chosen cross join lateral (
      select * from cards c
      where c.bucket = ${workspace.bucket} and c.id = chosen.id and c.workspace_id = ${workspace.id} limit 1
    ) as c
    order by ${ordering(sorting)}`
}

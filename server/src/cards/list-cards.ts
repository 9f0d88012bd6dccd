import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { fragment, type Sql } from '../database/database.ts'
import { countCapped, exact, likeLiteral, pageInfo, type Total, window } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { Page, PageInfo, PerPage, Strict, Text } from '../http/schemas.ts'
import { type CardRow, CardStatus, type CardStatusName, cardStatusNames } from '../ledger/rows.ts'
import { cardColumns } from '../ledger/tables.ts'
import { CardListItem, presentCardListItem } from './card-schemas.ts'

type Filters = { status?: CardStatusName; bin_id?: string; label?: string }
type Sorting = { sort: 'created_at' | 'balance' | 'last_used'; order: 'asc' | 'desc' }

export const listCards = read({
  method: 'GET',
  url: '/cards',
  operationId: 'listCards',
  tag: 'Cards',
  summary: 'List cards',
  query: Strict({
    status: Type.Optional(Type.String({ enum: [...cardStatusNames] })),
    bin_id: Type.Optional(Text({ maxLength: 100 })),
    label: Type.Optional(
      Text({ maxLength: 64, description: 'Part of the label, in any case; % and _ are characters like others.' }),
    ),
    sort: Type.Optional(
      Type.String({
        enum: ['created_at', 'balance', 'last_used'],
        default: 'created_at',
        description: 'By `last_used`, cards never used come last.',
      }),
    ),
    order: Type.Optional(Type.String({ enum: ['asc', 'desc'], default: 'desc' })),
    page: Page,
    per_page: PerPage(25),
  }),
  reply: {
    200: Type.Object({
      data: Type.Array(CardListItem),
      pagination: Type.Intersect([PageInfo, Type.Object({ total_pages: Type.Integer() })]),
    }),
  },
  async read({ sql, workspace, query }) {
    const filters = query as Filters
    const page = window(query, 25)
    const total = await countCards(sql, workspace, filters)
    const isPastEnd = !total.capped && page.offset >= total.total
    const rows = isPastEnd
      ? []
      : await selectCards(sql, workspace, filters, { sort: 'created_at', order: 'desc', ...query } as Sorting, page)
    return {
      data: rows.map(presentCardListItem),
      pagination: { ...pageInfo(page, total), total_pages: Math.ceil(total.total / page.per_page) },
    }
  },
})

async function countCards(sql: Sql, workspace: Workspace, filters: Filters): Promise<Total> {
  if (filters.bin_id !== undefined || filters.label !== undefined)
    return countCapped(sql, fragment`from cards c where ${matching(workspace, filters)}`)
  const [counts] = await sql<{ active: number; frozen: number; terminated: number }[]>`
    select cards_active as active, cards_frozen as frozen, cards_terminated as terminated from workspaces
    where bucket = ${workspace.bucket} and id = ${workspace.id}`
  if (!counts) return exact(0)
  return exact(filters.status ? counts[filters.status] : counts.active + counts.frozen + counts.terminated)
}

function matching(workspace: Workspace, filters: Filters) {
  return fragment`c.bucket = ${workspace.bucket} and c.workspace_id = ${workspace.id}
    ${filters.status === undefined ? fragment`` : fragment`and c.status = ${CardStatus[filters.status]}`}
    ${filters.bin_id === undefined ? fragment`` : fragment`and c.bin_id = ${filters.bin_id}`}
    ${filters.label === undefined ? fragment`` : fragment`and c.label ilike ${likeLiteral(filters.label)}`}`
}

/** Ties go by id in the same direction. Never-used cards come last either way. */
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

/**
 * The ids of the page are found first, so that sorting a million cards carries ids and not rows. The rows are then fetched
 * one by one by their key: as a join, a planner without statistics goes through all cards and looks for the page at each.
 */
function selectCards(
  sql: Sql,
  workspace: Workspace,
  filters: Filters,
  sorting: Sorting,
  page: { per_page: number; offset: number },
) {
  return sql<CardRow[]>`
    with chosen as materialized (
      select c.id from cards c where ${matching(workspace, filters)}
      order by ${ordering(sorting)} limit ${page.per_page} offset ${page.offset})
    select ${cardColumns} from chosen cross join lateral (
      select * from cards where bucket = ${workspace.bucket} and id = chosen.id and workspace_id = ${workspace.id} limit 1) as c
    order by ${ordering(sorting)}`
}

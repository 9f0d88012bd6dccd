import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { monthOf } from '../clock.ts'
import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { read } from '../http/route.ts'
import { Strict, Text } from '../http/schemas.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { balanceOfCard, type CardStatus, cardStatusNames } from '../ledger/rows.ts'
import { type Cents, dollars } from '../money.ts'
import { ownersOf } from './card-owner-routes.ts'
import { CardFigures, type Person } from './shapes/cards.ts'

/** A page has at most 100 cards; an id and its comma have 34 characters. */
const MAX_IDS_TEXT = 4000

export const listCardFigures = read({
  method: 'GET',
  url: '/cards/figures',
  operationId: 'listCardFigures',
  tag: 'Cards',
  summary: 'What the list of cards shows beside the cards of a page',
  query: Strict({ ids: Text({ maxLength: MAX_IDS_TEXT, description: 'Ids of cards, with commas between them.' }) }),
  reply: { 200: CardFigures },
  mayReadStandby: true,
  async read({ sql, workspace, query, services }): Promise<CardFigures> {
    const asked = query.ids.split(',').flatMap((text) => parseId('card', text) ?? [])
    const here = asked.filter(({ bucket }) => bucket === workspace.bucket).map(({ uuid }) => uuid)
    if (here.length === 0) return { data: [] }
    const [rows, owners, now] = await Promise.all([
      selectFigures(sql, workspace, here),
      ownersOf(sql, workspace, here),
      readWorkspaceTime(sql, workspace, services),
    ])
    return { data: rows.map((row) => presentFigures(workspace.bucket, row, monthOf(now), owners.get(row.id) ?? null)) }
  },
})

type Figures = {
  id: Uuid
  status: CardStatus
  label: string
  available_cents: Cents
  overdraft_cents: Cents
  held_cents: Cents
  spending_limit_cents: Cents
  month: number
  month_used_cents: Cents
  last_used_at: Date | null
  has_controls: boolean
}

/** Usage belongs to the month of the card's last use; in a later month, nothing of the limit is used yet. */
function presentFigures(
  bucket: number,
  row: Figures,
  month: number,
  owner: Person | null,
): CardFigures['data'][number] {
  return {
    id: publicId('card', bucket, row.id),
    status: cardStatusNames[row.status - 1]!,
    label: row.label,
    balance: dollars(balanceOfCard(row)),
    held: dollars(row.held_cents),
    spending_limit: dollars(row.spending_limit_cents),
    used_this_month: row.month < month ? 0 : dollars(row.month_used_cents),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    has_controls: row.has_controls,
    owner,
  }
}

function selectFigures(sql: Sql, { bucket, id }: Workspace, cardIds: Uuid[]) {
  return sql<Figures[]>`
    select id, status, label, available_cents, overdraft_cents, held_cents, spending_limit_cents, month, month_used_cents,
      last_used_at, controls is not null as has_controls
    from cards where bucket = ${bucket} and workspace_id = ${id} and id = any(${plainArray(cardIds)}::text::uuid[])`
}

import type { Workspace } from '../accounts/workspace.ts'
import { CardParams } from '../cards/card-schemas.ts'
import { findCard } from '../cards/find-card.ts'
import type { Sql } from '../database/database.ts'
import { read } from '../http/route.ts'
import type { Uuid } from '../ids.ts'
import { observedState } from '../processors/observed-states.ts'
import type { Services } from '../services.ts'
import { CardProcessor } from './shapes/processors.ts'

export const getCardProcessor = read({
  method: 'GET',
  url: '/cards/:card_id/processor',
  operationId: 'getCardProcessor',
  tag: 'Cards',
  summary: 'At which processor a card lies, and in which state it is there',
  params: CardParams,
  reply: { 200: CardProcessor },
  errors: ['card_not_found'],
  async read({ sql, workspace, params, services }): Promise<CardProcessor> {
    const card = await findCard(sql, workspace, params.card_id)
    const row = await readCardThere(sql, workspace, card.id)
    return { processor: row ? present(services, row) : null }
  },
})

type RowThere = {
  processor: string
  external_id: string
  observed_state: number
  observed_at: Date
  push_at: Date | null
  restriction: string | null
}

async function readCardThere(sql: Sql, { bucket, id }: Workspace, cardId: Uuid): Promise<RowThere | undefined> {
  const [row] = await sql<RowThere[]>`
    select processor, external_id, observed_state, observed_at, push_at, restriction from processor_cards
    where bucket = ${bucket} and id = ${cardId} and workspace_id = ${id}`
  return row
}

function present({ processors }: Services, row: RowThere): CardProcessor['processor'] {
  const processor = processors.get(row.processor)
  return {
    name: row.processor,
    kind: processor?.kind ?? null,
    external_id: row.external_id,
    state_there: observedState(row.observed_state),
    seen_at: row.observed_at.toISOString(),
    next_try_at: row.push_at?.toISOString() ?? null,
    restriction: row.restriction,
    shows_number: processor?.abilities.reveal === 'page',
  }
}

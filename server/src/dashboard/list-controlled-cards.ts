import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { read } from '../http/route.ts'
import { Strict, Text } from '../http/schemas.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { ControlledCards } from './shapes/cards.ts'

/** A page of the list is shorter; one id has 33 characters. */
const MAX_IDS_TEXT = 4000

export const listControlledCards = read({
  method: 'GET',
  url: '/cards/controlled',
  operationId: 'listControlledCards',
  tag: 'Cards',
  summary: 'Which of these cards have controls',
  query: Strict({ ids: Text({ maxLength: MAX_IDS_TEXT, description: 'Ids of cards, with commas between them.' }) }),
  reply: { 200: ControlledCards },
  mayReadStandby: true,
  async read({ sql, workspace, query }): Promise<ControlledCards> {
    const asked = query.ids.split(',').flatMap((text) => parseId('card', text) ?? [])
    const here = asked.filter(({ bucket }) => bucket === workspace.bucket).map(({ uuid }) => uuid)
    const rows = here.length === 0 ? [] : await selectControlled(sql, workspace, here)
    return { data: rows.map(({ id }) => publicId('card', workspace.bucket, id)) }
  },
})

function selectControlled(sql: Sql, { bucket, id }: Workspace, cardIds: Uuid[]) {
  return sql<{ id: Uuid }[]>`
    select id from cards where bucket = ${bucket} and workspace_id = ${id}
      and id = any(${plainArray(cardIds)}::text::uuid[]) and controls is not null`
}

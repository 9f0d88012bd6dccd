import type { Workspace } from '../accounts/workspace.ts'
import { CardParams } from '../cards/card-schemas.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { read } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { CardHolder } from './shapes/cards.ts'

export const getCardHolder = read({
  method: 'GET',
  url: '/cards/:card_id/holder',
  operationId: 'getCardHolder',
  tag: 'Cards',
  access: 'reveal',
  summary: 'What a checkout asks for beside the number: the name on a card, and its address',
  params: CardParams,
  reply: { 200: CardHolder },
  errors: ['card_not_found'],
  async read({ sql, workspace, params }): Promise<CardHolder> {
    const [holder] = await readHolder(sql, workspace, idOf('card', workspace, params.card_id))
    if (!holder) throw new ApiError('card_not_found')
    return holder
  },
})

/** The holder is stored with the card's number, here or at a processor. */
function readHolder(sql: Sql, { bucket, id }: Workspace, cardId: Uuid) {
  return sql<CardHolder[]>`
    select holder_name, billing_address from card_secrets
    where bucket = ${bucket} and card_id = ${cardId} and workspace_id = ${id}
    union all
    select holder_name, billing_address from processor_cards
    where bucket = ${bucket} and id = ${cardId} and workspace_id = ${id}`
}

import { CardParams } from '../cards/card-schemas.ts'
import { findCard } from '../cards/find-card.ts'
import { readHolder } from '../cards/read-details.ts'
import { ApiError } from '../http/errors.ts'
import { read } from '../http/route.ts'
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
    const holder = await readHolder(sql, workspace, (await findCard(sql, workspace, params.card_id)).id)
    if (!holder) throw new ApiError('card_not_found')
    return holder as CardHolder
  },
})

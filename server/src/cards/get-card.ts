import { read } from '../http/route.ts'
import { CardParams, CardSummary, presentCardSummary } from './card-schemas.ts'
import { findCard } from './find-card.ts'

export const getCard = read({
  method: 'GET',
  url: '/cards/:card_id',
  operationId: 'getCard',
  tag: 'Cards',
  summary: 'Get a card',
  description: 'The card without its number and CVV.',
  params: CardParams,
  reply: { 200: CardSummary },
  errors: ['card_not_found'],
  async read({ sql, workspace, params }) {
    return presentCardSummary(await findCard(sql, workspace, params.card_id))
  },
})

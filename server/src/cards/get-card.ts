import { ApiError } from '../errors.ts'
import { read } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import { CardParams, CardSummary, presentCardSummary } from './card-schemas.ts'

export const getCard = read({
  method: 'GET',
  url: '/cards/:card_id',
  operationId: 'getCard',
  scope: 'cards:read',
  bounds: 'within',
  tag: 'Cards',
  summary: 'Get a card',
  description: 'Returns the card without its number and CVV.',
  params: CardParams,
  reply: { 200: CardSummary },
  errors: ['card_not_found'],
  async read({ workspace, params, services }) {
    const card = await services.cards.get({
      bucket: workspace.bucket,
      workspaceId: workspace.id,
      id: idOf('card', workspace, params.card_id),
    })
    if (!card) throw new ApiError('card_not_found')
    return presentCardSummary(card)
  },
})

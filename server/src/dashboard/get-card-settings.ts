import { CardParams, presentCard } from '../cards/card-schemas.ts'
import { findCard } from '../cards/find-card.ts'
import { read } from '../http/route.ts'
import { publicId } from '../ids.ts'
import { ownersOf } from './card-owner-routes.ts'
import { CardSettings } from './shapes/cards.ts'

export const getCardSettings = read({
  method: 'GET',
  url: '/cards/:card_id/settings',
  operationId: 'getCardSettings',
  tag: 'Cards',
  summary: 'The settings of a card that its summary leaves out',
  params: CardParams,
  reply: { 200: CardSettings },
  errors: ['card_not_found'],
  async read({ sql, workspace, params }): Promise<CardSettings> {
    const card = await findCard(sql, workspace, params.card_id)
    const { allowed_categories, auto_freeze_at } = presentCard(card)
    const { bucket, spend_request_id: requestId } = card
    const owners = await ownersOf(sql, workspace, [card.id])
    return {
      allowed_categories,
      auto_freeze_at,
      spend_request_id: requestId && publicId('spend_request', bucket, requestId),
      owner: owners.get(card.id) ?? null,
    }
  },
})

import { CardParams, presentCard } from '../cards/card-schemas.ts'
import { findCard } from '../cards/find-card.ts'
import { read } from '../http/route.ts'
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
    const { allowed_categories, auto_freeze_at } = presentCard(await findCard(sql, workspace, params.card_id))
    return { allowed_categories, auto_freeze_at }
  },
})

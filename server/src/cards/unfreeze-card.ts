import { write } from '../http/route.ts'
import { CardStatus } from '../ledger/rows.ts'
import { Card, CardParams, presentCard, presentCardSummary } from './card-schemas.ts'
import { findCard, lockCard, refuseTerminated } from './find-card.ts'

export const unfreezeCard = write({
  method: 'POST',
  url: '/cards/:card_id/unfreeze',
  operationId: 'unfreezeCard',
  tag: 'Cards',
  summary: 'Unfreeze a card',
  description: 'Transactions are possible again. Unfreezing an active card changes nothing.',
  params: CardParams,
  reply: { 200: Card },
  errors: ['card_not_found', 'card_terminated'],
  subject: ({ sql, workspace, params }) => findCard(sql, workspace, params.card_id),
  async write({ tx, workspace, params, now, changes }) {
    const card = await lockCard(tx, workspace, params.card_id)
    refuseTerminated(card)
    if (card.status === CardStatus.frozen) {
      changes.card(card)
      card.status = CardStatus.active
      card.frozen_at = null
      changes.history(card, 'unfrozen', now, workspace.actor)
      changes.event(workspace, 'card.unfrozen', now, { data: presentCardSummary(card) })
    }
    return { status: 200, body: presentCard(card) }
  },
})

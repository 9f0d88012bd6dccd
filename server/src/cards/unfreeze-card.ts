import { change } from '../http/route.ts'
import { CardStatus } from '../ledger/rows.ts'
import { Card, CardParams, presentCard, presentCardSummary } from './card-schemas.ts'
import { refuseTerminated, theCard } from './find-card.ts'

export const unfreezeCard = change({
  method: 'POST',
  url: '/cards/:card_id/unfreeze',
  operationId: 'unfreezeCard',
  tag: 'Cards',
  summary: 'Unfreeze a card',
  description: 'Transactions are possible again. Unfreezing an active card changes nothing.',
  params: CardParams,
  reply: { 200: Card },
  errors: ['card_not_found', 'card_terminated'],
  needs: theCard,
  decide({ workspace }, { card, changes, now }) {
    const refusal = refuseTerminated(card)
    if (refusal) return refusal
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

import type { Workspace } from '../accounts/workspace.ts'
import type { Books } from '../engine/books.ts'
import { change, Pending, type Reply } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import { CardStatus } from '../ledger/rows.ts'
import { activateOutside, findOutsideCard, type OutsideCardRow } from '../processors/outside-state.ts'
import { Card, CardParams, presentCard, presentCardSummary } from './card-schemas.ts'
import { refuseTerminated, theCard } from './find-card.ts'

export const unfreezeCard = change({
  method: 'POST',
  url: '/cards/:card_id/unfreeze',
  operationId: 'unfreezeCard',
  scope: 'cards:write',
  bounds: 'within',
  agents: 'never',
  tag: 'Cards',
  summary: 'Unfreeze a card',
  description: 'Allows transactions again. Unfreezing an active card changes nothing.',
  params: CardParams,
  reply: { 200: Card },
  errors: ['card_not_found', 'card_terminated', 'processor_refused'],
  prepare: ({ sql, workspace, params }) => findOutsideCard(sql, workspace, idOf('card', workspace, params.card_id)),
  needs: theCard,
  decide({ workspace, prepared: outside }, books) {
    const { card } = books
    const refusal = refuseTerminated(card)
    if (refusal) return refusal
    // The processor must unfreeze the card first. Until then it would refuse purchases that we say the card can make.
    if (outside && card.status === CardStatus.frozen) return new Pending(outside)
    return unfreeze(workspace, books)
  },
  async resume({ services, workspace, params }, outside: OutsideCardRow) {
    await activateOutside(services, outside)
    const decide = (books: Books) => refuseTerminated(books.card) ?? unfreeze(workspace, books)
    return { needs: theCard({ workspace, params }), decide }
  },
})

function unfreeze(workspace: Workspace, { card, changes, now }: Books): Reply {
  if (card.status === CardStatus.frozen) {
    changes.card(card)
    card.status = CardStatus.active
    card.frozen_at = null
    changes.history(card, 'unfrozen', now, workspace.actor)
    changes.event(workspace, 'card.unfrozen', now, { data: presentCardSummary(card) })
  }
  return { status: 200, body: presentCard(card) }
}

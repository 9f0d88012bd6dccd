import Type from 'typebox'
import type { CardBooks } from '../engine/books.ts'
import { change } from '../http/route.ts'
import { Timestamp } from '../http/schemas.ts'
import { CardStatus } from '../ledger/rows.ts'
import { CardParams, presentCardListItem, presentCardSummary } from './card-schemas.ts'
import { refuseTerminated, theCard } from './find-card.ts'

const FrozenCard = Type.Object({
  id: Type.String(),
  status: Type.Literal('frozen'),
  frozen_at: Timestamp('When the card was frozen.'),
})

export const freezeCard = change({
  method: 'POST',
  url: '/cards/:card_id/freeze',
  operationId: 'freezeCard',
  scope: 'cards:write',
  bounds: 'within',
  tag: 'Cards',
  summary: 'Freeze a card',
  description: 'Suspends all transactions of the card and keeps its balance. Freezing a frozen card changes nothing.',
  params: CardParams,
  reply: { 200: FrozenCard },
  errors: ['card_not_found', 'card_terminated'],
  needs: theCard,
  decide({ workspace }, books) {
    const { card } = books
    const refusal = refuseTerminated(card)
    if (refusal) return refusal
    if (card.status === CardStatus.active) freeze(books, workspace.person ? 'dashboard' : 'api', workspace.actor)
    const { id, status } = presentCardListItem(card)
    return { status: 200, body: { id, status, frozen_at: card.frozen_at!.toISOString() } }
  },
})

export type FreezeReason = 'api' | 'dashboard' | 'auto_freeze'

export function freeze({ changes, workspace, card, now }: CardBooks, reason: FreezeReason, actor: string | null): void {
  changes.card(card)
  card.status = CardStatus.frozen
  card.frozen_at = now
  changes.history(card, 'frozen', now, actor, { reason })
  changes.event(workspace, 'card.frozen', now, { data: { ...presentCardSummary(card), reason } })
}

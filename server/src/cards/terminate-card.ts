import Type from 'typebox'
import { change } from '../http/route.ts'
import { Timestamp } from '../http/schemas.ts'
import { newUuid } from '../ids.ts'
import { postTermination } from '../ledger/postings.ts'
import { CardStatus } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { dollars } from '../money.ts'
import { CardParams, presentCardListItem, presentCardSummary } from './card-schemas.ts'
import { theCard } from './find-card.ts'

const TerminatedCard = Type.Object({
  id: Type.String(),
  status: Type.Literal('terminated'),
  refunded_amount: Type.Number({ description: 'Returned to the wallet, USD.' }),
  terminated_at: Timestamp('When the card was terminated.'),
})

export const terminateCard = change({
  method: 'DELETE',
  url: '/cards/:card_id',
  operationId: 'terminateCard',
  tag: 'Cards',
  summary: 'Terminate a card',
  description:
    'Permanent. What is available returns to the wallet at once; held money stays reserved until it settles, reverses or expires, and what is left of it follows. Repeating it answers with the first result.',
  params: CardParams,
  reply: { 200: TerminatedCard },
  errors: ['card_not_found'],
  needs: (context) => ({ ...theCard(context), wallet: true }),
  decide({ workspace }, { card, workspace: wallet, changes, now }) {
    if (card.status !== CardStatus.terminated) {
      changes.card(card)
      card.refunded_cents = postTermination(changes.posting(newUuid(), TransferKind.terminate, now), wallet, card)
      card.status = CardStatus.terminated
      card.terminated_at = now
      changes.history(card, 'terminated', now, workspace.actor, { amount: card.refunded_cents })
      changes.event(workspace, 'card.terminated', now, { data: presentCardSummary(card) })
    }
    const { id, status } = presentCardListItem(card)
    return {
      status: 200,
      body: {
        id,
        status,
        refunded_amount: dollars(card.refunded_cents!),
        terminated_at: card.terminated_at!.toISOString(),
      },
    }
  },
})

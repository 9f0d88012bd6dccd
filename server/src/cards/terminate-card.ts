import Type from 'typebox'
import type { CardBooks } from '../engine/books.ts'
import { change } from '../http/route.ts'
import { Timestamp } from '../http/schemas.ts'
import { newUuid } from '../ids.ts'
import { postTermination } from '../ledger/postings.ts'
import { type CardRow, CardStatus } from '../ledger/rows.ts'
import { SpendRequestStatus } from '../ledger/spend-request-row.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { dollars } from '../money.ts'
import { CardParams, presentCardListItem, presentCardSummary } from './card-schemas.ts'
import { theCard } from './find-card.ts'

/** `actor` is null when the service itself terminates the card; `reason` then says why. */
export function terminate(
  { changes, workspace: wallet, card, now }: CardBooks,
  actor: string | null,
  reason: string | null = null,
): void {
  changes.card(card)
  card.refunded_cents = postTermination(changes.posting(newUuid(), TransferKind.terminate, now), wallet, card)
  card.status = CardStatus.terminated
  card.terminated_at = now
  changes.history(card, 'terminated', now, actor, { amount: card.refunded_cents, reason })
  changes.event(wallet, 'card.terminated', now, { data: presentCardSummary(card) })
  if (!card.spend_request_id) return
  changes.endSpendRequest(card, outcomeOfRequest(card, actor), now)
  if (isUntouched(card))
    changes.unusedSpendRequests.push({ bucket: card.bucket, id: card.spend_request_id, ended_at: now })
}

/** Nothing was ever approved on the card. A verification counts, since it may still be settled. */
function isUntouched({ authorization_count, settlement_count }: CardRow): boolean {
  return authorization_count === 0 && settlement_count === 0
}

/** The outcome of the card's spend request. A small purchase does not count as a use of the card, but it does use the money. */
function outcomeOfRequest({ usage, held_cents, total_spent_cents }: CardRow, actor: string | null): SpendRequestStatus {
  if (usage?.isUsedUp || held_cents > 0n || total_spent_cents > 0n) return SpendRequestStatus.used
  return actor === null ? SpendRequestStatus.expired : SpendRequestStatus.canceled
}

/**
 * Terminates a card after its last use, in the same commit. Must be called after the event of that use. `usesBefore` is the
 * count before it: an operation that is not a use terminates no card, even when `uses` was lowered to the number already used.
 */
export function terminateIfUsedUp(books: CardBooks, usesBefore: number | null): void {
  const { card } = books
  const { controls, usage } = card
  if (!usage || controls?.uses === undefined || controls.uses === null || card.status === CardStatus.terminated) return
  if (usage.uses === usesBefore || usage.uses! < controls.uses) return
  usage.isUsedUp = true
  card.taken_after_end_cents = 0n
  terminate(books, null, 'uses')
}

const TerminatedCard = Type.Object({
  id: Type.String(),
  status: Type.Literal('terminated'),
  refunded_amount: Type.Number({ description: 'The amount returned to the wallet, in USD.' }),
  terminated_at: Timestamp('When the card was terminated.'),
})

export const terminateCard = change({
  method: 'DELETE',
  url: '/cards/:card_id',
  operationId: 'terminateCard',
  scope: 'cards:write',
  bounds: 'within',
  tag: 'Cards',
  summary: 'Terminate a card',
  description:
    'Terminates the card permanently. The available balance returns to the wallet immediately. Held money stays reserved until it settles, reverses or expires, and the rest then returns to the wallet. Repeating the call returns the first result.',
  params: CardParams,
  reply: { 200: TerminatedCard },
  errors: ['card_not_found'],
  needs: (context) => ({ ...theCard(context), wallet: true }),
  decide({ workspace }, books) {
    const { card } = books
    if (card.status !== CardStatus.terminated) terminate(books, workspace.actor)
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

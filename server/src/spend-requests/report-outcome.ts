import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { terminate } from '../cards/terminate-card.ts'
import type { Books } from '../engine/books.ts'
import { refuse } from '../engine/refusal.ts'
import { refuseHidden } from '../http/hidden-characters.ts'
import { change } from '../http/route.ts'
import { Strict, Text } from '../http/schemas.ts'
import { CardStatus } from '../ledger/rows.ts'
import { SpendOutcome } from '../ledger/spend-request-row.ts'
import { cards } from '../ledger/tables.ts'
import {
  findSpendRequest,
  presentSpendRequest,
  SpendRequest,
  SpendRequestParams,
  spendOutcomeNames,
  statusNameOf,
} from './spend-request.ts'

const Body = Strict({
  outcome: Type.String({
    enum: [...spendOutcomeNames],
    description:
      '`success`: the purchase was made. `blocked`: the shop did not accept the purchase. `abandoned`: the purchase was given up.',
  }),
  note: Type.Optional(
    Text({ maxLength: 500, description: 'What happened, in words.', examples: ['The shop is out of stock.'] }),
  ),
})

export const reportSpendOutcome = change({
  method: 'POST',
  url: '/spend-requests/:spend_request_id/outcome',
  operationId: 'reportSpendOutcome',
  scope: 'spend_requests:write',
  bounds: 'open',
  tag: 'Spend requests',
  summary: 'Report the outcome of a purchase',
  description:
    'For the people who approved it. With `blocked` and `abandoned` nothing more is to be bought: a card that is not terminated yet is terminated, and its money returns to the wallet. A later report takes the place of an earlier one. Only for a request that was approved.',
  params: SpendRequestParams,
  body: Body,
  reply: { 200: SpendRequest },
  errors: ['spend_request_not_found', 'invalid_state'],
  check: ({ body }) => refuseHidden(body.note, 'note'),
  async prepare({ sql, workspace, params, body }) {
    const { id, bucket, card_id } = await findSpendRequest(sql, workspace, params.spend_request_id)
    const [card] = card_id === null || !isGivenUp(body) ? [] : await cards.find(sql, [{ bucket, id: card_id }])
    return { id, cardId: card?.id }
  },
  needs: ({ prepared: { id, cardId } }) => ({ wallet: true, spendRequests: [id], ...(cardId && { cards: [cardId] }) }),
  decide({ services, workspace, body, prepared: { cardId } }, books) {
    const { spendRequest: request, changes } = books
    if (request.card_id === null)
      return refuse('invalid_state', `The request is ${statusNameOf(request)}: nothing was bought with it.`)
    if (isGivenUp(body) && cardId === undefined)
      return refuse('invalid_state', 'The processor is still making the card. Try again in a few seconds.')
    if (isGivenUp(body)) endCard(workspace, books)
    const outcome = SpendOutcome[body.outcome as keyof typeof SpendOutcome]
    Object.assign(request, { outcome, outcome_note: body.note ?? null })
    changes.changedSpendRequests.set(request.id, request)
    return { status: 200, body: presentSpendRequest(services, workspace.environment, request) }
  },
})

/** Nothing more is to be bought with the card. */
function isGivenUp({ outcome }: { outcome: string }): boolean {
  return outcome !== 'success'
}

/** The request ends with its card: `used` where money was held or taken, otherwise `canceled`. */
function endCard({ actor }: Workspace, books: Books): void {
  const { card, changes, spendRequest: request } = books
  if (card.status === CardStatus.terminated) return
  terminate(books, actor, 'spend_request')
  Object.assign(request, changes.endedSpendRequests.get(request.id))
}

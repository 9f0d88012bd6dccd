import Type from 'typebox'
import { refuse } from '../engine/refusal.ts'
import { change } from '../http/route.ts'
import { Strict, Text } from '../http/schemas.ts'
import { SpendOutcome } from '../ledger/spend-request-row.ts'
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
      '`success`: bought. `blocked`: the shop or its checks did not let the purchase through. `abandoned`: given up.',
  }),
  note: Type.Optional(
    Text({ maxLength: 500, description: 'What happened, for people.', examples: ['The shop is out of stock.'] }),
  ),
})

export const reportSpendOutcome = change({
  method: 'POST',
  url: '/spend-requests/:spend_request_id/outcome',
  operationId: 'reportSpendOutcome',
  scope: 'spend_requests:write',
  bounds: 'open',
  tag: 'Spend requests',
  summary: 'Report what became of a purchase',
  description:
    'For the people who approved it. It moves no money and ends nothing; a later report takes the place of an earlier one. Only for a request that was approved.',
  params: SpendRequestParams,
  body: Body,
  reply: { 200: SpendRequest },
  errors: ['spend_request_not_found', 'invalid_state'],
  prepare: ({ sql, workspace, params }) => findSpendRequest(sql, workspace, params.spend_request_id),
  needs: ({ prepared: { id } }) => ({ wallet: true, spendRequests: [id] }),
  decide({ services, workspace, body }, { spendRequest: request, changes }) {
    if (request.card_id === null)
      return refuse('invalid_state', `The request is ${statusNameOf(request)}: nothing was bought with it.`)
    const outcome = SpendOutcome[body.outcome as keyof typeof SpendOutcome]
    Object.assign(request, { outcome, outcome_note: body.note ?? null })
    changes.changedSpendRequests.set(request.id, request)
    return { status: 200, body: presentSpendRequest(services, workspace.environment, request) }
  },
})

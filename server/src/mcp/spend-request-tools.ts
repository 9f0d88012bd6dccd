// Tools for spend requests: asking for money, and what follows.

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'
import Type from 'typebox'
import { Strict, Text } from '../http/schemas.ts'
import { createSpendRequest } from '../spend-requests/create-spend-request.ts'
import { cancelSpendRequest } from '../spend-requests/decide-spend-request.ts'
import { getSpendRequest } from '../spend-requests/read-spend-requests.ts'
import { reportSpendOutcome } from '../spend-requests/report-outcome.ts'
import { spendOutcomeNames } from '../spend-requests/spend-request.ts'
import { Amount, presentRequest, SpendRequestShape } from './shapes.ts'
import { isAllowed, resultOf, type Session, tool } from './tool.ts'

const RequestId = Text({ maxLength: 100, description: 'The id of the spend request.', examples: ['spr_…'] })
export const IdempotencyKey = Type.Optional(
  Type.String({
    pattern: '^[\\x20-\\x7e]{1,255}$',
    description: 'A text of your own for this one change: sent again with the same arguments, it is done once.',
  }),
)

export const createSpendRequestTool = tool({
  name: 'create_spend_request',
  title: 'Create a spend request',
  description:
    'Asks a person for a card for one purchase at one merchant. Give the exact total including tax and shipping, and a reason from which the person can decide. While the status is `pending`, show `approval_url` to the person and ask for the status with get_spend_request; unanswered, it expires after ten minutes. Once `approved`, `card_id` names a card that holds the amount and works once, at this merchant.',
  effect: 'changes',
  isRepeatable: false,
  input: Strict({
    amount: Amount,
    merchant_name: Text({
      minLength: 3,
      maxLength: 100,
      description: 'A part of the name under which the merchant charges cards.',
      examples: ['Acme Books'],
    }),
    merchant_url: Type.Optional(Text({ maxLength: 500, description: 'https; where the purchase is to be made.' })),
    reason: Text({
      minLength: 20,
      maxLength: 500,
      description: 'The purpose of the purchase, for the person who decides.',
    }),
    valid_for_seconds: Type.Optional(
      Type.Integer({ minimum: 60, maximum: 86_400, description: 'How long the card can be used; an hour by default.' }),
    ),
    idempotency_key: IdempotencyKey,
  }),
  output: SpendRequestShape,
  routes: [createSpendRequest],
  async run(args, session, context) {
    const asked = context.mcpReq.requestState<string>()
    // The client calls again after it has shown the page. The state is the id of the request, which the key must reach.
    if (typeof asked === 'string') return resultOf(await read(session, asked), presentRequest)
    const answer = await session.call(createSpendRequest, { body: bodyOf(args), idempotencyKey: args.idempotency_key })
    if (answer.status < 400 && answer.body.status === 'pending' && canOpenPages(context, session))
      return inputRequired({
        inputRequests: { approval: inputRequired.elicitUrl(pageOf(answer.body)) },
        requestState: answer.body.id,
      })
    return resultOf(answer, presentRequest)
  },
})

type Asked = {
  amount: string | number
  merchant_name: string
  merchant_url?: string
  reason: string
  valid_for_seconds?: number
}

function bodyOf({ amount, merchant_name, merchant_url, reason, valid_for_seconds }: Asked) {
  return {
    amount: Number(amount),
    merchant: { name: merchant_name, ...(merchant_url !== undefined && { url: merchant_url }) },
    reason,
    ...(valid_for_seconds !== undefined && { valid_for: valid_for_seconds }),
  }
}

/** Whether the client can send a person to a page, and this key can then read the person's decision. */
function canOpenPages({ mcpReq }: ServerContext, { workspace }: Session): boolean {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities | undefined> | undefined
  const elicitation = envelope?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation
  return elicitation?.url !== undefined && isAllowed(workspace, getSpendRequest)
}

function pageOf({
  approval_url,
  amount,
  merchant,
}: {
  approval_url: string
  amount: number
  merchant: { name: string }
}) {
  return { message: `Decide on ${amount.toFixed(2)} USD for ${merchant.name}.`, url: approval_url }
}

const read = ({ call }: Session, spend_request_id: string) => call(getSpendRequest, { params: { spend_request_id } })

export const getSpendRequestTool = tool({
  name: 'get_spend_request',
  title: 'Look at a spend request',
  description: 'Tells whether a person has decided, and the card once the request is approved.',
  effect: 'reads',
  isRepeatable: true,
  input: Strict({ spend_request_id: RequestId }),
  output: SpendRequestShape,
  routes: [getSpendRequest],
  run: async ({ spend_request_id }, session) => resultOf(await read(session, spend_request_id), presentRequest),
})

export const cancelSpendRequestTool = tool({
  name: 'cancel_spend_request',
  title: 'Take a spend request back',
  description:
    'For a purchase that is no longer wanted. An approved card that was not used is terminated, and its money returns to the wallet.',
  effect: 'ends',
  isRepeatable: false,
  input: Strict({ spend_request_id: RequestId, idempotency_key: IdempotencyKey }),
  output: SpendRequestShape,
  routes: [cancelSpendRequest],
  async run({ spend_request_id, idempotency_key: idempotencyKey }, { call }) {
    return resultOf(await call(cancelSpendRequest, { params: { spend_request_id }, idempotencyKey }), presentRequest)
  },
})

export const reportOutcomeTool = tool({
  name: 'report_outcome',
  title: 'Report the outcome of a purchase',
  description:
    'Tells the people who approved it how the purchase ended. Call it once for every approved request: `success` when it was bought, `blocked` when the shop or a check did not let it through, `abandoned` when it was given up. The last two end the card, and its money returns.',
  effect: 'ends',
  isRepeatable: true,
  input: Strict({
    spend_request_id: RequestId,
    outcome: Type.String({ enum: [...spendOutcomeNames] }),
    note: Type.Optional(
      Text({ maxLength: 500, description: 'What happened. Card data and passcodes do not belong here.' }),
    ),
    idempotency_key: IdempotencyKey,
  }),
  output: SpendRequestShape,
  routes: [reportSpendOutcome],
  async run({ spend_request_id, idempotency_key: idempotencyKey, ...body }, { call }) {
    return resultOf(
      await call(reportSpendOutcome, { params: { spend_request_id }, body, idempotencyKey }),
      presentRequest,
    )
  },
})

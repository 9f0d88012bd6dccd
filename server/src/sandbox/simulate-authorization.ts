import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { declineReasons } from '../authorizations/decline-reasons.ts'
import { findCardByNumber } from '../authorizations/find-card-by-number.ts'
import type { Item } from '../authorizations/lane-item.ts'
import { MerchantInput } from '../authorizations/merchant.ts'
import { PurchaseAmount } from '../authorizations/purchase-amount.ts'
import { ApiError } from '../http/errors.ts'
import { submit } from '../http/route.ts'
import { idOf, Strict, Text } from '../http/schemas.ts'
import { centsFromDollars } from '../money.ts'
import type { Services } from '../services.ts'
import { Transaction } from '../transactions/present-transaction.ts'

export const AuthorizationOutcome = Type.Object(
  {
    approved: Type.Boolean(),
    decline_reason: Type.Union([Type.String({ enum: Object.keys(declineReasons) }), Type.Null()]),
    transaction: Type.Union([Transaction, Type.Null()], {
      description: 'Null for a card number that was never issued.',
    }),
    requested_amount: Type.Optional(Type.Number({ description: 'Where a partial approval was asked for.' })),
  },
  { $id: 'AuthorizationOutcome' },
)

const Body = Strict({
  card_id: Type.Optional(Text({ maxLength: 100 })),
  pan: Type.Optional(
    Type.String({ pattern: '^[0-9]{12,19}$', description: 'In place of card_id, as a merchant would.' }),
  ),
  cvv: Type.Optional(Type.String({ pattern: '^[0-9]{3,4}$' })),
  exp_month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  exp_year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 9999 })),
  amount: PurchaseAmount,
  merchant: MerchantInput,
  three_ds_challenge_id: Type.Optional(Text({ maxLength: 100 })),
  partial: Type.Optional(Type.Boolean({ description: 'Approve up to the balance rather than decline.' })),
})
type Body = Type.Static<typeof Body>

export const simulateAuthorization = submit({
  method: 'POST',
  url: '/sandbox/authorizations',
  operationId: 'simulateAuthorization',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Simulate an authorization',
  description:
    'A merchant asks for money. A decline is an answer like an approval: look at `approved`. The first test that fails decides the reason.',
  sandboxOnly: true,
  body: Body,
  reply: { 201: AuthorizationOutcome },
  errors: ['invalid_amount', 'card_not_found', 'challenge_not_found', 'sandbox_only'],
  check: ({ body }) => refuseContradictions(body),
  async submit({ workspace, body, idempotent, services }) {
    const card =
      body.pan === undefined
        ? { cardId: idOf('card', workspace, body.card_id!) }
        : await cardOfNumber(services, workspace, body)
    const item: Item = {
      ...card,
      workspace,
      idempotent,
      amount: centsFromDollars(body.amount),
      merchant: body.merchant,
      partial: body.partial ?? false,
      challengeId:
        body.three_ds_challenge_id === undefined ? undefined : idOf('challenge', workspace, body.three_ds_challenge_id),
    }
    return services.lanes.submit(item)
  },
})

function refuseContradictions(body: Body): void {
  if ((body.card_id === undefined) === (body.pan === undefined)) {
    throw new ApiError('invalid_request', 'Give either "card_id" or "pan".', {
      param: body.pan === undefined ? 'card_id' : 'pan',
    })
  }
  const alone = (['cvv', 'exp_month', 'exp_year'] as const).find(
    (field) => body.pan === undefined && body[field] !== undefined,
  )
  if (alone) throw new ApiError('invalid_request', `"${alone}" goes with "pan".`, { param: alone })
}

/** What was given beside the number is compared here; the decision hears only whether it matches. */
async function cardOfNumber(
  services: Services,
  workspace: Workspace,
  body: Body,
): Promise<Pick<Item, 'cardId' | 'cvvMatches' | 'expiryMatches'>> {
  const card = await findCardByNumber(services.database.read, services.vault, workspace, body.pan!)
  if (!card) return { cardId: undefined }
  const { month, year } = card.expiry
  return {
    cardId: card.cardId,
    expiryMatches: (body.exp_month ?? month) === month && (body.exp_year ?? year) === year,
    cvvMatches: body.cvv === undefined || body.cvv === services.vault.cvv2(body.pan!, card.expiry, card.cvkVersion),
  }
}

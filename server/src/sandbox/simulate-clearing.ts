import Type from 'typebox'
import { refund, settle } from '../authorizations/settle.ts'
import type { Books } from '../engine/books.ts'
import { Refusal, refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { type ChangeContext, change, type Reply } from '../http/route.ts'
import { idOf, Strict, Text } from '../http/schemas.ts'
import { TransactionType } from '../ledger/changes.ts'
import type { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import { ThreeDsStatus as ThreeDs } from '../ledger/three-ds-status.ts'
import { centsFromDollars } from '../money.ts'
import { findTransaction, type TransactionWithMerchant } from '../transactions/find-transaction.ts'
import { MerchantInput, merchantRow } from '../transactions/merchant.ts'
import { presentTransaction, Transaction } from '../transactions/present-transaction.ts'
import { checkPrice, PriceAmount, PriceCurrency, partOf, priceAsPosted, priceOf, rateOf, withForeign } from './price.ts'

const CardId = Text({ maxLength: 100 })

export const simulateSettlement = change({
  method: 'POST',
  url: '/sandbox/settlements',
  operationId: 'simulateSettlement',
  scope: 'sandbox:write',
  bounds: 'within',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Simulate a forced settlement',
  description:
    'Simulates a settlement without an authorization. It is always posted and may take the balance of the card below zero.',
  sandboxOnly: true,
  body: Strict({
    card_id: CardId,
    amount: PriceAmount,
    currency: Type.Optional(PriceCurrency),
    merchant: MerchantInput,
  }),
  reply: { 201: Transaction },
  errors: ['invalid_amount', 'invalid_currency', 'card_not_found', 'sandbox_only'],
  check: ({ body }) => checkPrice(body),
  prepare: (context) => rateOf(context, context.body.currency),
  needs: ({ workspace, body }) => ({ cards: [idOf('card', workspace, body.card_id)], wallet: true }),
  decide({ workspace, body, prepared: rate }, books) {
    const { changes } = books
    const price = priceOf(body, rate)
    if (price instanceof Refusal) return price
    const merchant = merchantRow(changes, workspace, body.merchant)
    const settlement = {
      amount: price.cents,
      final: true,
      merchant,
      threeDs: ThreeDs.not_required,
    }
    const transaction = settle(books, null, settlement)
    return { status: 201, body: presentTransaction(withForeign(changes, transaction, price.foreign), merchant) }
  },
})

const RefundBody = Strict({
  transaction_id: Type.Optional(Text({ maxLength: 100, description: 'The settlement to refund.' })),
  card_id: Type.Optional(CardId),
  merchant: Type.Optional(MerchantInput),
  amount: Type.Optional(PriceAmount),
  currency: Type.Optional(PriceCurrency),
})
type RefundBody = Type.Static<typeof RefundBody>
/** The settlement that is refunded; undefined for a refund without one. */
type Settlement = TransactionWithMerchant | undefined
type Prepared = { settlement?: Settlement; rate?: string | undefined }
type RefundContext = ChangeContext<unknown, unknown, RefundBody, Prepared>

export const simulateRefund = change({
  method: 'POST',
  url: '/sandbox/refunds',
  operationId: 'simulateRefund',
  scope: 'sandbox:write',
  bounds: 'within',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Simulate a refund',
  description:
    'Simulates a refund of a settlement (`transaction_id`; the amount is in USD and defaults to the rest), or a refund without a settlement (`card_id`, `merchant`, `amount`, and `currency` if it is not USD).',
  sandboxOnly: true,
  body: RefundBody,
  reply: { 201: Transaction },
  errors: [
    'invalid_amount',
    'invalid_currency',
    'transaction_not_found',
    'card_not_found',
    'invalid_state',
    'sandbox_only',
  ],
  check({ body }) {
    refuseContradictions(body)
    checkPrice(body)
  },
  async prepare(context): Promise<Prepared> {
    const { sql, workspace, body } = context
    return body.transaction_id === undefined
      ? { rate: await rateOf(context, body.currency) }
      : { settlement: await findTransaction(sql, workspace, body.transaction_id) }
  },
  needs: ({ workspace, body, prepared: { settlement } }) =>
    settlement
      ? {
          cards: [settlement.card_id],
          ...(settlement.authorization_id && { holds: [settlement.authorization_id] }),
          refundsOf: settlement.id,
          wallet: true,
        }
      : { cards: [idOf('card', workspace, body.card_id!)], wallet: true },
  decide(context, books) {
    const { settlement } = context.prepared
    return settlement ? refundSettlement(context.body, settlement, books) : refundUnlinked(context, books)
  },
})

function refuseContradictions(body: RefundBody): void {
  if (body.transaction_id !== undefined) {
    const extra = (['card_id', 'merchant', 'currency'] as const).find((field) => body[field] !== undefined)
    if (extra) throw new ApiError('invalid_request', `"${extra}" does not go with "transaction_id".`, { param: extra })
    return
  }
  if (body.card_id === undefined)
    throw new ApiError('invalid_request', 'Give "transaction_id", or "card_id" with "merchant" and "amount".', {
      param: 'transaction_id',
    })
  if (body.merchant === undefined)
    throw new ApiError('invalid_request', '"merchant" is required.', { param: 'merchant' })
  if (body.amount === undefined) throw new ApiError('invalid_amount', '"amount" is required.', { param: 'amount' })
}

function refundSettlement(body: RefundBody, settlement: TransactionWithMerchant, books: Books): Reply | Refusal {
  if (settlement.type !== TransactionType.settlement)
    return refuse('invalid_state', 'Only a settlement can be refunded.')
  // Two refunds of one settlement cannot both take the rest, because the refunded sum was read under the card's lock.
  const left = -settlement.amount_cents - books.refunded()
  if (left === 0n) return refuse('invalid_state', 'The settlement has been refunded in full.')
  const amount = body.amount === undefined ? left : centsFromDollars(body.amount)
  if (amount > left) return refuse('invalid_amount', '"amount" is more than what is left of the settlement.', 'amount')
  const linked = {
    id: settlement.id,
    threeDs: settlement.three_ds_status as ThreeDsStatus,
  }
  const { changes } = books
  const hold = settlement.authorization_id ? books.hold : null
  const refunding = { amount, merchantId: settlement.merchant_id, settlement: linked, hold }
  const transaction = refund(books, refunding)
  const foreign = partOf(priceAsPosted(settlement), amount)
  return { status: 201, body: presentTransaction(withForeign(changes, transaction, foreign), settlement) }
}

function refundUnlinked({ workspace, body, prepared }: RefundContext, books: Books): Reply | Refusal {
  const price = priceOf({ ...body, amount: body.amount! }, prepared.rate)
  if (price instanceof Refusal) return price
  const { changes } = books
  const merchant = merchantRow(changes, workspace, body.merchant!)
  const refunding = { amount: price.cents, merchantId: merchant.id, settlement: null, hold: null }
  const transaction = refund(books, refunding)
  return { status: 201, body: presentTransaction(withForeign(changes, transaction, price.foreign), merchant) }
}

import Type from 'typebox'
import type { ThreeDsStatus } from '../authorizations/decide.ts'
import { ThreeDsStatus as ThreeDs } from '../authorizations/decide.ts'
import { MerchantInput, merchantRow } from '../authorizations/merchant.ts'
import { PurchaseAmount } from '../authorizations/purchase-amount.ts'
import { refund, settle } from '../authorizations/settle.ts'
import type { Books } from '../engine/books.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import { ApiError } from '../http/errors.ts'
import { type ChangeContext, change, type Reply } from '../http/route.ts'
import { idOf, Strict, Text } from '../http/schemas.ts'
import { TransactionType } from '../ledger/changes.ts'
import { centsFromDollars } from '../money.ts'
import { findTransaction, type TransactionWithMerchant } from '../transactions/find-transaction.ts'
import { presentTransaction, Transaction } from '../transactions/present-transaction.ts'

const CardId = Text({ maxLength: 100 })

export const simulateSettlement = change({
  method: 'POST',
  url: '/sandbox/settlements',
  operationId: 'simulateSettlement',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Simulate a forced settlement',
  description: 'A settlement without an authorization. It always posts, and may take the card below zero.',
  sandboxOnly: true,
  body: Strict({ card_id: CardId, amount: PurchaseAmount, merchant: MerchantInput }),
  reply: { 201: Transaction },
  errors: ['invalid_amount', 'card_not_found', 'sandbox_only'],
  needs: ({ workspace, body }) => ({ cards: [idOf('card', workspace, body.card_id)], wallet: true }),
  decide({ workspace, body }, { card, workspace: wallet, changes, now }) {
    const merchant = merchantRow(changes, workspace, body.merchant)
    const settlement = {
      amount: centsFromDollars(body.amount),
      final: true,
      merchantId: merchant.id,
      threeDs: ThreeDs.not_required,
    }
    return { status: 201, body: presentTransaction(settle(changes, wallet, card, null, settlement, now), merchant) }
  },
})

const RefundBody = Strict({
  transaction_id: Type.Optional(Text({ maxLength: 100, description: 'The settlement to give back.' })),
  card_id: Type.Optional(CardId),
  merchant: Type.Optional(MerchantInput),
  amount: Type.Optional(PurchaseAmount),
})
type RefundBody = Type.Static<typeof RefundBody>
/** The settlement that is refunded; undefined for a refund without one. */
type Settlement = TransactionWithMerchant | undefined
type RefundContext = ChangeContext<unknown, unknown, RefundBody, Settlement>

export const simulateRefund = change({
  method: 'POST',
  url: '/sandbox/refunds',
  operationId: 'simulateRefund',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Simulate a refund',
  description:
    'Of a settlement (`transaction_id`; the amount defaults to what is left of it), or without one (`card_id`, `merchant`, `amount`).',
  sandboxOnly: true,
  body: RefundBody,
  reply: { 201: Transaction },
  errors: ['invalid_amount', 'transaction_not_found', 'card_not_found', 'invalid_state', 'sandbox_only'],
  check: ({ body }) => void isLinked(body),
  prepare: ({ sql, workspace, body }): Settlement | Promise<Settlement> =>
    body.transaction_id === undefined ? undefined : findTransaction(sql, workspace, body.transaction_id),
  needs: ({ workspace, body, prepared: settlement }) =>
    settlement
      ? { cards: [settlement.card_id], refundsOf: settlement.id, wallet: true }
      : { cards: [idOf('card', workspace, body.card_id!)], wallet: true },
  decide: (context, books) =>
    context.prepared ? refundSettlement(context.body, context.prepared, books) : refundUnlinked(context, books),
})

function isLinked(body: RefundBody): boolean {
  if (body.transaction_id !== undefined) {
    const extra = body.card_id !== undefined ? 'card_id' : body.merchant !== undefined ? 'merchant' : undefined
    if (extra) throw new ApiError('invalid_request', `"${extra}" does not go with "transaction_id".`, { param: extra })
    return true
  }
  if (body.card_id === undefined)
    throw new ApiError('invalid_request', 'Give "transaction_id", or "card_id" with "merchant" and "amount".', {
      param: 'transaction_id',
    })
  if (body.merchant === undefined)
    throw new ApiError('invalid_request', '"merchant" is required.', { param: 'merchant' })
  if (body.amount === undefined) throw new ApiError('invalid_amount', '"amount" is required.', { param: 'amount' })
  return false
}

function refundSettlement(body: RefundBody, settlement: TransactionWithMerchant, books: Books): Reply | Refusal {
  if (settlement.type !== TransactionType.settlement)
    return refuse('invalid_state', 'Only a settlement can be refunded.')
  // Two refunds of one settlement cannot both take the rest: what is refunded was read under the card's lock.
  const left = -settlement.amount_cents - books.refunded()
  if (left === 0n) return refuse('invalid_state', 'The settlement has been refunded in full.')
  const amount = body.amount === undefined ? left : centsFromDollars(body.amount)
  if (amount > left) return refuse('invalid_amount', '"amount" is more than what is left of the settlement.', 'amount')
  const linked = {
    id: settlement.id,
    authorizationId: settlement.authorization_id,
    threeDs: settlement.three_ds_status as ThreeDsStatus,
  }
  const { card, workspace: wallet, changes, now } = books
  const refunding = { amount, merchantId: settlement.merchant_id, settlement: linked }
  return { status: 201, body: presentTransaction(refund(changes, wallet, card, refunding, now), settlement) }
}

function refundUnlinked({ workspace, body }: RefundContext, books: Books): Reply {
  const { card, workspace: wallet, changes, now } = books
  const merchant = merchantRow(changes, workspace, body.merchant!)
  const refunding = { amount: centsFromDollars(body.amount!), merchantId: merchant.id, settlement: null }
  return { status: 201, body: presentTransaction(refund(changes, wallet, card, refunding, now), merchant) }
}

import Type from 'typebox'
import type { ThreeDsStatus } from '../authorizations/decide.ts'
import { ThreeDsStatus as ThreeDs } from '../authorizations/decide.ts'
import { MerchantInput, merchantRow } from '../authorizations/merchant.ts'
import { PurchaseAmount } from '../authorizations/purchase-amount.ts'
import { refund, settle } from '../authorizations/settle.ts'
import { findCard, lockCardAndWallet } from '../cards/find-card.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { type WriteContext, write } from '../http/route.ts'
import { Strict, Text } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import { type Cents, centsFromDollars } from '../money.ts'
import { findTransaction, type TransactionWithMerchant } from '../transactions/find-transaction.ts'
import { presentTransaction, Transaction } from '../transactions/present-transaction.ts'

const CardId = Text({ maxLength: 100 })

export const simulateSettlement = write({
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
  subject: ({ sql, workspace, body }) => findCard(sql, workspace, body.card_id),
  async write({ tx, workspace, body, now, changes }) {
    const { card, wallet } = await lockCardAndWallet(tx, workspace, body.card_id)
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
type RefundContext = WriteContext<unknown, unknown, RefundBody>

export const simulateRefund = write({
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
  subject: ({ sql, workspace, body }) =>
    body.transaction_id === undefined
      ? findCard(sql, workspace, body.card_id ?? '')
      : findTransaction(sql, workspace, body.transaction_id),
  write: (context) => (isLinked(context.body) ? refundSettlement(context) : refundUnlinked(context)),
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

async function refundSettlement({ tx, workspace, body, now, changes }: RefundContext) {
  const settlement = await findTransaction(tx, workspace, body.transaction_id!)
  if (settlement.type !== TransactionType.settlement)
    throw new ApiError('invalid_state', 'Only a settlement can be refunded.')
  const { card, wallet } = await lockCardAndWallet(
    tx,
    workspace,
    publicId('card', workspace.bucket, settlement.card_id),
  )
  const left = -settlement.amount_cents - (await refundedSoFar(tx, settlement))
  if (left === 0n) throw new ApiError('invalid_state', 'The settlement has been refunded in full.')
  const amount = body.amount === undefined ? left : centsFromDollars(body.amount)
  if (amount > left)
    throw new ApiError('invalid_amount', '"amount" is more than what is left of the settlement.', { param: 'amount' })
  const linked = {
    id: settlement.id,
    authorizationId: settlement.authorization_id,
    threeDs: settlement.three_ds_status as ThreeDsStatus,
  }
  const transaction = refund(
    changes,
    wallet,
    card,
    { amount, merchantId: settlement.merchant_id, settlement: linked },
    now,
  )
  return { status: 201, body: presentTransaction(transaction, settlement) }
}

async function refundUnlinked({ tx, workspace, body, now, changes }: RefundContext) {
  const { card, wallet } = await lockCardAndWallet(tx, workspace, body.card_id!)
  const merchant = merchantRow(changes, workspace, body.merchant!)
  const transaction = refund(
    changes,
    wallet,
    card,
    { amount: centsFromDollars(body.amount!), merchantId: merchant.id, settlement: null },
    now,
  )
  return { status: 201, body: presentTransaction(transaction, merchant) }
}

/** Read under the card's lock, so two refunds of one settlement cannot both take the rest. */
async function refundedSoFar(tx: Tx, settlement: TransactionWithMerchant): Promise<Cents> {
  const [row] = await tx<{ refunded: Cents }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as refunded from transactions
    where bucket = ${settlement.bucket} and refund_of = ${settlement.id} and workspace_id = ${settlement.workspace_id}`
  return row!.refunded
}

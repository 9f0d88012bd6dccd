// What the network does to an authorization after it was approved. No rules here: each call locks, checks
// that it makes sense, and hands over to the functions that any entrance drives.

import Type from 'typebox'
import { increment } from '../authorizations/authorize.ts'
import type { ThreeDsStatus } from '../authorizations/decide.ts'
import { lockAuthorization } from '../authorizations/lock-authorization.ts'
import { PurchaseAmount } from '../authorizations/purchase-amount.ts'
import { expireHold, reverseHold } from '../authorizations/release-hold.ts'
import { settle } from '../authorizations/settle.ts'
import { ApiError } from '../http/errors.ts'
import { type WriteContext, write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { Changes } from '../ledger/changes.ts'
import { record } from '../ledger/record.ts'
import { HoldStatus } from '../ledger/rows.ts'
import { centsFromDollars } from '../money.ts'
import { findTransaction } from '../transactions/find-transaction.ts'
import { presentFullTransaction } from '../transactions/get-transaction.ts'
import {
  FullTransaction,
  presentTransaction,
  Transaction,
  TransactionParams,
} from '../transactions/present-transaction.ts'
import { AuthorizationOutcome } from './simulate-authorization.ts'

const common = {
  method: 'POST',
  tag: 'Sandbox',
  access: 'develop',
  sandboxOnly: true,
  params: TransactionParams,
} as const

export const incrementAuthorization = write({
  ...common,
  url: '/sandbox/authorizations/:txn_id/increment',
  operationId: 'incrementAuthorization',
  summary: 'Ask for more on an authorization',
  description:
    'An approval is a further authorization of the same hold; a refusal is a decline, and the hold stays as it was.',
  body: Strict({ amount: PurchaseAmount }),
  reply: { 201: AuthorizationOutcome },
  errors: ['invalid_amount', 'transaction_not_found', 'invalid_state', 'sandbox_only'],
  subject: ({ sql, workspace, params }) => findTransaction(sql, workspace, params.txn_id),
  async write({ tx, workspace, params, body, now, changes, services }) {
    const { authorization, card, hold } = await lockAuthorization(tx, workspace, params.txn_id)
    if (hold.status !== HoldStatus.pending)
      throw new ApiError('invalid_state', 'The authorization is no longer pending.')
    const asked = {
      amount: centsFromDollars(body.amount),
      mcc: authorization.mcc,
      maxTransaction: services.bins.get(card.bin_id)!.maxTransactionCents,
      alreadyHeld: hold.held_cents,
      partial: false,
    }
    const threeDs = authorization.three_ds_status as ThreeDsStatus
    const outcome = increment(
      changes,
      workspace,
      card,
      hold,
      { merchantId: authorization.merchant_id, threeDs, asked },
      now,
    )
    const transaction = presentTransaction(outcome.transaction, authorization)
    return { status: 201, body: { approved: outcome.approved, decline_reason: outcome.declineReason, transaction } }
  },
})

export const settleAuthorization = write({
  ...common,
  url: '/sandbox/authorizations/:txn_id/settle',
  operationId: 'settleAuthorization',
  summary: 'Settle an authorization',
  description:
    'Captures the hold, or less, or more. With `final: false` the rest stays held for further captures. Possible after an expiry or a reversal too, then with an amount.',
  body: Strict({ amount: Type.Optional(PurchaseAmount), final: Type.Optional(Type.Boolean({ default: true })) }),
  reply: { 201: Transaction },
  errors: ['invalid_amount', 'transaction_not_found', 'invalid_state', 'sandbox_only'],
  subject: ({ sql, workspace, params }) => findTransaction(sql, workspace, params.txn_id),
  async write({ tx, workspace, params, body, now, changes }) {
    const { authorization, card, hold, wallet } = await lockAuthorization(tx, workspace, params.txn_id)
    if (hold.status === HoldStatus.settled)
      throw new ApiError('invalid_state', 'The authorization has had its final settlement.')
    if (body.amount === undefined && hold.held_cents === 0n)
      throw new ApiError('invalid_amount', '"amount" is required: nothing is held any more.', { param: 'amount' })
    const amount = body.amount === undefined ? hold.held_cents : centsFromDollars(body.amount)
    const threeDs = authorization.three_ds_status as ThreeDsStatus
    const transaction = settle(
      changes,
      wallet,
      card,
      hold,
      { amount, final: body.final ?? true, merchantId: authorization.merchant_id, threeDs },
      now,
    )
    return { status: 201, body: presentTransaction(transaction, authorization) }
  },
})

export const reverseAuthorization = write({
  ...common,
  url: '/sandbox/authorizations/:txn_id/reverse',
  operationId: 'reverseAuthorization',
  summary: 'Reverse an authorization',
  description: 'Releases the hold, or a part of it.',
  body: Strict({ amount: Type.Optional(PurchaseAmount) }),
  reply: { 200: FullTransaction },
  errors: ['invalid_amount', 'transaction_not_found', 'invalid_state', 'sandbox_only'],
  subject: ({ sql, workspace, params }) => findTransaction(sql, workspace, params.txn_id),
  async write(context) {
    const { tx, workspace, params, body, now } = context
    const { authorization, card, hold, wallet } = await lockAuthorization(tx, workspace, params.txn_id)
    if (hold.held_cents === 0n) throw new ApiError('invalid_state', 'Nothing is held any more.')
    const amount = body.amount === undefined ? hold.held_cents : centsFromDollars(body.amount)
    if (amount > hold.held_cents)
      throw new ApiError('invalid_amount', '"amount" is more than what is held.', { param: 'amount' })
    const changes = new Changes()
    reverseHold(
      changes,
      wallet,
      card,
      hold,
      amount,
      { transaction: authorization, merchant: merchantOf(authorization) },
      now,
    )
    return fullAnswer(context, changes)
  },
})

export const expireAuthorization = write({
  ...common,
  url: '/sandbox/authorizations/:txn_id/expire',
  operationId: 'expireAuthorization',
  summary: 'Expire an authorization',
  description: 'Releases the hold as if its time were over. Repeating it changes nothing.',
  reply: { 200: FullTransaction },
  errors: ['transaction_not_found', 'invalid_state', 'sandbox_only'],
  subject: ({ sql, workspace, params }) => findTransaction(sql, workspace, params.txn_id),
  async write(context) {
    const { tx, workspace, params, now } = context
    const { authorization, card, hold, wallet } = await lockAuthorization(tx, workspace, params.txn_id)
    const changes = new Changes()
    if (hold.status === HoldStatus.pending)
      expireHold(changes, wallet, card, hold, { transaction: authorization, merchant: merchantOf(authorization) }, now)
    else if (hold.status !== HoldStatus.expired)
      throw new ApiError('invalid_state', 'The authorization is no longer pending.')
    return fullAnswer(context, changes)
  },
})

function merchantOf(row: {
  bucket: number
  merchant_id: import('../ids.ts').Uuid
  workspace_id: import('../ids.ts').Uuid
  name: string
  mcc: string
  country: string
}) {
  return {
    bucket: row.bucket,
    id: row.merchant_id,
    workspace_id: row.workspace_id,
    name: row.name,
    mcc: row.mcc,
    country: row.country,
  }
}

/** The full transaction shows the timeline, so the change is written before it is read back. */
async function fullAnswer(
  { tx, workspace, params }: Pick<WriteContext<{ txn_id: string }, unknown, unknown>, 'tx' | 'workspace' | 'params'>,
  changes: Changes,
) {
  await record(tx, changes)
  return {
    status: 200,
    body: await presentFullTransaction(tx, workspace, await findTransaction(tx, workspace, params.txn_id)),
  }
}

// Simulates what the network does to an approved authorization. There are no rules here: each call checks its input and uses
// the same functions as real processors.

import Type from 'typebox'
import { increment } from '../authorizations/authorize.ts'
import type { Asked } from '../authorizations/decide.ts'
import { findAuthorization, merchantOf, type NamedTransaction, needsOf } from '../authorizations/find-authorization.ts'
import { PurchaseAmount } from '../authorizations/purchase-amount.ts'
import { expireHold, reverseHold } from '../authorizations/release-hold.ts'
import { settle } from '../authorizations/settle.ts'
import { unheldOf } from '../controls/usage.ts'
import { type Consultation, consult } from '../decision-hook/consult.ts'
import type { Books } from '../engine/books.ts'
import { Refusal, refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { Again, type ChangeContext, change, Pending, type ReadContext, type Reply } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import type { HookAnswer } from '../ledger/hook-answer.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { type HoldRow, HoldStatus } from '../ledger/rows.ts'
import { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import { centsFromDollars } from '../money.ts'
import { rulesFor } from '../rules/evaluate-payment.ts'
import { ruleResultsOf } from '../rules/rule-results.ts'
import type { TransactionWithMerchant } from '../transactions/find-transaction.ts'
import { fullTransaction } from '../transactions/get-transaction.ts'
import {
  FullTransaction,
  presentTransaction,
  Transaction,
  TransactionParams,
} from '../transactions/present-transaction.ts'
import {
  type Asking,
  checkPrice,
  type Price,
  PriceAmount,
  PriceCurrency,
  priceOf,
  priceOfHold,
  rateOf,
  withForeign,
} from './price.ts'
import { AuthorizationOutcome } from './simulate-authorization.ts'

const common = {
  method: 'POST',
  tag: 'Sandbox',
  access: 'develop',
  sandboxOnly: true,
  params: TransactionParams,
  prepare: ({ sql, workspace, params }: ReadContext<{ txn_id: string }, unknown, unknown>) =>
    findAuthorization(sql, workspace, params.txn_id),
} as const

const notAnAuthorization = () => refuse('invalid_state', 'This transaction is not an authorization that was approved.')

export const incrementAuthorization = change({
  ...common,
  url: '/sandbox/authorizations/:txn_id/increment',
  operationId: 'incrementAuthorization',
  scope: 'sandbox:write',
  bounds: 'within',
  summary: 'Increment an authorization',
  description:
    'Simulates a merchant that asks for more money on an authorization. An approval is a further authorization of the same hold. A decline does not change the hold. After the last use has ended the card, increments take at most what the card returned to the wallet, less what was taken since.',
  body: Strict({ amount: PriceAmount, currency: Type.Optional(PriceCurrency) }),
  reply: { 201: AuthorizationOutcome },
  errors: ['invalid_amount', 'invalid_currency', 'transaction_not_found', 'invalid_state', 'sandbox_only'],
  check: ({ body }) => checkPrice(body),
  prepare: async (context) => ({
    ...(await common.prepare(context)),
    rate: await rateOf(context, context.body.currency),
  }),
  needs: ({ prepared }) => needsOf(prepared),
  decide(context, books) {
    const more = moreOf(context, books)
    if (!('asked' in more)) return more
    const consultation = consult(context.services, books, { ...more, key: context.key })
    return consultation ? new Pending(consultation) : incrementBy(books, more)
  },
  async resume(context, consultation: Consultation) {
    const hook = await context.services.decisionHooks.ask(consultation)
    return {
      needs: () => needsOf(context.prepared),
      decide(books) {
        const more = moreOf(context, books)
        return 'asked' in more ? incrementBy(books, more, hook) : more
      },
    }
  },
})

type More = { hold: HoldRow; price: Price; merchant: MerchantRow; threeDs: ThreeDsStatus; asked: Asked }
type Increasing = ChangeContext<
  unknown,
  unknown,
  Asking & { amount: number },
  NamedTransaction & { rate: string | undefined }
>

function moreOf(
  { body, services, prepared: { authorization, rate } }: Increasing,
  books: Books,
): More | Refusal | Again {
  const { card, hold } = books
  if (!authorization) return notAnAuthorization()
  if (hold.status !== HoldStatus.pending) return refuse('invalid_state', 'The authorization is no longer pending.')
  const price = priceOf(body, rate)
  if (price instanceof Refusal) return price
  const merchant = merchantOf(authorization)
  const rules = rulesFor(services, books, merchant, hold)
  if (rules instanceof Again) return rules
  const threeDs = authorization.three_ds_status as ThreeDsStatus
  const asked: Asked = {
    amount: price.cents,
    maxTransaction: services.bins.get(card.bin_id)!.maxTransactionCents,
    alreadyHeld: hold.held_cents,
    // Whoever passed 3-D Secure for the authorization has passed it for its increments.
    authentication: threeDs === ThreeDsStatus.authenticated ? 'authenticated' : undefined,
    partial: false,
    rules,
  }
  return { hold, price, merchant, threeDs, asked }
}

function incrementBy(
  { card, hold, workspace: wallet, changes, now }: Books,
  { price, merchant, threeDs, asked }: More,
  hook?: HookAnswer,
): Reply {
  const increase = { merchant, threeDs, asked: hook ? { ...asked, hook } : asked }
  const { approved, declineReason, transaction } = increment(changes, wallet, card, hold, increase, now)
  const shown = presentTransaction(withForeign(changes, transaction, price.foreign), merchant)
  return { status: 201, body: { approved, decline_reason: declineReason, transaction: shown } }
}

export const settleAuthorization = change({
  ...common,
  url: '/sandbox/authorizations/:txn_id/settle',
  operationId: 'settleAuthorization',
  scope: 'sandbox:write',
  bounds: 'within',
  summary: 'Settle an authorization',
  description:
    'Captures the amount of the hold, or less, or more. With `final: false` the rest stays held for further captures. An authorization can be settled after it expired or was reversed; the amount is then required. Without an amount, an authorization in another currency settles the units that it still holds at the current rate, so the amount in USD may differ from the held amount.',
  body: Strict({
    amount: Type.Optional(PriceAmount),
    currency: Type.Optional(PriceCurrency),
    final: Type.Optional(Type.Boolean({ default: true })),
  }),
  reply: { 201: Transaction },
  errors: ['invalid_amount', 'invalid_currency', 'transaction_not_found', 'invalid_state', 'sandbox_only'],
  check({ body }) {
    if (body.currency !== undefined && body.amount === undefined)
      throw new ApiError('invalid_request', '"currency" goes with "amount".', { param: 'currency' })
    checkPrice(body)
  },
  async prepare(context) {
    const found = await common.prepare(context)
    const { amount, currency } = context.body
    const converted = amount === undefined ? found.authorization?.merchant_currency : currency
    return { ...found, rate: await rateOf(context, converted ?? undefined) }
  },
  needs: ({ prepared }) => needsOf(prepared),
  decide({ body, prepared: { authorization, rate } }, { card, hold, workspace: wallet, changes, now }) {
    if (!authorization) return notAnAuthorization()
    if (hold.status === HoldStatus.settled)
      return refuse('invalid_state', 'The authorization has had its final settlement.')
    if (body.amount === undefined && hold.held_cents + unheldOf(hold) === 0n)
      return refuse('invalid_amount', '"amount" is required: nothing is held any more.', 'amount')
    const price = priceToSettle(body, authorization, hold, rate)
    if (price instanceof Refusal) return price
    const threeDs = authorization.three_ds_status as ThreeDsStatus
    const transaction = settle(
      changes,
      wallet,
      card,
      hold,
      { amount: price.cents, final: body.final ?? true, merchant: merchantOf(authorization), threeDs },
      now,
    )
    const shown = withForeign(changes, transaction, price.foreign)
    return { status: 201, body: presentTransaction(shown, authorization) }
  },
})

function priceToSettle(
  { amount, currency }: Asking,
  authorization: TransactionWithMerchant,
  hold: HoldRow,
  rate: string | undefined,
): Price | Refusal {
  if (amount !== undefined) return priceOf({ amount, currency }, rate)
  const open = hold.held_cents + unheldOf(hold)
  return authorization.merchant_currency === null
    ? { cents: open, foreign: undefined }
    : priceOfHold(authorization, open, rate)
}

export const reverseAuthorization = change({
  ...common,
  url: '/sandbox/authorizations/:txn_id/reverse',
  operationId: 'reverseAuthorization',
  scope: 'sandbox:write',
  bounds: 'within',
  summary: 'Reverse an authorization',
  description: 'Releases the hold or a part of it.',
  body: Strict({ amount: Type.Optional(PurchaseAmount) }),
  reply: { 200: FullTransaction },
  errors: ['invalid_amount', 'transaction_not_found', 'invalid_state', 'sandbox_only'],
  prepare: prepareFull,
  needs: ({ prepared }) => withHistory(prepared),
  decide({ body, prepared }, books) {
    const { authorization } = prepared
    const { card, hold, workspace: wallet, changes, now } = books
    if (!authorization) return notAnAuthorization()
    if (hold.held_cents + unheldOf(hold) === 0n) return refuse('invalid_state', 'Nothing is held any more.')
    const amount = body.amount === undefined ? hold.held_cents : centsFromDollars(body.amount)
    if (amount > hold.held_cents) return refuse('invalid_amount', '"amount" is more than what is held.', 'amount')
    const authorized = { transaction: authorization, merchant: merchantOf(authorization) }
    reverseHold(changes, wallet, card, hold, amount, authorized, now)
    return fullAnswer(prepared, books)
  },
})

export const expireAuthorization = change({
  ...common,
  url: '/sandbox/authorizations/:txn_id/expire',
  operationId: 'expireAuthorization',
  scope: 'sandbox:write',
  bounds: 'within',
  summary: 'Expire an authorization',
  description: 'Releases the hold as if it had expired. Repeating the call changes nothing.',
  reply: { 200: FullTransaction },
  errors: ['transaction_not_found', 'invalid_state', 'sandbox_only'],
  prepare: prepareFull,
  needs: ({ prepared }) => withHistory(prepared),
  decide({ prepared }, books) {
    const { authorization } = prepared
    const { card, hold, workspace: wallet, changes, now } = books
    if (!authorization) return notAnAuthorization()
    if (hold.status !== HoldStatus.pending && hold.status !== HoldStatus.expired)
      return refuse('invalid_state', 'The authorization is no longer pending.')
    const authorized = { transaction: authorization, merchant: merchantOf(authorization) }
    if (hold.status === HoldStatus.pending) expireHold(changes, wallet, card, hold, authorized, now)
    return fullAnswer(prepared, books)
  },
})

/** Prepares an answer with the results of the rules. */
async function prepareFull(context: ReadContext<{ txn_id: string }, unknown, unknown>) {
  const found = await common.prepare(context)
  return { ...found, results: await ruleResultsOf(context.sql, context.workspace, found.named) }
}

/** Adds the timeline. */
function withHistory(prepared: NamedTransaction) {
  const { authorization } = prepared
  return { ...needsOf(prepared), ...(authorization && { historyOf: authorization.id }) }
}

function fullAnswer({ named, results }: Awaited<ReturnType<typeof prepareFull>>, { hold, history }: Books) {
  return { status: 200, body: fullTransaction(named, results, hold, history()) }
}

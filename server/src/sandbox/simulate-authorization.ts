import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { authorize } from '../authorizations/authorize.ts'
import type { Asked } from '../authorizations/decide.ts'
import { findCardByNumber } from '../authorizations/find-card-by-number.ts'
import { type Consultation, consult } from '../decision-hook/consult.ts'
import type { Books } from '../engine/books.ts'
import type { Needs } from '../engine/needs.ts'
import { Refusal } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { Again, type ChangeContext, change, Pending, type ReadContext, type Reply } from '../http/route.ts'
import { idOf, Strict, Text } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { type DeclineReason, declineReasons } from '../ledger/decline-reasons.ts'
import type { HookAnswer } from '../ledger/hook-answer.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { ChallengeOutcome, type ChallengeRow, ChallengeStatus } from '../ledger/rows.ts'
import { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import { type Cents, dollars } from '../money.ts'
import { needsOfRules, rulesFor } from '../rules/evaluate-payment.ts'
import type { Services } from '../services.ts'
import { statusAt } from '../three-ds/challenge.ts'
import { MerchantInput, merchantRow } from '../transactions/merchant.ts'
import { presentTransaction, Transaction } from '../transactions/present-transaction.ts'
import { checkPrice, type Price, PriceAmount, PriceCurrency, partOf, priceOf, rateOf, withForeign } from './price.ts'

export const AuthorizationOutcome = Type.Object(
  {
    approved: Type.Boolean(),
    decline_reason: Type.Union([Type.String({ enum: Object.keys(declineReasons) }), Type.Null()]),
    transaction: Type.Union([Transaction, Type.Null()], {
      description: 'The transaction. Null for a card number that was never issued.',
    }),
    requested_amount: Type.Optional(
      Type.Number({
        description: 'The amount that the merchant asked for, in USD. Present when a partial approval was requested.',
      }),
    ),
  },
  { $id: 'AuthorizationOutcome' },
)

const Body = Strict({
  card_id: Type.Optional(Text({ maxLength: 100 })),
  pan: Type.Optional(
    Type.String({
      pattern: '^[0-9]{12,19}$',
      description: 'The card number, instead of `card_id`, as a merchant would send it.',
    }),
  ),
  cvv: Type.Optional(Type.String({ pattern: '^[0-9]{3,4}$' })),
  exp_month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  exp_year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 9999 })),
  amount: PriceAmount,
  currency: Type.Optional(PriceCurrency),
  merchant: MerchantInput,
  three_ds_challenge_id: Type.Optional(Text({ maxLength: 100 })),
  partial: Type.Optional(Type.Boolean({ description: 'Whether to approve up to the balance instead of declining.' })),
})
type Body = Type.Static<typeof Body>

/** A merchant waits two seconds at most. */
const DECISION_MS = 1_500

export const simulateAuthorization = change({
  method: 'POST',
  url: '/sandbox/authorizations',
  operationId: 'simulateAuthorization',
  scope: 'sandbox:write',
  bounds: 'within',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Simulate an authorization',
  description:
    'Simulates a merchant that asks for money. A decline is a successful response too: look at `approved`. The first check that fails decides the reason.',
  sandboxOnly: true,
  body: Body,
  reply: { 201: AuthorizationOutcome },
  errors: ['invalid_amount', 'invalid_currency', 'card_not_found', 'challenge_not_found', 'sandbox_only'],
  check({ body }) {
    refuseContradictions(body)
    checkPrice(body)
  },
  withinMs: DECISION_MS,
  prepare(context): Prepared | Promise<Prepared> {
    const card = namedCard(context)
    const rate = rateOf(context, context.body.currency)
    // Without a currency there is nothing to wait for.
    return rate ? Promise.all([card, rate]).then(([named, known]) => ({ ...named, rate: known })) : card
  },
  needs: needsOf,
  decide(context, books) {
    const payment = paymentOf(context, books)
    if (!('asked' in payment)) return payment
    const consultation = consult(context.services, books, { ...payment, key: context.key })
    return consultation ? new Pending(consultation) : authorizePayment(context, books, payment)
  },
  async resume(context, consultation: Consultation) {
    const hook = await context.services.decisionHooks.ask(consultation)
    return {
      needs: () => needsOf(context),
      decide(books) {
        const payment = paymentOf(context, books)
        return 'asked' in payment ? authorizePayment(context, books, payment, hook) : payment
      },
    }
  },
})

type Context = ChangeContext<unknown, unknown, Body, Prepared>

function needsOf({ workspace, body, prepared: { cardId } }: Context): Needs {
  return {
    ...(cardId && { cards: [cardId], wallet: true, ...needsOfRules(workspace.id, cardId, body.merchant) }),
    ...(body.three_ds_challenge_id !== undefined && {
      challenges: [idOf('challenge', workspace, body.three_ds_challenge_id)],
    }),
  }
}

type Payment = { price: Price; merchant: MerchantRow; asked: Asked }

/** The payment to decide, or the answer when there is nothing to decide. */
function paymentOf({ workspace, body, services, prepared }: Context, books: Books): Payment | Reply | Refusal | Again {
  const { card, challenge, changes, now } = books
  const price = priceOf(body, prepared.rate)
  if (price instanceof Refusal) return price
  const { cents: amount } = price
  if (!prepared.cardId)
    return outcome(body, price, { approved: false, declineReason: 'invalid_card', transaction: null })
  const merchant = merchantRow(changes, workspace, body.merchant)
  const rules = rulesFor(services, books, merchant)
  if (rules instanceof Again) return rules
  const asked: Asked = {
    amount,
    maxTransaction: services.bins.get(card.bin_id)!.maxTransactionCents,
    alreadyHeld: 0n,
    expiryMatches: prepared.expiryMatches,
    cvvMatches: prepared.cvvMatches,
    authentication: challenge && authenticationOf(challenge, card.id, amount, now),
    partial: body.partial ?? false,
    rules,
  }
  return { price, asked, merchant }
}

function authorizePayment(
  { body }: Context,
  { card, challenge, workspace: wallet, changes, now }: Books,
  { price, merchant, asked }: Payment,
  hook?: HookAnswer,
): Reply {
  const { approved, declineReason, transaction } = authorize(
    changes,
    wallet,
    card,
    merchant,
    hook ? { ...asked, hook } : asked,
    now,
  )
  if (challenge && transaction.three_ds_status === ThreeDsStatus.authenticated) {
    challenge.used_by = transaction.id
    changes.changedChallenges.set(challenge.id, challenge)
  }
  const shown = withForeign(changes, transaction, partOf(price, -transaction.amount_cents))
  return outcome(body, price, { approved, declineReason, transaction: presentTransaction(shown, merchant) })
}

type Decided = { approved: boolean; declineReason: DeclineReason | null; transaction: object | null }

function outcome(body: Body, { cents }: Price, { approved, declineReason, transaction }: Decided) {
  return {
    status: 201,
    body: {
      approved,
      decline_reason: declineReason,
      transaction,
      ...(body.partial && { requested_amount: dollars(cents) }),
    },
  }
}

/** A challenge that is expired, declined, used, of another card or below the amount does not authenticate this payment. */
function authenticationOf(
  challenge: ChallengeRow,
  cardId: Uuid,
  amount: Cents,
  now: Date,
): 'pending' | 'authenticated' | 'failed' {
  if (challenge.card_id !== cardId || challenge.used_by !== null || challenge.amount_cents < amount) return 'failed'
  const status = statusAt(challenge, now)
  if (status === ChallengeStatus.pending) return 'pending'
  const isConfirmed = status === ChallengeStatus.completed && challenge.answer !== ChallengeOutcome.declined
  return isConfirmed ? 'authenticated' : 'failed'
}

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

/** `cardId` is undefined for a card number that nobody issued. */
type NamedCard = { cardId: Uuid | undefined; cvvMatches?: boolean; expiryMatches?: boolean }
/** `rate` is of the currency, where it is not USD and has one. */
type Prepared = NamedCard & { rate?: string | undefined }

function namedCard({ services, workspace, body }: ReadContext<unknown, unknown, Body>): NamedCard | Promise<NamedCard> {
  return body.pan === undefined
    ? { cardId: idOf('card', workspace, body.card_id!) }
    : cardOfNumber(services, workspace, body)
}

/** The CVV and expiry given with the number are compared here; the decision only learns whether they match. */
async function cardOfNumber(services: Services, workspace: Workspace, body: Body): Promise<NamedCard> {
  const card = await findCardByNumber(services.database.read, services.vault, workspace, body.pan!)
  if (!card) return { cardId: undefined }
  const { month, year } = card.expiry
  return {
    cardId: card.cardId,
    expiryMatches: (body.exp_month ?? month) === month && (body.exp_year ?? year) === year,
    cvvMatches: body.cvv === undefined || body.cvv === services.vault.cvv2(body.pan!, card.expiry, card.cvkVersion),
  }
}

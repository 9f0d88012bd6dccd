// Decides a question by the same rules as the API, on the rows that the engine has locked.

import { authorize, increment, type Outcome } from '../authorizations/authorize.ts'
import { type Asked, whyNotUsable } from '../authorizations/decide.ts'
import { unheldOf } from '../controls/usage.ts'
import type { Consultation, Proposal } from '../decision-hook/consult.ts'
import type { Books } from '../engine/books.ts'
import { Again } from '../http/route.ts'
import type { Uuid } from '../ids.ts'
import type { HookAnswer } from '../ledger/hook-answer.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { Answered, type CardRow, type HoldRow, HoldStatus } from '../ledger/rows.ts'
import { addDetails } from '../ledger/transaction-details.ts'
import { type Cents, maxCents } from '../money.ts'
import type { CardBalance, Question, Verdict } from '../processors/question.ts'
import { rulesFor } from '../rules/evaluate-payment.ts'
import type { Services } from '../services.ts'
import { merchantRow } from '../transactions/merchant.ts'
import { FALLBACK_DAYS, noteHeld, outsideRow, threeDsOf } from './apply-to-books.ts'
import { networkDetails } from './network-details.ts'

/** What is decided on, besides the books. */
export type Deciding = {
  services: Pick<Services, 'bins' | 'database'>
  processor: string
  question: Question
  /** The key of the question. */
  key: Uuid
  /** The hold of the authorization, if an earlier question or report has placed one. */
  hold: HoldRow | undefined
  /** Whoever passed 3-D Secure for the authorization has passed it for its increments. */
  isAuthenticated?: boolean
  wall: Date
  /** Returns whether the customer has to be asked first. Left out when that was done. */
  consult?(proposal: Omit<Proposal, 'key'>): Consultation | undefined
  /** What the customer said. */
  hook?: HookAnswer | undefined
}

export function decideQuestion(books: Books, deciding: Deciding): Verdict | Consultation | Again {
  const { card, now } = books
  const { question } = deciding
  if (question.kind === 'balance') return { approved: true, amount: 0n, balance: balanceOf(card) }
  if (question.kind !== 'authorize' || question.amount === 0n) {
    const reason = whyNotUsable(card, question, now)
    return reason
      ? { approved: false, reason, balance: balanceOf(card) }
      : { approved: true, amount: 0n, balance: balanceOf(card) }
  }
  return decideAmount(books, deciding)
}

function decideAmount(books: Books, deciding: Deciding): Verdict | Consultation | Again {
  const { card } = books
  const { services, question, hold, hook } = deciding
  const held = hold ? hold.held_cents + unheldOf(hold) : 0n
  const more = question.amountIs === 'extra' ? question.amount : maxCents(question.amount - held, 0n)
  if (more === 0n) {
    outsideRow(books, deciding.processor, question, deciding.wall).decided += 1
    return { approved: true, amount: question.amount, balance: balanceOf(card) }
  }
  const merchant = merchantRow(books.changes, books.workspace, question.merchant)
  const rules = rulesFor(services, books, merchant, hold)
  if (rules instanceof Again) return rules
  const asked: Asked = {
    amount: more,
    maxTransaction: services.bins.get(card.bin_id)!.maxTransactionCents,
    alreadyHeld: held,
    expiryMatches: question.expiryMatches,
    cvvMatches: question.cvvMatches,
    authentication: question.authentication ?? (deciding.isAuthenticated ? 'authenticated' : undefined),
    partial: question.partial,
    holdDays: FALLBACK_DAYS,
    hook,
    rules,
  }
  const consultation = deciding.consult?.({ merchant, asked, hold, threeDs: threeDsOf(question) })
  if (consultation) return consultation
  const outcome = evaluate(books, question, hold, merchant, asked)
  remember(books, deciding, outcome)
  const balance = balanceOf(card)
  if (!outcome.approved) return { approved: false, reason: outcome.declineReason!, balance }
  const approved = -outcome.transaction.amount_cents
  return { approved: true, amount: question.amountIs === 'extra' ? approved : held + approved, balance }
}

function evaluate(
  { changes, workspace, card, now }: Books,
  question: Question,
  hold: HoldRow | undefined,
  merchant: MerchantRow,
  asked: Asked,
): Outcome {
  if (!hold) return authorize(changes, workspace, card, merchant, asked, now)
  const more = { merchant, threeDs: threeDsOf(question), asked }
  const outcome = increment(changes, workspace, card, hold, more, now)
  // The processor asks for more on a hold that has ended here, so it becomes pending again.
  if (outcome.approved) hold.status = HoldStatus.pending
  return outcome
}

/** Writes the row of the authorization, so that its reports find the hold and know that we have answered. */
function remember(
  books: Books,
  { processor, question, key, hold, wall }: Deciding,
  { approved, transaction }: Outcome,
): void {
  const row = outsideRow(books, processor, question, wall)
  row.updated_at = wall
  row.decided += 1
  // The outcome of 3-D Secure is stored even when the card was declined before it was considered.
  transaction.three_ds_status = threeDsOf(question)
  addDetails(books.changes, transaction, networkDetails(processor, question))
  if (approved) {
    Object.assign(row, { placed_by: key, placed_cents: -transaction.amount_cents })
    noteHeld(row, -transaction.amount_cents, wall)
  }
  if (hold) return
  row.answered = approved ? Answered.approved : Answered.declined
  if (approved) row.hold_id = transaction.id
}

function balanceOf(card: CardRow): CardBalance {
  const available: Cents = card.available_cents - card.overdraft_cents
  return { available, total: available + card.held_cents }
}

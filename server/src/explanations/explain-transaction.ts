import Type, { type TSchema } from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { preview } from '../authorizations/authorize.ts'
import type { Asked } from '../authorizations/decide.ts'
import { merchantOf } from '../authorizations/find-authorization.ts'
import { findCard } from '../cards/find-card.ts'
import { workspaceTime } from '../clock.ts'
import type { Sql } from '../database/database.ts'
import { read } from '../http/route.ts'
import { Timestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import { type DeclineReason, declineReasonOf, declineReasons } from '../ledger/decline-reasons.ts'
import { type CardRow, type HoldRow, HoldStatus } from '../ledger/rows.ts'
import { holds, workspaces } from '../ledger/tables.ts'
import { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { RuleEvaluator } from '../rules/evaluate-payment.ts'
import type { Services } from '../services.ts'
import { findTransaction, type TransactionWithMerchant } from '../transactions/find-transaction.ts'
import { TransactionParams } from '../transactions/present-transaction.ts'
import { type DeclineWords, declineWords } from './decline-words.ts'
import { processorWords } from './explained-processor.ts'
import { rulesNow, rulesThen } from './explained-rules.ts'
import { ASSUMED, numbersNow, numbersThen, testOfProcessor, testOutcomes, testsUpTo } from './explained-tests.ts'

const Nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const Reason = Nullable(
  Type.String({ enum: Object.keys(declineReasons) }),
  'The reason for the decline. Null if the purchase was, or would be, approved.',
)

const words = {
  title: Type.String({ description: 'A short title of the outcome.', examples: ['A limit of this card is used up'] }),
  because: Type.String({ description: 'The explanation in a sentence.' }),
  remedy: Nullable(Type.String(), 'What can be done about it. Null if nothing needs to be done.'),
  tests: Type.Array(
    Type.Object(
      {
        test: Type.String({
          enum: Object.keys(declineReasons),
          description: 'The decline reason that a failure of this check has.',
        }),
        outcome: Type.String({
          enum: [...testOutcomes],
          description:
            'The outcome of the check. `not_reached`: an earlier check failed. `assumed`: the check depends on what the merchant will send.',
        }),
        words: Type.String({
          description: 'What the check asks, in words.',
          examples: ['There is enough on the card.'],
        }),
        numbers: Nullable(
          Type.String({ examples: ['12.00 USD on the card, 20.00 USD asked for'] }),
          'The numbers that the check compared, where they are known.',
        ),
      },
      { $id: 'ExplainedTest' },
    ),
    { description: 'The checks in the order in which they are made. The first one that fails decides.' },
  ),
}

const Explanation = Type.Object(
  {
    transaction_id: Type.String(),
    card_id: Type.String(),
    outcome: Type.String({
      enum: ['approved', 'declined', 'not_judged'],
      description:
        'What was decided. `not_judged`: nothing was decided here, because settlements and refunds are always posted, or because the processor approved the transaction.',
    }),
    decline_reason: Reason,
    ...words,
    now: Nullable(
      Type.Object(
        {
          would_pass: Type.Boolean(),
          decline_reason: Reason,
          ...words,
          judged_at: Timestamp('When this was evaluated, in workspace time.'),
        },
        { $id: 'ExplainedNow' },
      ),
      'Whether the same purchase would pass now. Null if there is nothing to check.',
    ),
  },
  { $id: 'Explanation' },
)

export const explainTransaction = read({
  method: 'GET',
  url: '/transactions/:txn_id/explanation',
  operationId: 'explainTransaction',
  scope: 'transactions:read',
  bounds: 'within',
  tag: 'Transactions',
  summary: 'Explain a transaction',
  description:
    'Shows every check of the transaction in order, with the numbers of that moment, and whether the same purchase would pass now. Nothing is changed.',
  params: TransactionParams,
  reply: { 200: Explanation },
  errors: ['transaction_not_found'],
  async read({ sql, workspace, params, services }) {
    const transaction = await findTransaction(sql, workspace, params.txn_id)
    return {
      transaction_id: publicId('transaction', transaction.bucket, transaction.id),
      card_id: publicId('card', transaction.bucket, transaction.card_id),
      ...(await then(sql, workspace, transaction)),
      now: isPurchase(transaction) ? await atPresent(sql, workspace, services, transaction) : null,
    }
  },
})

function isPurchase({ type }: TransactionWithMerchant): boolean {
  return type === TransactionType.authorization || type === TransactionType.decline
}

async function then(sql: Sql, workspace: Workspace, transaction: TransactionWithMerchant) {
  const reason = declineReasonOf(transaction.decline_reason)
  if (!isPurchase(transaction)) return { outcome: 'not_judged', decline_reason: null, ...NOT_CHECKED, tests: [] }
  if (transaction.source !== null) return { outcome: 'not_judged', decline_reason: null, ...STAND_IN, tests: [] }
  if (reason === 'declined_by_processor')
    return {
      outcome: 'declined',
      decline_reason: reason,
      ...(await processorWords(sql, workspace, transaction)),
      tests: [testOfProcessor(transaction)],
    }
  const rules = await rulesThen(sql, transaction)
  const failed = failedTest(reason, transaction.decline_detail)
  const also = [
    ...(rules === null ? [] : (['rule_declined'] as const)),
    ...(transaction.decision === null ? [] : (['hook_declined'] as const)),
  ]
  return {
    outcome: reason === null ? 'approved' : 'declined',
    decline_reason: reason,
    ...wordsOf(reason, APPROVED),
    tests: testsUpTo({ failed, also, assumed: [] }, numbersThen(transaction, failed, rules)),
  }
}

/** A rule may require 3-D Secure. The reason is then the missing passcode, but the failed test is that of the rules. */
function failedTest(reason: DeclineReason | null, detail: Readonly<Record<string, unknown>> | null | undefined) {
  return reason === 'authentication_required' && detail?.rule_id !== undefined ? 'rule_declined' : reason
}

type Words = Omit<DeclineWords, 'remedy'> & { remedy: string | null }

const APPROVED: Words = { title: 'It was approved', because: 'It passed every test.', remedy: null }
const WOULD_PASS: Words = {
  title: 'It would be approved now',
  because: 'The same purchase passes every test at this moment.',
  remedy: null,
}
const WOULD_BE_ASKED: Words = {
  title: 'It would be approved now, if your server says yes',
  because: 'The same purchase passes every test at this moment, and then the decision hook is asked.',
  remedy: null,
}
const NOT_CHECKED: Words = {
  title: 'It was not checked',
  because: 'What a merchant collects or gives back is posted as it comes; only purchases are checked.',
  remedy: null,
}
const STAND_IN: Words = {
  title: 'It was approved in our place',
  because: 'The processor or the card network approved it without asking us.',
  remedy: null,
}
const HOLD_HAS_ENDED: Words = {
  title: 'Its authorization has ended',
  because: 'This asked for more on an authorization that is no longer pending, so it cannot be asked for again.',
  remedy: 'Let the merchant make a new purchase.',
}

function wordsOf(reason: DeclineReason | null, passed: Words): Words {
  return reason === null ? passed : declineWords[reason]
}

/** Makes the same decision as for a purchase, on copies of the rows. */
async function atPresent(sql: Sql, workspace: Workspace, services: Services, transaction: TransactionWithMerchant) {
  const [card, [wallet], hold] = await Promise.all([
    findCard(sql, workspace, publicId('card', transaction.bucket, transaction.card_id)),
    workspaces.find(sql, [workspace]),
    holdOf(sql, transaction),
  ])
  if (!wallet) throw new WorkspaceReplaced()
  const now = workspaceTime(services.clock(), wallet.clock_offset_ms)
  const judged_at = now.toISOString()
  if (hold && hold.status !== HoldStatus.pending)
    return { would_pass: false, decline_reason: null, ...HOLD_HAS_ENDED, tests: [], judged_at }
  const merchant = merchantOf(transaction)
  const rules = await rulesNow(sql, services, { wallet, card, hold, merchant, now })
  const asked = { ...askedAgain(services, transaction, card, hold), rules: rules === 'unknown' ? undefined : rules }
  const decision = preview(wallet, card, hold, merchant, asked, now)
  const reason = decision.approved ? null : decision.reason
  const isAsked = services.decisionHooks.mustAsk(wallet, card.id)
  const also = [...(rules ? (['rule_declined'] as const) : []), ...(isAsked ? (['hook_declined'] as const) : [])]
  const assumed: DeclineReason[] = rules === 'unknown' ? [...ASSUMED, 'rule_declined'] : [...ASSUMED]
  const detail = decision.details?.decline_detail
  return {
    would_pass: decision.approved,
    decline_reason: reason,
    ...wordsOf(reason, isAsked ? WOULD_BE_ASKED : WOULD_PASS),
    tests: testsUpTo(
      { failed: failedTest(reason, detail), also, assumed },
      numbersNow(card, transaction, asked, ruleNumbers(rules, detail)),
    ),
    judged_at,
  }
}

function ruleNumbers(
  rules: RuleEvaluator | 'unknown' | undefined,
  detail: Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  if (rules === 'unknown') return 'checked when the purchase is made'
  return detail?.rule_id === undefined ? null : `${detail.rule_id}: ${detail.explanation}`
}

/** For an increment, the hold that it would have raised. */
async function holdOf(sql: Sql, transaction: TransactionWithMerchant): Promise<HoldRow | undefined> {
  if (transaction.authorization_id === null) return undefined
  const [hold] = await holds.find(sql, [{ bucket: transaction.bucket, id: transaction.authorization_id }])
  return hold
}

/** The same purchase again, with the right expiry and CVV. */
function askedAgain(
  { bins }: Services,
  { amount_cents: amount, three_ds_status: threeDs }: TransactionWithMerchant,
  card: CardRow,
  hold: HoldRow | undefined,
): Asked {
  return {
    amount: amount < 0n ? -amount : amount,
    maxTransaction: bins.get(card.bin_id)!.maxTransactionCents,
    alreadyHeld: hold?.held_cents ?? 0n,
    authentication: threeDs === ThreeDsStatus.authenticated ? 'authenticated' : undefined,
    partial: false,
  }
}

// The shapes of a transaction: in a list, in an event, and on its own with its timeline.

import Type, { type TSchema } from 'typebox'
import { categoryOfMcc } from '../categories/categories.ts'
import { wholeUnits } from '../foreign-money.ts'
import { NullableTimestamp, Timestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { type TransactionRow, TransactionType } from '../ledger/changes.ts'
import { declineReasonOf, declineReasons } from '../ledger/decline-reasons.ts'
import { DecisionShown } from '../ledger/hook-answer.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { limitWindows } from '../ledger/stored-controls.ts'
import { threeDsStatusNames } from '../ledger/three-ds-status.ts'
import { type DetailedTransaction, transactionSourceNames } from '../ledger/transaction-details.ts'
import { dollars } from '../money.ts'
import { RuleResults } from '../rules/rule-results.ts'

export const transactionTypeNames = ['authorization', 'settlement', 'refund', 'decline'] as const
export type TransactionTypeName = (typeof transactionTypeNames)[number]
export const holdStatusNames = ['pending', 'settled', 'reversed', 'expired'] as const

const exampleId = 'txn_3p01m7fvfr85e5mtekznx29q5n67'

/** The description is on the union itself, where client generators look for it. */
const Nullable = <T extends TSchema>(schema: T, description = '') =>
  Type.Union([schema, Type.Null()], description === '' ? {} : { description })

const fields = {
  id: Type.String({ examples: [exampleId] }),
  card_id: Type.String(),
  type: Type.String({ enum: [...transactionTypeNames] }),
  amount: Type.Number({
    description:
      'The amount in USD, with a sign: authorizations, settlements and declines are negative, refunds are positive.',
  }),
  currency: Type.Literal('USD'),
  merchant: Type.Object({
    name: Type.String(),
    category: Type.String({ description: 'The merchant category, a name from GET /categories.' }),
    mcc: Type.String(),
    country: Type.String(),
  }),
  balance_after: Type.Number({ description: 'The balance of the card after the transaction.' }),
  created_at: Timestamp('When the transaction happened.'),
  merchant_id: Nullable(
    Type.String({ examples: ['445566778899001'] }),
    "The network's id of the merchant. Null if not known.",
  ),
  merchant_city: Nullable(Type.String(), 'The city of the merchant. Null if not known.'),
  decline_detail: Nullable(
    Type.Object(
      {
        window: Type.Optional(Type.String({ enum: [...limitWindows] })),
        categories: Type.Optional(Type.Array(Type.String())),
        unit: Type.Optional(
          Type.String({ enum: ['amount', 'count'], description: 'The unit of `limit` and `used`: USD or purchases.' }),
        ),
        limit: Type.Optional(Type.Number()),
        used: Type.Optional(Type.Number({ description: 'How much of the limit was used before this purchase.' })),
        resets_at: Type.Optional(NullableTimestamp('When the window resets. Null if it never resets.')),
        rule_id: Type.Optional(Type.String({ description: 'The rule that stopped the payment.' })),
        explanation: Type.Optional(
          Type.String({
            description: 'Why the rule stopped the payment, in words.',
            examples: ['amount 250.00 is above 200.00'],
          }),
        ),
        reason: Type.Optional(
          Type.String({ description: 'The reason that the hook gave. Present for `hook_declined`.' }),
        ),
        returned: Type.Optional(
          Type.Number({
            description:
              'Of an increment after the last use has ended the card: what the card returned to the wallet when it ended, USD. Increments may take no more.',
          }),
        ),
        taken: Type.Optional(
          Type.Number({
            description: 'With `returned`: what increments, and settlements above their hold, have taken since, USD.',
          }),
        ),
      },
      { additionalProperties: true },
    ),
    'Details of a decline. For a limit: which one, and how much of it was used at that moment. For a rule: which one, and why.',
  ),
  decision: DecisionShown,
  merchant_amount: Nullable(
    Type.Number({ examples: [-25] }),
    "The amount in the merchant's currency, with the sign of `amount`. Null if the merchant charged USD.",
  ),
  merchant_currency: Nullable(
    Type.String({ examples: ['EUR'] }),
    'The currency of `merchant_amount`, ISO 4217. Null if the merchant charged USD.',
  ),
  conversion_rate: Nullable(
    Type.String({ examples: ['1.0834'] }),
    'The value of one unit of `merchant_currency` in USD, as decimal text.',
  ),
  processor: Nullable(
    Type.String(),
    'The processor that requested or reported the transaction. Null if there is none.',
  ),
  network_transaction_id: Nullable(Type.String(), "The card network's id of the transaction. Null if not known."),
  auth_code: Nullable(Type.String(), 'The approval code that the merchant received. Null if not known.'),
  arn: Nullable(Type.String(), 'The acquirer reference number of a settlement or refund. Null if not known.'),
  source: Nullable(
    Type.String({ enum: [...transactionSourceNames] }),
    '`stand_in`: the processor or the network approved the transaction instead of this service. Null if this service decided.',
  ),
}

export const Transaction = Type.Object(fields, { $id: 'Transaction' })

const nullable = (values: readonly string[]) => Nullable(Type.String({ enum: [...values] }))

export const FullTransaction = Type.Object(
  {
    ...fields,
    '3ds_status': Type.String({ enum: [...threeDsStatusNames] }),
    authorization_id: Type.Union([Type.String(), Type.Null()]),
    authorization_status: nullable([...holdStatusNames, 'declined']),
    held_amount: Type.Number({ description: 'The amount that the authorization still reserves, in USD.' }),
    decline_reason: nullable(Object.keys(declineReasons)),
    rule_results: RuleResults,
    authorization_timeline: Type.Array(
      Type.Object({
        event: Type.String({
          enum: ['authorized', 'incremented', 'reversed', 'expired', 'settled', 'refunded', 'declined'],
        }),
        amount: Type.Number(),
        reason: nullable(Object.keys(declineReasons)),
        processor_word: Nullable(Type.String(), "The processor's own reason. Present for `declined_by_processor`."),
        created_at: Timestamp('When this happened.'),
      }),
      { description: 'What happened to the authorization, oldest first. Amounts are positive.' },
    ),
  },
  { $id: 'FullTransaction' },
)

export const TransactionParams = Type.Object({ txn_id: Type.String({ examples: [exampleId] }) })

type ShownMerchant = Pick<MerchantRow, 'name' | 'mcc' | 'country' | 'network_id' | 'city'>

export function presentTransaction(transaction: DetailedTransaction, merchant: ShownMerchant) {
  return {
    id: publicId('transaction', transaction.bucket, transaction.id),
    card_id: publicId('card', transaction.bucket, transaction.card_id),
    type: transactionTypeNames[transaction.type - 1]!,
    amount: dollars(transaction.amount_cents),
    currency: 'USD',
    merchant: {
      name: merchant.name,
      category: categoryOfMcc(merchant.mcc),
      mcc: merchant.mcc,
      country: merchant.country,
    },
    balance_after: dollars(transaction.balance_after_cents),
    created_at: transaction.created_at.toISOString(),
    merchant_id: merchant.network_id,
    merchant_city: merchant.city,
    ...presentDetails(transaction),
  }
}

function presentDetails(transaction: DetailedTransaction) {
  const { merchant_amount: units = null, merchant_currency: currency = null, source = null } = transaction
  return {
    merchant_amount: units === null ? null : wholeUnits(transaction.amount_cents < 0n ? -units : units, currency!),
    merchant_currency: currency,
    conversion_rate: transaction.conversion_rate ?? null,
    decline_detail: transaction.decline_detail ?? null,
    decision: transaction.decision ?? null,
    processor: transaction.processor ?? null,
    network_transaction_id: transaction.network_transaction_id ?? null,
    auth_code: transaction.auth_code ?? null,
    arn: transaction.arn ?? null,
    source: source === null ? null : transactionSourceNames[source - 1]!,
  }
}

/** Uses only columns that never change, so that an event can be rendered at any time and is always the same. */
export function presentTransactionEvent(transaction: DetailedTransaction, merchant: ShownMerchant) {
  return {
    ...presentTransaction(transaction, merchant),
    authorization_id: authorizationIdOf(transaction),
    decline_reason: declineReasonOf(transaction.decline_reason),
    '3ds_status': threeDsStatusNames[transaction.three_ds_status - 1]!,
  }
}

/** An original authorization has its own id here. */
export function authorizationIdOf(transaction: TransactionRow): string | null {
  const own = transaction.type === TransactionType.authorization ? transaction.id : null
  const id = transaction.authorization_id ?? own
  return id && publicId('transaction', transaction.bucket, id)
}

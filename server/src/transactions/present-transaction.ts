// The shapes of a transaction: in a list, in an event, and on its own with its timeline.

import Type from 'typebox'
import { threeDsStatusNames } from '../authorizations/decide.ts'
import { declineReasonOf, declineReasons } from '../authorizations/decline-reasons.ts'
import { categoryOfMcc } from '../categories/categories.ts'
import { Timestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { type MerchantRow, type TransactionRow, TransactionType } from '../ledger/changes.ts'
import { dollars } from '../money.ts'

export const transactionTypeNames = ['authorization', 'settlement', 'refund', 'decline'] as const
export type TransactionTypeName = (typeof transactionTypeNames)[number]
export const holdStatusNames = ['pending', 'settled', 'reversed', 'expired'] as const

const exampleId = 'txn_3p01m7fvfr85e5mtekznx29q5n67'

const fields = {
  id: Type.String({ examples: [exampleId] }),
  card_id: Type.String(),
  type: Type.String({ enum: [...transactionTypeNames] }),
  amount: Type.Number({
    description: 'USD, signed: authorizations, settlements and declines are negative, refunds positive.',
  }),
  currency: Type.Literal('USD'),
  merchant: Type.Object({
    name: Type.String(),
    category: Type.String({ description: 'A name of GET /categories.' }),
    mcc: Type.String(),
    country: Type.String(),
  }),
  balance_after: Type.Number({ description: 'Balance of the card after the transaction.' }),
  created_at: Timestamp('When it happened.'),
}

export const Transaction = Type.Object(fields, { $id: 'Transaction' })

const nullable = (values: readonly string[]) => Type.Union([Type.String({ enum: [...values] }), Type.Null()])

export const FullTransaction = Type.Object(
  {
    ...fields,
    '3ds_status': Type.String({ enum: [...threeDsStatusNames] }),
    authorization_id: Type.Union([Type.String(), Type.Null()]),
    authorization_status: nullable([...holdStatusNames, 'declined']),
    held_amount: Type.Number({ description: 'Still reserved by the authorization, USD.' }),
    decline_reason: nullable(Object.keys(declineReasons)),
    authorization_timeline: Type.Array(
      Type.Object({
        event: Type.String({
          enum: ['authorized', 'incremented', 'reversed', 'expired', 'settled', 'refunded', 'declined'],
        }),
        amount: Type.Number(),
        reason: nullable(Object.keys(declineReasons)),
        created_at: Timestamp('When it happened.'),
      }),
      { description: 'Oldest first; amounts are positive.' },
    ),
  },
  { $id: 'FullTransaction' },
)

export const TransactionParams = Type.Object({ txn_id: Type.String({ examples: [exampleId] }) })

export function presentTransaction(
  transaction: TransactionRow,
  merchant: Pick<MerchantRow, 'name' | 'mcc' | 'country'>,
) {
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
  }
}

/** Made of columns that never change, so an event of it can be rendered at any time and is always the same. */
export function presentTransactionEvent(
  transaction: TransactionRow,
  merchant: Pick<MerchantRow, 'name' | 'mcc' | 'country'>,
) {
  return {
    ...presentTransaction(transaction, merchant),
    authorization_id: authorizationIdOf(transaction),
    decline_reason: declineReasonOf(transaction.decline_reason),
    '3ds_status': threeDsStatusNames[transaction.three_ds_status - 1]!,
  }
}

/** An original authorization is its own. */
export function authorizationIdOf(transaction: TransactionRow): string | null {
  const own = transaction.type === TransactionType.authorization ? transaction.id : null
  const id = transaction.authorization_id ?? own
  return id && publicId('transaction', transaction.bucket, id)
}

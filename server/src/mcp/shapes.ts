// What tools show. Each shape names its fields one by one, so that other fields of a route's answer are never passed on.

import Type, { type Static, type TSchema } from 'typebox'
import {
  EXAMPLE_SPEND_REQUEST_ID,
  spendOutcomeNames,
  spendRequestStatusNames,
} from '../spend-requests/spend-request.ts'

const Nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const Time = (description: string) => Type.String({ description, examples: ['2026-11-15T09:30:00.000Z'] })

export const Money = Type.Object(
  {
    amount: Type.String({ pattern: '^-?\\d+\\.\\d{2}$', examples: ['24.99'] }),
    currency: Type.Literal('USD'),
  },
  { description: 'A decimal amount as text, and its currency.' },
)
type Money = Static<typeof Money>

export function money(dollars: number): Money {
  return { amount: dollars.toFixed(2), currency: 'USD' }
}

/** An amount as an agent writes it. */
export const Amount = Type.Unsafe<string | number>({
  type: ['string', 'number'],
  pattern: '^\\d{1,9}(\\.\\d{1,2})?$',
  'x-cents': true,
  'x-error': 'invalid_amount',
  description: 'USD with at most two decimals, as decimal text or as a number.',
  examples: ['24.99'],
})

export const CardShape = Type.Object({
  id: Type.String(),
  label: Type.String(),
  status: Type.String({ enum: ['active', 'frozen', 'terminated'] }),
  network: Type.String(),
  last4: Type.String({ description: 'The last four digits.' }),
  balance: Money,
  held: Money,
  created_at: Time('When the card was created.'),
})

type CardFields = Omit<Static<typeof CardShape>, 'balance' | 'held'> & { balance: number; held: number }

export function presentCard({ id, label, status, network, last4, balance, held, created_at }: CardFields) {
  return { id, label, status, network, last4, balance: money(balance), held: money(held), created_at }
}

export const OneCardShape = Type.Object({
  ...CardShape.properties,
  total_spent: Money,
  transaction_count: Type.Integer(),
  uses: Nullable(Type.Integer(), 'How many purchases it is for; null where that is not limited.'),
  active_until: Nullable(Type.String(), 'When it stops working; null where it does not.'),
  expires_at: Time('When the card expires.'),
})

type OneCardFields = CardFields & {
  total_spent: number
  transaction_count: number
  controls: { uses: number | null; active_until: string | null }
  expires_at: string
}

export function presentOneCard(card: OneCardFields) {
  const { total_spent, transaction_count, controls, expires_at } = card
  return {
    ...presentCard(card),
    total_spent: money(total_spent),
    transaction_count,
    uses: controls.uses,
    active_until: controls.active_until,
    expires_at,
  }
}

export const TransactionShape = Type.Object({
  id: Type.String(),
  card_id: Type.String(),
  type: Type.String(),
  money: Money,
  merchant: Type.Object({ name: Type.String(), category: Type.String(), country: Type.String() }),
  created_at: Time('When the transaction happened.'),
})

type TransactionFields = Omit<Static<typeof TransactionShape>, 'money'> & { amount: number }

export function presentTransaction(transaction: TransactionFields) {
  const { id, card_id, type, amount, merchant, created_at } = transaction
  const { name, category, country } = merchant
  return { id, card_id, type, money: money(amount), merchant: { name, category, country }, created_at }
}

export const SpendRequestShape = Type.Object({
  id: Type.String({ examples: [EXAMPLE_SPEND_REQUEST_ID] }),
  status: Type.String({ enum: [...spendRequestStatusNames] }),
  money: Money,
  merchant: Type.Object({ name: Type.String(), url: Nullable(Type.String(), 'The address of the shop.') }),
  reason: Type.String(),
  approval_url: Type.String({ description: 'The page on which a person decides.' }),
  card_id: Nullable(Type.String(), 'The card that was made for the request. Null until the request is approved.'),
  note: Nullable(Type.String(), 'The note of the person or key that decided.'),
  outcome: Nullable(Type.String({ enum: [...spendOutcomeNames] }), 'What became of the purchase, as reported.'),
  created_at: Time('When the request was made.'),
  expires_at: Nullable(Type.String(), 'When the request expires. Null once it has ended.'),
})

type SpendRequestFields = Omit<Static<typeof SpendRequestShape>, 'money'> & { amount: number }

export function presentRequest(request: SpendRequestFields) {
  const { id, status, amount, merchant, reason, approval_url, card_id, note, outcome } = request
  return {
    id,
    status,
    money: money(amount),
    merchant: { name: merchant.name, url: merchant.url },
    reason,
    approval_url,
    card_id,
    note,
    outcome,
    created_at: request.created_at,
    expires_at: request.expires_at,
  }
}

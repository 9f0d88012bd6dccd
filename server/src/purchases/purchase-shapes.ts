import Type, { type Static } from 'typebox'
import { Nullable, Time } from '../http/shapes.ts'

export const Purchase = Type.Object({
  id: Type.String({ description: 'Of its first entry: the authorization, where there is one.' }),
  status: Type.String(),
  reason: Nullable(Type.String({ description: 'Why it was declined.' })),
  decline_detail: Nullable(
    Type.Object({}, { additionalProperties: true, description: 'As a transaction of the API shows it.' }),
  ),
  /** Null for a decline, and for a settlement or refund without an authorization. */
  authorization_id: Nullable(Type.String()),
  card: Type.Object({ id: Type.String(), label: Type.String(), last4: Type.String(), network: Type.String() }),
  merchant: Type.Object({
    name: Type.String(),
    category: Type.String(),
    mcc: Type.String(),
    country: Type.String(),
  }),
  currency: Type.Literal('USD'),
  amount: Type.Number({ description: 'Authorized, increments included; or asked for, or posted without one. USD.' }),
  held_amount: Type.Number(),
  settled_amount: Type.Number(),
  refunded_amount: Type.Number(),
  merchant_amount: Nullable(
    Type.Number({ description: 'Of the first entry, where the merchant asked in another currency.' }),
  ),
  merchant_currency: Nullable(Type.String()),
  created_at: Time,
})
export type Purchase = Static<typeof Purchase>

export const PurchaseDetail = Type.Intersect([
  Purchase,
  Type.Object({
    settlements: Type.Array(
      Type.Object({ id: Type.String(), amount: Type.Number(), refunded_amount: Type.Number(), created_at: Time }),
      { description: 'Oldest first.' },
    ),
  }),
])
export type PurchaseDetail = Static<typeof PurchaseDetail>

export const PurchasePage = Type.Object({
  data: Type.Array(Purchase),
  pagination: Type.Object({
    page: Type.Integer({ description: 'Counted from 1 along the walk by cursor.' }),
    per_page: Type.Integer(),
    next_cursor: Nullable(Type.String()),
    searched_to: Nullable(Type.String({ format: 'date-time', description: 'Set when the search stopped there.' })),
  }),
})
export type PurchasePage = Static<typeof PurchasePage>

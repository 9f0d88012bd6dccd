import Type, { type Static } from 'typebox'

export const cardHistoryTypes = [
  'created',
  'funded',
  'withdrawn',
  'frozen',
  'unfrozen',
  'updated',
  'terminated',
  'details_viewed',
  'payment_approved',
  'payment_declined',
  'replaced',
  'replacement_refused',
] as const

export const CardHistoryEntry = Type.Object({
  type: Type.Enum([...cardHistoryTypes]),
  at: Type.String({ format: 'date-time' }),
  amount: Type.Union([Type.Number(), Type.Null()], {
    description: 'Of what moved money, or of the payment that was approved or declined, USD.',
  }),
  reason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the card was frozen (api, dashboard or auto_freeze), or the merchant of the payment.',
  }),
  changed: Type.Array(Type.String({ examples: ['controls.limits'] }), {
    description: 'The settings that an update changed, by their names in the API; empty where it changed none.',
  }),
  actor: Type.Union([Type.String(), Type.Null()], {
    description: 'The key or the user that acted; null where nobody did, or nobody knows any more.',
  }),
})

export const CardHistory = Type.Object({
  data: Type.Array(CardHistoryEntry),
  pagination: Type.Object({
    page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer(),
    total_capped: Type.Optional(Type.Boolean()),
    next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
})

export type CardHistoryEntry = Static<typeof CardHistoryEntry>
export type CardHistory = Static<typeof CardHistory>

import Type, { type Static } from 'typebox'

export const CardSettings = Type.Object({
  allowed_categories: Type.Array(Type.String(), { description: 'Empty: all categories.' }),
  auto_freeze_at: Type.Union([Type.Number(), Type.Null()]),
  spend_request_id: Type.Union([Type.String(), Type.Null()], { description: 'The request that it was made for.' }),
})
export type CardSettings = Static<typeof CardSettings>

export const CardHolder = Type.Object({
  holder_name: Type.String(),
  billing_address: Type.Object({
    line1: Type.String(),
    city: Type.String(),
    state: Type.String(),
    zip: Type.String(),
    country: Type.String(),
  }),
})
export type CardHolder = Static<typeof CardHolder>

export const ControlledCards = Type.Object({
  data: Type.Array(Type.String(), { description: 'The ids of those cards that have controls.' }),
})
export type ControlledCards = Static<typeof ControlledCards>

/** What people know a card by. */
export const CardName = Type.Object({ label: Type.String(), last4: Type.String() })
export type CardName = Static<typeof CardName>

export const CardNames = Type.Object({
  data: Type.Record(Type.String(), CardName, { description: 'By the id of the card; unknown ids are left out.' }),
})
export type CardNames = Static<typeof CardNames>

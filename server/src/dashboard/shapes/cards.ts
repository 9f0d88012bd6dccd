import Type, { type Static } from 'typebox'

export const CardSettings = Type.Object({
  allowed_categories: Type.Array(Type.String(), { description: 'Empty: all categories.' }),
  auto_freeze_at: Type.Union([Type.Number(), Type.Null()]),
  spend_request_id: Type.Union([Type.String(), Type.Null()], { description: 'The request that it was made for.' }),
})
export type CardSettings = Static<typeof CardSettings>

export const ControlledCards = Type.Object({
  data: Type.Array(Type.String(), { description: 'The ids of those cards that have controls.' }),
})
export type ControlledCards = Static<typeof ControlledCards>

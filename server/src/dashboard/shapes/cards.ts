import Type, { type Static } from 'typebox'
import { Nullable, Time } from '../../http/shapes.ts'

export const Person = Type.Object({ id: Type.String(), name: Type.String() })
export type Person = Static<typeof Person>

export const People = Type.Object({ data: Type.Array(Person) })
export type People = Static<typeof People>

export const CardOwner = Type.Object({ owner: Nullable(Person) })
export type CardOwner = Static<typeof CardOwner>

export const NewCardOwner = Type.Object({ user_id: Type.String({ maxLength: 100 }) }, { additionalProperties: false })

export const CardSettings = Type.Object({
  allowed_categories: Type.Array(Type.String(), {
    description: 'The merchant categories that are allowed. Empty means all categories.',
  }),
  auto_freeze_at: Type.Union([Type.Number(), Type.Null()]),
  spend_request_id: Type.Union([Type.String(), Type.Null()], { description: 'The request that it was made for.' }),
  owner: Nullable(Person),
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

export const CardFigures = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      status: Type.String(),
      label: Type.String(),
      balance: Type.Number(),
      held: Type.Number(),
      spending_limit: Type.Number({ description: 'USD a month.' }),
      used_this_month: Type.Number({ description: 'What counts against the spending limit, holds included.' }),
      last_used_at: Nullable(Time),
      has_controls: Type.Boolean(),
      owner: Nullable(Person),
    }),
  ),
})
export type CardFigures = Static<typeof CardFigures>

/** The names by which people recognize a card. */
export const CardName = Type.Object({ label: Type.String(), last4: Type.String() })
export type CardName = Static<typeof CardName>

export const CardNames = Type.Object({
  data: Type.Record(Type.String(), CardName, { description: 'By the id of the card; unknown ids are left out.' }),
})
export type CardNames = Static<typeof CardNames>

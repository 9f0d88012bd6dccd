import Type, { type Static } from 'typebox'

export const Overview = Type.Object({
  currency: Type.Literal('USD'),
  time_zone: Type.String({
    description: 'Of the days: the one asked for, or UTC where too much happened to count it anew.',
  }),
  days: Type.Array(
    Type.Object({
      date: Type.String(),
      spent: Type.Number({ description: 'Settlements less refunds, USD.' }),
      approved: Type.Integer({ description: 'Approved authorizations and increments.' }),
      declined: Type.Integer(),
    }),
    { description: 'Oldest first, every day of the range.' },
  ),
  categories: Type.Array(
    Type.Object({
      category: Type.String({ description: 'A name of GET /categories.' }),
      spent: Type.Number({ description: 'Settlements less refunds, USD.' }),
      count: Type.Integer({ description: 'Settlements.' }),
    }),
    { description: 'The biggest first.' },
  ),
  declines: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }), {
    description: 'The most frequent first.',
  }),
  approved: Type.Integer(),
  declined: Type.Integer(),
  approval_rate: Type.Union([Type.Number(), Type.Null()], {
    description: 'From 0 to 1; null when nothing was decided.',
  }),
  spent: Type.Number({ description: 'Settlements less refunds, USD.' }),
})

export type Overview = Static<typeof Overview>

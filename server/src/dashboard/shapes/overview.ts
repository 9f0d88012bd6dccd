import Type, { type Static } from 'typebox'

export const Overview = Type.Object({
  currency: Type.Literal('USD'),
  time_zone: Type.String({
    description: 'Of the days: the one asked for, or UTC where too much happened to count it anew.',
  }),
  up_to_date: Type.Boolean({
    description: 'False for the moment after an event in which the totals do not count it yet.',
  }),
  days: Type.Array(
    Type.Object({
      date: Type.String(),
      spent: Type.Number({ description: 'The sum of settlements less refunds, in USD.' }),
      approved: Type.Integer({ description: 'Approved authorizations and increments.' }),
      declined: Type.Integer(),
    }),
    { description: 'Oldest first, every day of the range.' },
  ),
  categories: Type.Array(
    Type.Object({
      category: Type.String({ description: 'The merchant category, a name from GET /categories.' }),
      spent: Type.Number({ description: 'The sum of settlements less refunds, in USD.' }),
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
  spent: Type.Number({ description: 'The sum of settlements less refunds, in USD.' }),
  previous: Type.Object(
    {
      spent: Type.Number(),
      approved: Type.Integer(),
      declined: Type.Integer(),
      approval_rate: Type.Union([Type.Number(), Type.Null()]),
    },
    { description: 'The same figures of as many days before the first one.' },
  ),
  forecast: Type.Union(
    [
      Type.Object({
        days_left: Type.Integer({ description: 'How long the wallet lasts at this pace, in whole days.' }),
        spent_per_day: Type.Number({ description: 'The average amount in USD.' }),
        of_days: Type.Integer({ description: 'The pace is that of so many days, today included.' }),
      }),
      Type.Null(),
    ],
    { description: 'Null where nothing was spent in the last seven days.' },
  ),
})

export type Overview = Static<typeof Overview>

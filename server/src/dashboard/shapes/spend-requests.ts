import Type, { type Static } from 'typebox'
import { Nullable, Time } from '../../http/shapes.ts'

export const SpendStatistics = Type.Object({
  since: Time,
  capped: Type.Boolean({
    description: 'Whether there were more requests than are counted: then these are the newest.',
  }),
  keys: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Nullable(Type.String({ description: 'Null for a key that is no longer stored.' })),
      kind: Nullable(Type.String({ enum: ['standard', 'agent'] })),
      asked: Type.Integer(),
      approved: Type.Integer({ description: 'By whom ever, or by the policy of the key.' }),
      denied: Type.Integer(),
      spent: Type.Number({ description: 'What merchants took from the cards of these requests, less refunds, USD.' }),
    }),
    { description: 'Who asked most comes first.' },
  ),
})
export type SpendStatistics = Static<typeof SpendStatistics>
export type KeyStatistics = SpendStatistics['keys'][number]

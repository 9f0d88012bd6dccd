import Type, { type Static } from 'typebox'
import { Nullable, Time } from '../../http/shapes.ts'

export const DeliveryAttempts = Type.Object({
  data: Type.Array(
    Type.Object({
      at: Time,
      status: Nullable(Type.Integer({ description: 'Null where there was no response.' })),
      duration_ms: Nullable(Type.Integer()),
      excerpt: Nullable(
        Type.String({
          description: 'The beginning of the response, or why there was none; null without the right to reveal.',
        }),
      ),
      headers: Type.Record(Type.String(), Type.String()),
    }),
    { description: 'Oldest first, at most ten.' },
  ),
})
export type DeliveryAttempts = Static<typeof DeliveryAttempts>

import Type, { type Static } from 'typebox'
import { Nullable, Time } from '../../http/shapes.ts'

const StateThere = Type.Enum(['active', 'frozen', 'closed'])
/** The maximum length of the lists on the page; `…_more` says that there are more entries. */
export const MAX_LISTED = 50

export const DeferredMessage = Type.Object({
  id: Type.String(),
  received_at: Time,
  reason: Type.Enum(['unknown card', 'another card', 'posts do not add up']),
  card_id: Nullable(Type.String({ description: 'Null where no card of this workspace is meant.' })),
  attempts: Type.Integer(),
  next_try_at: Time,
})
export type DeferredMessage = Static<typeof DeferredMessage>

export const WaitingCard = Type.Object({
  card_id: Type.String(),
  label: Type.String(),
  last4: Type.String(),
  state: StateThere,
  state_there: StateThere,
  seen_at: Type.String({ format: 'date-time', description: 'When the state there was seen.' }),
  attempts: Type.Integer(),
  next_try_at: Time,
})
export type WaitingCard = Static<typeof WaitingCard>

export const OpenCreation = Type.Object({
  card_id: Type.String({ description: 'Of the card that will be.' }),
  label: Type.String(),
  amount: Type.Number({ description: 'Out of the wallet, and not on a card yet, USD.' }),
  created_at: Type.String({ format: 'date-time', description: 'In workspace time.' }),
  attempts: Type.Integer({ description: 'By the worker, after the request.' }),
  next_try_at: Time,
})
export type OpenCreation = Static<typeof OpenCreation>

export const ProcessorReport = Type.Object({
  name: Type.String({ description: 'As processors.json calls it.' }),
  kind: Nullable(Type.String({ description: 'Null where it is not configured any more, and only old cards name it.' })),
  connected_at: Nullable(Time),
  last_question_at: Nullable(Time),
  news_tried_at: Nullable(Time),
  news_read_at: Nullable(Time),
  last_hour: Type.Object({
    answered: Type.Integer(),
    late: Type.Integer({ description: 'Not decided in time: the processor decided without us.' }),
    failed: Type.Integer(),
    missed: Type.Integer({ description: 'Updates that polling found and that no message had brought.' }),
    p50_ms: Nullable(Type.Integer({ description: 'Half of the answers took at most this long.' })),
    p99_ms: Nullable(Type.Integer({ description: '99 in 100 answers took at most this long.' })),
  }),
  balance: Nullable(
    Type.Object({
      available: Type.Number({ description: 'The balance in USD.' }),
      held: Nullable(Type.Number({ description: 'What cards of this processor hold open, USD.' })),
      as_of: Time,
      is_low: Type.Boolean({ description: 'No more is available than cards hold open.' }),
    }),
  ),
  deferred: Type.Array(DeferredMessage, { description: 'The newest first.' }),
  deferred_more: Type.Boolean(),
  waiting_cards: Type.Array(WaitingCard, { description: 'The next to be told first.' }),
  waiting_cards_more: Type.Boolean(),
  creations: Type.Array(OpenCreation, { description: 'The next to be asked for first.' }),
  creations_more: Type.Boolean(),
})
export type ProcessorReport = Static<typeof ProcessorReport>

export const ProcessorReports = Type.Object({ data: Type.Array(ProcessorReport) })
export type ProcessorReports = Static<typeof ProcessorReports>

export const CardProcessor = Type.Object({
  processor: Nullable(
    Type.Object(
      {
        name: Type.String(),
        kind: Nullable(Type.String()),
        external_id: Type.String({ description: 'How the processor names the card.' }),
        state_there: StateThere,
        seen_at: Time,
        next_try_at: Nullable(Type.String({ format: 'date-time', description: 'When the state is told there next.' })),
        restriction: Nullable(
          Type.String({
            description: 'Why the processor itself has frozen the card, in its own word. Null if it has not.',
          }),
        ),
        shows_number: Type.Boolean({ description: 'The number is on a page of the processor, and not here.' }),
      },
      { description: 'Null for a card whose number is ours.' },
    ),
  ),
})
export type CardProcessor = Static<typeof CardProcessor>

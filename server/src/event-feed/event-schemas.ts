import Type from 'typebox'
import { eventTypeNames } from '../events/event-types.ts'
import { Timestamp } from '../http/schemas.ts'

export const Event = Type.Object(
  {
    id: Type.String({ examples: ['evt_3p01m7fvfr85e5mtekznx29q5n67'] }),
    type: Type.String({ enum: eventTypeNames }),
    created_at: Timestamp('When the event happened, in workspace time.'),
    environment: Type.String({ enum: ['sandbox', 'production'] }),
    sequence: Type.Integer({
      description: 'The number of the event in its workspace. It increases by one with every event, without gaps.',
    }),
    data: Type.Object({}, { description: 'The object as its GET request showed it at the time of the event.' }),
  },
  { $id: 'Event' },
)

export const EventParams = Type.Object({ event_id: Type.String() })

/** Unknown event types have their own error id. */
export const EventTypeFilter = Type.String({ enum: eventTypeNames, 'x-error': 'invalid_event_type' })

export const AfterSequence = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Returns only events after this sequence.',
})

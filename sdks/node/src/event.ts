// Events by type: after `if (event.type === 'card.frozen')` the compiler knows what `data` holds.

import type { EventData, EventEnvelope, EventType } from './generated/schemas.ts'

export type EventOf<Type extends EventType> = Omit<EventEnvelope, 'type' | 'data'> & {
  type: Type
  data: EventData[Type]
}

export type CardwrightEvent = { [Type in EventType]: EventOf<Type> }[EventType]

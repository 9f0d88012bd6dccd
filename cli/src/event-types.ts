import { UsageError } from './framework/failures.ts'
import { nearest } from './framework/suggest.ts'
import { EVENT_TYPES } from './generated/event-types.ts'
import type { CardwrightEvent } from './sdk.ts'

export { EVENT_TYPES }

export type EventType = CardwrightEvent['type']

/** Refuses a misspelt type, which would wait for ever for an event that never comes. */
export function checkEventType(type: string): EventType {
  const found = EVENT_TYPES.find((each) => each === type)
  if (found) return found
  const meant = nearest(type, EVENT_TYPES)
  const help = meant ? `did you mean "${meant}"?` : `there are ${EVENT_TYPES.join(', ')}`
  throw new UsageError(`there is no event "${type}"; ${help}`)
}

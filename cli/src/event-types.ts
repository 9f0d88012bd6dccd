import { UsageError } from './failures.ts'
import type { CardwrightEvent } from './sdk.ts'
import { nearest } from './suggest.ts'

export const EVENT_TYPES = [
  'card.created',
  'card.frozen',
  'card.unfrozen',
  'card.terminated',
  'card.funded',
  'transaction.authorized',
  'transaction.settled',
  'transaction.declined',
  'transaction.refunded',
  'transaction.reversed',
  'transaction.expired',
  '3ds.challenge',
  'deposit.pending',
  'deposit.confirmed',
  'deposit.expired',
  'spend_request.created',
  'spend_request.approved',
  'spend_request.denied',
  'spend_request.expired',
  'spend_request.used',
  'webhook.test',
] as const satisfies readonly CardwrightEvent['type'][]

export type EventType = CardwrightEvent['type']

/** A type that is misspelt would wait for ever for an event that never comes. */
export function checkEventType(type: string): EventType {
  const found = EVENT_TYPES.find((each) => each === type)
  if (found) return found
  const meant = nearest(type, EVENT_TYPES)
  const help = meant ? `did you mean "${meant}"?` : `there are ${EVENT_TYPES.join(', ')}`
  throw new UsageError(`there is no event "${type}"; ${help}`)
}

// The types of events. Rows store the number, which never changes.

export const eventTypes = {
  'card.created': 1,
  'card.frozen': 2,
  'card.unfrozen': 3,
  'card.terminated': 4,
  'card.funded': 5,
  'transaction.authorized': 6,
  'transaction.settled': 7,
  'transaction.declined': 8,
  'transaction.refunded': 9,
  'transaction.reversed': 10,
  'transaction.expired': 11,
  '3ds.challenge': 12,
  'deposit.pending': 13,
  'deposit.confirmed': 14,
  'deposit.expired': 15,
  'webhook.test': 16,
  'spend_request.created': 17,
  'spend_request.approved': 18,
  'spend_request.denied': 19,
  'spend_request.expired': 20,
  'spend_request.used': 21,
} as const

export type EventType = keyof typeof eventTypes

export const eventTypeNames = Object.keys(eventTypes) as EventType[]

/** The types that an endpoint can subscribe to. A test event goes to its endpoint whatever the subscription is. */
export const subscribableTypes = eventTypeNames.filter((name) => name !== 'webhook.test')

const namesByCode = new Map<number, EventType>(eventTypeNames.map((name) => [eventTypes[name], name]))

export function eventTypeOfCode(code: number): EventType {
  return namesByCode.get(code)!
}

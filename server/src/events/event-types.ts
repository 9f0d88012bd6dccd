// The events a workspace can hear of. The number is what the row stores and never changes.

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
} as const

export type EventType = keyof typeof eventTypes

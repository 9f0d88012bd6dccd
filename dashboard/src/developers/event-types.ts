// The event types that a webhook can subscribe to, in plain words.

import type { CreateWebhookParams, EventEnvelope } from '../api/schemas.ts'

export type EventName = EventEnvelope['type']
type Subscribable = Exclude<CreateWebhookParams['events'][number], '*'>

export const eventGroups: { title: string; options: [Subscribable, string][] }[] = [
  {
    title: 'Cards',
    options: [
      ['card.created', 'A card was issued'],
      ['card.funded', 'A card was funded'],
      ['card.frozen', 'A card was frozen, by a person or automatically'],
      ['card.unfrozen', 'A card was unfrozen'],
      ['card.terminated', 'A card was terminated'],
    ],
  },
  {
    title: 'Transactions',
    options: [
      ['transaction.authorized', 'A purchase was approved and its amount is held'],
      ['transaction.declined', 'A purchase was refused'],
      ['transaction.settled', 'A merchant settled a purchase'],
      ['transaction.refunded', 'A merchant returned money'],
      ['transaction.reversed', 'A merchant released a hold'],
      ['transaction.expired', 'A hold expired'],
    ],
  },
  { title: '3-D Secure', options: [['3ds.challenge', 'A merchant asks for a passcode']] },
  {
    title: 'Deposits',
    options: [
      ['deposit.pending', 'A deposit was seen on its network'],
      ['deposit.confirmed', 'A deposit was credited to the wallet'],
      ['deposit.expired', 'A deposit disappeared or was too small'],
    ],
  },
]

export const eventNames: EventName[] = [
  ...eventGroups.flatMap(({ options }) => options.map(([type]) => type)),
  'webhook.test',
]

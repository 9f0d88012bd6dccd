// The events as endpoints receive them, one request and one schema for each type.

import Type, { type TSchema } from 'typebox'
import { CardSummary } from '../cards/card-schemas.ts'
import { Deposit } from '../deposits/deposit-schemas.ts'
import { Event } from '../event-feed/event-schemas.ts'
import { type EventType, eventTypeNames } from '../events/event-types.ts'
import { SpendRequest } from '../spend-requests/spend-request.ts'
import { Challenge } from '../three-ds/challenge.ts'
import { FullTransaction, Transaction } from '../transactions/present-transaction.ts'
import { clean, type Json } from './schema-json.ts'

const { authorization_id, decline_reason, rule_results, authorization_status, held_amount } = FullTransaction.properties
const status3ds = FullTransaction.properties['3ds_status']

const TransactionData = Type.Intersect([
  Transaction,
  Type.Object({ authorization_id, decline_reason, rule_results, '3ds_status': status3ds }),
])
const ReleasedData = Type.Intersect([
  Transaction,
  Type.Object({ authorization_id, decline_reason, '3ds_status': status3ds, authorization_status, held_amount }),
])

type Told = { happened: string; data: TSchema }

const told: Record<EventType, Told> = {
  'card.created': { happened: 'A card was created.', data: CardSummary },
  'card.frozen': {
    happened: 'A card was frozen.',
    data: Type.Intersect([
      CardSummary,
      Type.Object({ reason: Type.String({ enum: ['api', 'dashboard', 'auto_freeze'] }) }),
    ]),
  },
  'card.unfrozen': { happened: 'A card was unfrozen.', data: CardSummary },
  'card.terminated': { happened: 'A card was terminated.', data: CardSummary },
  'card.funded': {
    happened: 'Money moved from the wallet to a card.',
    data: Type.Intersect([
      CardSummary,
      Type.Object({ funded_amount: Type.Number({ description: 'The amount that was added, in USD.' }) }),
    ]),
  },
  'transaction.authorized': { happened: 'An authorization or an increment was approved.', data: TransactionData },
  'transaction.settled': { happened: 'A settlement was posted.', data: TransactionData },
  'transaction.declined': { happened: 'An authorization was declined.', data: TransactionData },
  'transaction.refunded': { happened: 'A refund was posted.', data: TransactionData },
  'transaction.reversed': { happened: 'An authorization was reversed, fully or partly.', data: ReleasedData },
  'transaction.expired': { happened: 'An authorization expired.', data: ReleasedData },
  '3ds.challenge': {
    happened:
      'A merchant requested 3-D Secure. The event contains the passcode, unless the payment is approved or declined out of band.',
    data: Challenge,
  },
  'deposit.pending': { happened: 'A deposit was seen on its chain.', data: Deposit },
  'deposit.confirmed': { happened: 'A deposit was confirmed and credited.', data: Deposit },
  'deposit.expired': { happened: 'A deposit will not be credited, or was taken back.', data: Deposit },
  'spend_request.created': { happened: 'A spend request was created.', data: SpendRequest },
  'spend_request.approved': { happened: 'A spend request was approved, and its card was created.', data: SpendRequest },
  'spend_request.denied': { happened: 'A spend request was denied.', data: SpendRequest },
  'spend_request.expired': {
    happened: 'Nobody decided a spend request in time, or its card was not used in time.',
    data: SpendRequest,
  },
  'spend_request.used': { happened: 'The card of a spend request was used.', data: SpendRequest },
  'webhook.test': {
    happened: 'The endpoint was tested.',
    data: Type.Object({ webhook_id: Type.String(), message: Type.String() }),
  },
}

const header = (name: string, description: string, required = true): [string, Json] => [
  name,
  { name, in: 'header', required, description, schema: { type: 'string' } },
]

/** The headers of every delivery, by name. */
export const webhookHeaders: Json = Object.fromEntries([
  header('webhook-id', 'The id of the event. It is the same on every attempt.'),
  header('webhook-timestamp', 'When this attempt was signed, in seconds since 1970.'),
  header('webhook-signature', 'Signatures as Standard Webhooks defines them: `v1,…`, one for every valid secret.'),
  header('X-Webhook-Id', 'The same value as `webhook-id`.'),
  header('X-Webhook-Timestamp', 'The same value as `webhook-timestamp`.'),
  header('X-Webhook-Event', 'The type of the event.'),
  header('X-Webhook-Signature', 'HMAC-SHA256 of the body in lower-case hex, with the secret as the key.'),
  header(
    'X-Webhook-Signature-Previous',
    'The same signature made with the previous secret. Sent for 24 hours after a rotation.',
    false,
  ),
])
export const webhookParameters = Object.keys(webhookHeaders).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

const answers = {
  '2XX': { description: 'The event was received. Any other status is retried for up to five days.' },
  '410': { description: 'The endpoint is gone. It is set to inactive.' },
}

export function webhookEvents(components: Map<string, Json>): Json {
  return Object.fromEntries(
    eventTypeNames.map((type) => {
      const { happened, data } = told[type]
      const title = `${nameOf(type)}Event`
      const schema = Type.Object({ ...Event.properties, type: Type.Literal(type), data }, { title })
      const post = {
        operationId: `on${nameOf(type)}`,
        tags: ['Webhooks'],
        summary: `\`${type}\``,
        description: happened,
        security: [],
        parameters: webhookParameters,
        requestBody: { required: true, content: { 'application/json': { schema: clean(schema, components) } } },
        responses: answers,
      }
      return [type, { post }]
    }),
  )
}

/** `card.created` is CardCreated, `3ds.challenge` ThreeDsChallenge. */
function nameOf(type: EventType): string {
  return type
    .replace('3ds', 'three_ds')
    .replace(/(^|[._])([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase())
}

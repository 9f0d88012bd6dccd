// The state of the simulated Stripe. Every change makes an event, which goes to the list that can be polled and,
// signed, to the messages that a webhook would deliver.

import { createHmac } from 'node:crypto'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import type { Authorization, Card, Cardholder, Transaction } from './stripe-objects.ts'
import { NEWEST_VERSION } from './stripe-objects.ts'
import type { Message, WorldOptions } from './world.ts'

export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: unknown }
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}
export type StripeEndpoint = {
  id: string
  object: 'webhook_endpoint'
  api_version: string
  created: number
  description: string | null
  enabled_events: string[]
  livemode: boolean
  status: string
  url: string
  secret: string
}

export class StripeState {
  readonly signingSecret: string
  readonly random: SeededRandom
  readonly cardholders = new Map<string, Cardholder>()
  readonly cards = new Map<string, Card>()
  readonly authorizations = new Map<string, Authorization>()
  readonly transactions: Transaction[] = []
  readonly events: StripeEvent[] = []
  readonly endpoints: StripeEndpoint[] = []
  /** The account may not see the numbers of its cards. */
  hidesNumbers = false
  readonly #clock: () => Date
  #count = 0
  #messages: Message[] = []

  constructor({ seed, clock }: WorldOptions) {
    this.#clock = clock
    this.random = seededRandom(seed)
    this.signingSecret = `whsec_world${seed}`
  }

  get seconds(): number {
    return Math.floor(this.#clock().getTime() / 1000)
  }

  newId(prefix: string): string {
    this.#count += 1
    return `${prefix}_world${String(this.#count).padStart(10, '0')}`
  }

  /** Keeps the object as it is now. */
  makeEvent(type: string, object: unknown): StripeEvent {
    const event: StripeEvent = {
      id: this.newId('evt'),
      object: 'event',
      api_version: NEWEST_VERSION,
      created: this.seconds,
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    }
    this.events.push(event)
    return event
  }

  /** Stripe asks for more about a cardholder, or has got it. With a reason, all cards of the cardholder decline. */
  require(id: string, requirements: Cardholder['requirements']): void {
    const cardholder = this.cardholders.get(id)
    if (!cardholder) throw new Error(`no cardholder ${id}`)
    cardholder.requirements = requirements
    this.tell('issuing_cardholder.updated', cardholder)
  }

  tell(type: string, object: unknown): void {
    this.#messages.push(this.sign('events', JSON.stringify(this.makeEvent(type, object))))
  }

  takeMessages(): Message[] {
    const taken = this.#messages
    this.#messages = []
    return taken
  }

  /** By the secret of processors.json and by those of the endpoints that were made here, as while a secret is rolled. */
  sign(callback: Message['callback'], body: string): Message {
    const seconds = this.seconds
    const secrets = [this.signingSecret, ...this.endpoints.map(({ secret }) => secret)]
    const signatures = secrets.map(
      (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
    )
    return {
      callback,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${seconds},${signatures.join(',')}`,
      },
      body,
    }
  }
}

/** What merchants took and may still take of one authorization. */
export function capturedOf({ transactions }: Authorization): number {
  return transactions.reduce((sum, { type, amount }) => (type === 'capture' ? sum - amount : sum), 0)
}

export function heldOf(authorization: Authorization): number {
  if (!authorization.approved || authorization.status !== 'pending') return 0
  return Math.max(0, authorization.amount - capturedOf(authorization))
}

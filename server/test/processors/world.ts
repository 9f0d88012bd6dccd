// A simulated processor for tests. It has its own cards, authorizations and books, an API that our client calls, and
// messages that it signs like the real one. It follows the steps of a test and records them. The test decides how its
// messages are delivered (late, duplicated, shuffled, truncated, never), and can make its API fail.

import type { ProcessorKind } from '../../src/config/processor-config.ts'

export type Message = { callback: 'decisions' | 'events'; headers: Record<string, string>; body: string }
export type Reply = { status: number; headers: Record<string, string>; body: string }

/**
 * The history of one authorization. Each world plays it in the messages of its kind, and omits steps that make no sense
 * there.
 */
export type Life = {
  /** The amount in cents of USD. */
  amount: bigint
  merchant: { name: string; mcc: string; country: string }
  /** Whether we are asked, somebody decides in our place, or the purchase is posted without any authorization. */
  begins: 'asked' | 'stood_in' | 'declined_there' | 'forced'
  steps: readonly LifeStep[]
}
export type LifeStep =
  | { act: 'increment'; amount: bigint }
  | { act: 'settle'; amount: bigint; isFinal: boolean }
  | { act: 'reverse'; amount: bigint }
  | { act: 'expire' }
  | { act: 'refund'; amount: bigint }
  /** Reverses the refund. */
  | { act: 'unrefund' }

/** The results of the next calls of the API. Each call uses up one entry. An empty list or `none` means success. */
export type Fault =
  | 'none'
  | 'refuse'
  | 'key refused'
  | 'forbidden'
  | 'limit'
  | 'fail'
  | 'fail after effect'
  | 'silent before effect'
  | 'silent after effect'
  | 'never answered'

export type WorldOptions = {
  /** Makes ids and choices reproducible. */
  seed: number
  clock: () => Date
  /** Sends an authorization request to our callback and waits for the response. Rejects if there is none. */
  ask: (message: Message) => Promise<Reply>
}

export interface World {
  readonly kind: ProcessorKind
  /** The URL for the entry in processors.json. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly signingSecret: string
  readonly options: Record<string, string>
  readonly faults: Fault[]
  /** Every call that reached the API, in the form "POST /v1/cards". */
  readonly calls: string[]
  /** Cards by their id at the processor: which card of ours each belongs to, and its state. */
  readonly cards: ReadonlyMap<string, { cardId: string; state: 'active' | 'frozen' | 'closed' }>
  live(externalId: string, life: Life): Promise<void>
  /** Plays a further step of the newest authorization of the card. */
  goOn(externalId: string, step: LifeStep): Promise<void>
  /** Returns the messages since the last call, oldest first. */
  take(): Message[]
  /** Signs the same message as of now, because signatures expire. */
  signAgain(message: Message): Message
  /** The amount that is held on a card, and the amount that merchants took less what they returned. */
  books(externalId: string): { held: bigint; taken: bigint }
  close(): Promise<void>
}

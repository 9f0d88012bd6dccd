// A simulated processor for tests: it has its own cards, authorizations and books, an API that our client calls, and
// messages that it signs like the real one. It does what it is told and records it. The test decides how its messages
// are delivered (late, doubled, shuffled, truncated, never), and can make its API fail.

import type { ProcessorKind } from '../../src/config/processor-config.ts'

export type Message = { callback: 'decisions' | 'events'; headers: Record<string, string>; body: string }
export type Reply = { status: number; headers: Record<string, string>; body: string }

/** What happens to one authorization; each world plays it in the messages of its kind, and leaves out what makes no sense. */
export type Life = {
  /** Cents of USD. */
  amount: bigint
  merchant: { name: string; mcc: string; country: string }
  /** Whether we are asked, or somebody decides in our place, or it is posted without any authorization. */
  begins: 'asked' | 'stood_in' | 'declined_there' | 'forced'
  steps: readonly LifeStep[]
}
export type LifeStep =
  | { act: 'increment'; amount: bigint }
  | { act: 'settle'; amount: bigint; isFinal: boolean }
  | { act: 'reverse'; amount: bigint }
  | { act: 'expire' }
  | { act: 'refund'; amount: bigint }
  /** The refund is taken back. */
  | { act: 'unrefund' }

/** How the next calls of the API are answered; each entry is used up by one call. Empty, or `none`: as it should be. */
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
  /** Puts a question to our callback and waits for the answer; rejects when none comes. */
  ask: (message: Message) => Promise<Reply>
}

export interface World {
  readonly kind: ProcessorKind
  /** For its entry of processors.json. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly signingSecret: string
  readonly options: Record<string, string>
  readonly faults: Fault[]
  /** Every call that reached the API, as "POST /v1/cards". */
  readonly calls: string[]
  /** Cards by their id there: what was issued, for which card of ours, in which state. */
  readonly cards: ReadonlyMap<string, { cardId: string; state: 'active' | 'frozen' | 'closed' }>
  live(externalId: string, life: Life): Promise<void>
  /** The newest authorization of the card goes on. */
  goOn(externalId: string, step: LifeStep): Promise<void>
  /** Messages made since the last call, oldest first. */
  take(): Message[]
  /** The same message as if it were sent now: signatures age. */
  signAgain(message: Message): Message
  /** What it holds on a card, and what merchants took less what they gave back. */
  books(externalId: string): { held: bigint; taken: bigint }
  close(): Promise<void>
}

// The port between a card and the outside world. A processor translates, verifies and remembers; it holds no rule: what may
// be spent is decided by the engine, and what happened is folded into the books (fold.ts), the same for every kind.

import type { IncomingHttpHeaders } from 'node:http'
import type { Uuid } from '../ids.ts'
import type { ProcessorKind } from '../processor-config.ts'
import type { Inbound, ProcessorChallenge } from './inbound.ts'
import type { Question, Verdict } from './question.ts'

export type Abilities = {
  /** Whether the number is read by their API, or shown by a page of theirs. */
  reveal: 'api' | 'page'
  /** Who makes the passcode of a 3-D Secure challenge: they tell it to us, or they send it themselves and ask for a yes. */
  passcode: 'given' | 'theirs'
  /** Whether the answer to a question is the HTTP response, or a call of ours. */
  answersBy: 'response' | 'call'
}

/** The state of a card at the processor. Closed is final. */
export type OutsideState = 'active' | 'frozen' | 'closed'

export interface Processor {
  /** As the operator calls it in processors.json. */
  readonly name: string
  readonly kind: ProcessorKind
  readonly environment: 'sandbox' | 'production'
  readonly abilities: Abilities
  /** What every answer to a question carries besides its type. */
  readonly answerHeaders: Readonly<Record<string, string>>

  /** Throws `BadSignature`. Pure, and before anything of the body is parsed. */
  verify(headers: IncomingHttpHeaders, body: Buffer, now: Date): void
  /** Throws `UnreadableMessage` for what is signed and makes no sense; what does not concern us is `ignored`. Pure. */
  read(body: Buffer): Inbound[]
  /** The object that a thin message only names. Throws `ProcessorSilent`. */
  fetch(reference: string): Promise<Inbound[]>
  /** In their words. Pure: its bytes are stored with the decision, and given again when the question is asked again. */
  answer(question: Question, verdict: Verdict): ProcessorAnswer
  /** Where they are answered by a call: makes it. Throws `ProcessorSilent` or `ProcessorRefused`. */
  deliver(question: Question, answer: ProcessorAnswer): Promise<void>
  /** Of a challenge that they hold, or whose passcode they gave us to deliver. Throws `ProcessorSilent` or `ProcessorRefused`. */
  answerChallenge(challenge: Pick<ProcessorChallenge, 'ref'>, answer: ChallengeAnswer): Promise<void>

  /** One holder for each account, before its first card. The key makes a repeat harmless; so in all that follow. */
  createHolder(holder: NewHolder, key: Uuid): Promise<string>
  issue(card: NewOutsideCard, key: Uuid): Promise<OutsideCard>
  /** The card that `issue` made under this id of ours, after no answer came: undefined where it did not happen. */
  find(cardId: string, holder: string): Promise<OutsideCard | undefined>
  observe(externalId: string): Promise<OutsideState>
  setState(externalId: string, state: OutsideState, key: Uuid): Promise<OutsideState>
  /** `origin`: of the page that will frame a page of theirs. */
  reveal(externalId: string, origin?: string): Promise<Revealed>

  /** What has happened since, oldest first. `undefined` begins fifteen minutes ago. */
  since(cursor: string | undefined): Promise<NewsPage>
  /** The cursor from which `since` tells everything from this time on. Pure. */
  cursorAt(time: Date): string
  /** What they settled on a day (UTC), or undefined where they do not say. */
  totals(day: string): Promise<DayTotals | undefined>
  /** Money of ours that lies there, or undefined where they do not say. */
  balance(): Promise<OutsideBalance | undefined>

  /** Enrols our two addresses, again or for the first time, and returns the secrets by which they sign what they send there. */
  connect(addresses: Addresses): Promise<Connected>
  /** What an operator must know: each problem in a sentence. */
  check(addresses: Addresses | undefined): Promise<Problem[]>
}

export type ProcessorAnswer = { status: number; text: string }
export type ChallengeAnswer = 'approve' | 'decline'

export type NewHolder = { accountId: Uuid; name: string; billingAddress: Record<string, string> }
/** `expiry` is what we would choose; theirs counts. */
export type NewOutsideCard = {
  /** Public id: `card_…`. */
  cardId: string
  holder: string
  label: string
  network: 'visa' | 'mastercard'
  expiry: { month: number; year: number }
}
export type OutsideCard = {
  externalId: string
  last4: string
  expiry: { month: number; year: number }
  network: 'visa' | 'mastercard'
  state: OutsideState
}
export type Revealed = { number: string; cvv: string } | RevealedPage
/** A page of theirs that shows the number. */
export type RevealedPage = { page: string; expiresAt: Date }

/** `isMore`: another page waits behind the cursor. */
export type NewsPage = { items: Inbound[]; cursor: string | undefined; isMore: boolean }
/** `gross` is what merchants took, `refunds` what they gave back, both positive cents of USD. `posts`: ids, where they say. */
export type DayTotals = { gross: bigint; refunds: bigint; posts?: readonly string[] }
export type OutsideBalance = { available: bigint; currency: 'USD' }
export type Addresses = { decisions: string; events: string }
/** The secrets are kept sealed in the database. */
export type Connected = { secrets: readonly string[] }
export type Problem = { problem: string; hint: string }

/** Answered with 401; nothing is stored. The message never quotes what was sent. */
export class BadSignature extends Error {}
/** Signed, and yet not what the processor's documents describe. */
export class UnreadableMessage extends Error {}
/** They said no, and asking again would not change it. The message is theirs, for the caller. */
export class ProcessorRefused extends Error {}
/** No answer, or one that says nothing of what happened: it may have happened, and asking again is safe. */
export class ProcessorSilent extends Error {}

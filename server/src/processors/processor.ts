// The interface between a card and the outside world. A processor translates, verifies and remembers, and holds no rules: the
// engine decides what may be spent, and reports are applied to the books (apply-to-books.ts) in the same way for every kind.

import type { IncomingHttpHeaders } from 'node:http'
import type { ProcessorKind } from '../config/processor-config.ts'
import type { Uuid } from '../ids.ts'
import type { HolderRequirements, Inbound, OutsideState, ProcessorChallenge, Report } from './inbound.ts'
import type { Question, Verdict } from './question.ts'

export type Abilities = {
  /** Whether the number is read through the processor's API, or shown on its own page. */
  reveal: 'api' | 'page'
  /** Whether the processor gives us the passcode of a 3-D Secure challenge, or sends it itself and asks us for a yes. */
  passcode: 'given' | 'theirs'
  /** Whether the answer to a question is the HTTP response, or a call of ours. */
  answersBy: 'response' | 'call'
}

/** `restriction` is the processor's own reason for freezing the card, if it did so itself, for example for its risk team. */
export type Observed = { state: OutsideState; restriction?: string }

export interface Processor {
  /** Its name in processors.json. */
  readonly name: string
  readonly kind: ProcessorKind
  readonly environment: 'sandbox' | 'production'
  readonly abilities: Abilities
  /** What every answer to a question carries besides its type. */
  readonly answerHeaders: Readonly<Record<string, string>>

  /**
   * Returns the time at which the message was signed, in whole seconds. Throws `BadSignature`. Pure, and before anything of the
   * body is parsed.
   */
  verify(headers: IncomingHttpHeaders, body: Buffer, now: Date): Date
  /** Throws `UnreadableMessage` for a signed message that makes no sense. A message that does not concern us is `ignored`. Pure. */
  read(body: Buffer): Inbound[]
  /** An authorization as the processor knows it now; undefined when it knows none that concerns money. */
  authorization(reference: string): Promise<Report | undefined>
  /** The object that a thin message only names. Throws `ProcessorSilent`. */
  fetch(reference: string): Promise<Inbound[]>
  /** The answer in the processor's format. Pure: its bytes are stored with the decision and repeated for a repeated question. */
  answer(question: Question, verdict: Verdict): ProcessorAnswer
  /** Makes the call, for processors that are answered by one. Throws `ProcessorSilent` or `ProcessorRefused`. */
  deliver(question: Question, answer: ProcessorAnswer): Promise<void>
  /** Answers the processor's challenge, or confirms that its passcode was delivered. Throws `ProcessorSilent` or `ProcessorRefused`. */
  answerChallenge(challenge: Pick<ProcessorChallenge, 'ref'>, answer: ChallengeAnswer): Promise<void>

  /** Creates one holder per account, before its first card. The key makes a repeat harmless, here and below. */
  createHolder(holder: NewHolder, key: Uuid): Promise<string>
  /** Finds the holder that `createHolder` made when no answer came; undefined when it was not made. */
  findHolder(accountId: Uuid): Promise<string | undefined>
  issue(card: NewOutsideCard, key: Uuid): Promise<OutsideCard>
  /** Finds the card that `issue` made under our id when no answer came; undefined when it was not made. */
  find(cardId: string, holder: string): Promise<OutsideCard | undefined>
  observe(externalId: string): Promise<Observed>
  /** Does not lift a restriction: the result then has the state that the processor insists on. */
  setState(externalId: string, state: OutsideState, key: Uuid): Promise<Observed>
  /** `origin` is that of the page that will frame the processor's page. */
  reveal(externalId: string, origin?: string): Promise<Revealed>

  /** What has happened since, oldest first. `undefined` begins fifteen minutes ago. */
  since(cursor: string | undefined): Promise<UpdatesPage>
  /** The cursor from which `since` returns everything from this time on. Pure. */
  cursorAt(time: Date): string
  /** What was settled on a day (UTC), or undefined when the processor does not say. */
  totals(day: string): Promise<DayTotals | undefined>
  /** Our balance at the processor, or undefined when it does not say. */
  balance(): Promise<OutsideBalance | undefined>

  /**
   * Enrols our two addresses, again or for the first time, and returns the secrets that sign the messages sent there. Removes what
   * is enrolled under our former addresses. Throws `AnsweredElsewhere`.
   */
  connect(enrolment: Enrolment): Promise<Connected>
  /** Problems that an operator must know about, each as a sentence. */
  check(enrolment: Enrolment | undefined): Promise<Problem[]>
  /** Holders that the processor still requires something of. Empty for a processor that verifies holders itself. */
  openRequirements(): Promise<HolderRequirements[]>
}

export type ProcessorAnswer = { status: number; text: string }
export type ChallengeAnswer = 'approve' | 'decline'

export type NewHolder = { accountId: Uuid; name: string; billingAddress: Record<string, string> }
/** `expiry` is what we would choose; the processor's counts. */
export type NewOutsideCard = {
  /** Public id: `card_…`. */
  cardId: string
  holder: string
  label: string
  network: 'visa' | 'mastercard'
  expiry: { month: number; year: number }
  /** The address that the API shows for the card. */
  billingAddress: Readonly<Record<string, string>>
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
export type UpdatesPage = { items: Inbound[]; cursor: string | undefined; isMore: boolean }
/** `gross` is what merchants took, `refunds` what they gave back, both positive cents of USD. `posts`: ids, where they say. */
export type DayTotals = { gross: bigint; refunds: bigint; posts?: readonly string[] }
export type OutsideBalance = { available: bigint; currency: 'USD' }
export type Addresses = { decisions: string; events: string }
/**
 * Our addresses, and what an earlier `connect` has enrolled. With `takeOver`, addresses that we do not know are replaced too, which
 * only an operator may decide.
 */
export type Enrolment = Addresses & { former?: readonly string[]; takeOver?: boolean }
/**
 * The secrets are kept sealed in the database. `notes` are sentences about endpoints of other addresses, and `remaining` are the
 * former addresses that could not be removed.
 */
export type Connected = { secrets: readonly string[]; notes: readonly string[]; remaining: readonly string[] }
export type Problem = { problem: string; hint: string }

/** Answered with 401; nothing is stored. The message never quotes what was sent. */
export class BadSignature extends Error {}
/** The message is signed, but not what the processor documents. */
export class UnreadableMessage extends Error {}
/** Another server answers the processor's questions. It is not replaced unless the operator says so. */
export class AnsweredElsewhere extends Error {}
/** The processor refused, and asking again would not help. The message is the processor's, for the caller. */
export class ProcessorRefused extends Error {
  /** The status of its answer, when the refusal is an answer. */
  readonly status: number | undefined

  constructor(message: string, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.status = status
  }
}
/** Undefined when the processor does not know what was asked for. */
export async function unlessUnknown<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProcessorRefused && error.status === NOT_FOUND) return undefined
    throw error
  }
}

const NOT_FOUND = 404

/** The processor refused us (401 or 403), which says nothing about the request, or about an earlier one like it. */
export class AccessRefused extends ProcessorRefused {}
/** No answer, or one that does not say what happened. It may have happened, and asking again is safe. */
export class ProcessorSilent extends Error {
  /** The processor has finished with the key of the request, and answers a repeat under it in the same way. */
  readonly isKeySpent: boolean

  constructor(message: string, { isKeySpent = false, ...options }: ErrorOptions & { isKeySpent?: boolean } = {}) {
    super(message, options)
    this.isKeySpent = isKeySpent
  }
}

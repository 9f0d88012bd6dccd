// Cards at Lithic. Lithic's memo holds our card's id, by which a card is found when an answer was lost.

import { createHmac } from 'node:crypto'
import type { Uuid } from '../../ids.ts'
import { type Field, readAnswer } from '../fields.ts'
import type { OutsideState } from '../inbound.ts'
import {
  type NewOutsideCard,
  type Observed,
  type OutsideCard,
  ProcessorRefused,
  ProcessorSilent,
  type Revealed,
  type RevealedPage,
} from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { readState } from './read-message.ts'

/**
 * Cards belong to the program, or to the account that processors.json names. Lithic creates accounts by identity checks, which we
 * do not do, so all accounts here share that one.
 */
export const PROGRAM_HOLDER = 'program'
/** Reasons for a pause that Lithic's own risk team sets. Only Lithic may lift such a pause. */
const RISK_REASONS: ReadonlySet<string> = new Set(['SUSPICIOUS_ACTIVITY', 'INTERNAL_REVIEW'])
const PAGE_VALID_MS = 5 * 60_000
const MAX_FOUND = 50
const MAX_REASON_LENGTH = 50

const stateWords = { active: 'OPEN', frozen: 'PAUSED', closed: 'CLOSED' } as const satisfies Record<
  OutsideState,
  string
>

/** Both are tokens at Lithic; undefined means the default of the API key. */
export type CardOwner = { program: string | undefined; account: string | undefined }

export class LithicCards {
  readonly #client: ProcessorClient
  readonly #owner: CardOwner
  /** The network of a card program; it never changes. */
  readonly #networks = new Map<string, OutsideCard['network']>()

  constructor(client: ProcessorClient, owner: CardOwner) {
    this.#client = client
    this.#owner = owner
  }

  async issue(card: NewOutsideCard, key: Uuid): Promise<OutsideCard> {
    const { program, account } = this.#owner
    const answer = await this.#client.call({
      method: 'POST',
      path: '/v1/cards',
      headers: { 'idempotency-key': key },
      json: {
        type: 'VIRTUAL',
        state: 'OPEN',
        memo: card.cardId,
        exp_month: String(card.expiry.month).padStart(2, '0'),
        exp_year: String(card.expiry.year),
        ...(program !== undefined && { card_program_token: program }),
        ...(account !== undefined && { account_token: account }),
      },
    })
    return this.#cardOf('POST /v1/cards', answer, card.network)
  }

  /** Lithic's search also matches parts of a memo. */
  async find(cardId: string): Promise<OutsideCard | undefined> {
    const query = new URLSearchParams({ memo: cardId, page_size: String(MAX_FOUND) })
    const answer = await this.#client.call({ method: 'GET', path: `/v1/cards?${query}` })
    const found = readAnswer('GET /v1/cards', answer, (page) =>
      page
        .get('data')
        .list()
        .find((card) => card.get('memo').is(cardId))
        ?.get('token')
        .text(),
    )
    return found === undefined ? undefined : this.#cardOf('GET /v1/cards', await this.#get(found))
  }

  async observe(externalId: string): Promise<Observed> {
    return observedIn('GET /v1/cards', await this.#get(externalId))
  }

  /** A pause by Lithic's risk team is left as it is. `card.updated` does not give its reason, so the card is read first. */
  async setState(externalId: string, state: OutsideState): Promise<Observed> {
    const before = state === 'active' ? await this.observe(externalId) : undefined
    if (before?.restriction !== undefined) return before
    try {
      const json = { state: stateWords[state] }
      return observedIn('PATCH /v1/cards', await this.#client.call({ method: 'PATCH', path: pathOf(externalId), json }))
    } catch (error) {
      if (!(error instanceof ProcessorRefused)) throw error
      // Lithic refuses to close a closed card. It is closed, which is all we wanted.
      const now = await this.observe(externalId)
      if (now.state === state) return now
      throw error
    }
  }

  async numberOf(externalId: string): Promise<Revealed> {
    const answer = await this.#get(externalId)
    return readAnswer('GET /v1/cards', answer, (card) => {
      const number = textIfShown(card.get('pan'))
      const cvv = textIfShown(card.get('cvv'))
      if (number === undefined || cvv === undefined)
        throw new ProcessorRefused('Lithic gives this program no card numbers; its page can show them')
      return { number, cvv }
    })
  }

  #get(externalId: string): Promise<unknown> {
    return this.#client.call({ method: 'GET', path: pathOf(externalId) })
  }

  async #cardOf(what: string, answer: unknown, wanted?: OutsideCard['network']): Promise<OutsideCard> {
    const { pan, program, ...card } = readAnswer(what, answer, readCard)
    if (pan) return { ...card, network: networkOf(pan) }
    try {
      return { ...card, network: await this.#networkOfProgram(program) }
    } catch (error) {
      if (!(error instanceof ProcessorRefused)) throw error
      // The card exists, so this must not look like a refusal.
      if (!wanted) throw new ProcessorSilent(`the network of the card is not known: ${error.message}`, { cause: error })
      return { ...card, network: wanted }
    }
  }

  /** A program that may not see card numbers shows the network only by its card program. */
  async #networkOfProgram(token: string): Promise<OutsideCard['network']> {
    const known = this.#networks.get(token)
    if (known) return known
    const answer = await this.#client.call({ method: 'GET', path: `/v1/card_programs/${encodeURIComponent(token)}` })
    const start = readAnswer('GET /v1/card_programs', answer, (program) => program.get('pan_range_start').text())
    const network = networkOf(start)
    this.#networks.set(token, network)
    return network
  }
}

/** `parent`: the origin of the page that will frame it, which Lithic calls the target origin. */
type PageTerms = { origin: string; apiKey: string; now: Date; parent: string | undefined }

/** Lithic's page that shows the card. Its address is signed with our key, so no call is needed and we never handle the number. */
export function pageOf(externalId: string, { origin, apiKey, now, parent }: PageTerms): RevealedPage {
  const expiresAt = new Date(now.getTime() + PAGE_VALID_MS)
  const request = JSON.stringify({ token: externalId, expiration: expiresAt.toISOString(), target_origin: parent })
  const query = new URLSearchParams({
    hmac: createHmac('sha256', apiKey).update(request).digest('base64'),
    embed_request: Buffer.from(request).toString('base64'),
  })
  return { page: `${origin}/v1/embed/card?${query}`, expiresAt }
}

function readCard(card: Field) {
  const last4 = card.get('last_four').text()
  if (!/^\d{4}$/.test(last4)) throw card.get('last_four').unreadable('not four digits')
  return {
    externalId: card.get('token').text(),
    last4,
    expiry: { month: readNumber(card.get('exp_month'), 1, 12), year: readNumber(card.get('exp_year'), 2000, 2200) },
    state: readState(card.get('state')),
    pan: textIfShown(card.get('pan')),
    program: card.get('card_program_token').text(),
  }
}

/** Undefined where a program may not see the value, and gets nothing or an empty text in its place. */
function textIfShown(field: Field): string | undefined {
  return field.optional() && !field.is('') ? field.text() : undefined
}

function readNumber(field: Field, min: number, max: number): number {
  const text = field.text()
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw field.unreadable('not in the range that makes sense')
  return value
}

function observedIn(what: string, answer: unknown): Observed {
  return readAnswer(what, answer, (card) => {
    const state = readState(card.get('state'))
    const reason = card.get('substatus').prose(MAX_REASON_LENGTH)
    const isRestricted = state === 'frozen' && reason !== undefined && RISK_REASONS.has(reason)
    return isRestricted ? { state, restriction: reason } : { state }
  })
}

function networkOf(number: string): OutsideCard['network'] {
  return number.startsWith('4') ? 'visa' : 'mastercard'
}

function pathOf(externalId: string): string {
  return `/v1/cards/${encodeURIComponent(externalId)}`
}

// Reads what Lithic sends to our callbacks, by its type. The pages of updates hold the same payloads.

import { type Field, readJson } from '../fields.ts'
import type { Inbound, OutsideState } from '../inbound.ts'
import { readAuthentication, readChallenge } from './read-authentication.ts'
import { readQuestion } from './read-question.ts'
import { readTransaction } from './read-transaction.ts'

/** The event types that we subscribe to. */
export const EVENT_TYPES = ['card_transaction.updated', 'card.updated', 'three_ds_authentication.challenge'] as const

export function readMessage(body: Buffer): Inbound[] {
  const message = readJson(body)
  return [readPayload(message.get('event_type').text(), message)]
}

export function readPayload(type: string, payload: Field): Inbound {
  switch (type) {
    case 'card_authorization.approval_request':
      return { type: 'question', question: readQuestion(payload) }
    case 'three_ds_authentication.approval_request':
      return { type: 'question', question: readAuthentication(payload) }
    case 'three_ds_authentication.challenge':
      return { type: 'challenge', challenge: readChallenge(payload) }
    case 'card_transaction.updated':
      return readTransaction(payload)
    case 'card.updated':
      return { type: 'card', cardRef: payload.get('card_token').text(), state: readState(payload.get('state')) }
    default:
      return { type: 'ignored', what: type.slice(0, 100) }
  }
}

/** A card that is not open yet cannot spend, like a paused one. */
const states = new Map<string, OutsideState>([
  ['OPEN', 'active'],
  ['PAUSED', 'frozen'],
  ['CLOSED', 'closed'],
  ['PENDING_ACTIVATION', 'frozen'],
  ['PENDING_FULFILLMENT', 'frozen'],
])

export function readState(field: Field): OutsideState {
  const state = states.get(field.text())
  if (!state) throw field.unreadable('not a known state of a card')
  return state
}

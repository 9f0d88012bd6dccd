// A message of Increase is thin: it names an object and what happened to it. The object must be fetched.

import { type Field, readJson } from '../fields.ts'
import type { Inbound } from '../inbound.ts'
import { type FetchedType, referenceOf } from './references.ts'

/** Each has its own subscription, and is answered by a call while a merchant waits. */
export const questionCategories = [
  'real_time_decision.card_authorization_requested',
  'real_time_decision.card_balance_inquiry_requested',
  'real_time_decision.card_authentication_requested',
  'real_time_decision.card_authentication_challenge_requested',
] as const

/** What happened; one subscription brings them all. */
export const updateCategories = ['card_payment.created', 'card_payment.updated', 'card.updated'] as const

const TYPES = new Map<string, FetchedType>([
  ...questionCategories.map((category) => [category, 'real_time_decision'] as const),
  ['card_payment.created', 'card_payment'],
  ['card_payment.updated', 'card_payment'],
  ['card.updated', 'card'],
])

export function readMessage(body: Buffer): Inbound[] {
  return [readEvent(readJson(body))]
}

export function readEvent(event: Field): Inbound {
  const category = event.get('category').text()
  const type = TYPES.get(category)
  if (!type) return { type: 'ignored', what: category }
  const reference = referenceOf(type, event.get('associated_object_id').text())
  return { type: 'thin', reference, isQuestion: type === 'real_time_decision' }
}

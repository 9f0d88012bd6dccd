// Reads a message of Stripe or an entry of its list of events, which are the same object.

import type { Field } from '../fields.ts'
import type { Inbound } from '../inbound.ts'
import { readRequirements } from './cardholders.ts'
import { readId, stateOf } from './read-objects.ts'
import { readQuestion } from './read-question.ts'
import { readAuthorization, readTransaction } from './read-reports.ts'

export const QUESTION_EVENT = 'issuing_authorization.request'
/** What is told after it has happened. */
export const UPDATE_EVENTS = [
  'issuing_authorization.created',
  'issuing_authorization.updated',
  'issuing_transaction.created',
  'issuing_card.updated',
  'issuing_cardholder.created',
  'issuing_cardholder.updated',
] as const

/** `isLive` is the mode of our key. A platform's endpoint receives events of both modes, and test events must not count. */
export function readEvent(event: Field, isLive: boolean | undefined): Inbound[] {
  const type = event.get('type').text()
  const livemode = event.get('livemode').optional()?.boolean()
  if (isLive !== undefined && livemode !== undefined && livemode !== isLive) {
    return [{ type: 'ignored', what: `${type} of the other mode` }]
  }
  return [readKnown(type, event) ?? { type: 'ignored', what: type }]
}

function readKnown(type: string, event: Field): Inbound | undefined {
  const object = () => event.get('data').get('object')
  switch (type) {
    case QUESTION_EVENT:
      return { type: 'question', question: readQuestion(event.get('id').text(), object()) }
    case 'issuing_authorization.created':
    case 'issuing_authorization.updated':
      return { type: 'report', report: readAuthorization(object(), secondsOf(event)) }
    case 'issuing_transaction.created': {
      const report = readTransaction(object(), secondsOf(event))
      return report && { type: 'report', report }
    }
    case 'issuing_card.updated': {
      const state = stateOf(object().get('status'))
      return state && { type: 'card', cardRef: readId(object()), state }
    }
    case 'issuing_cardholder.created':
    case 'issuing_cardholder.updated': {
      const requirements = readRequirements(object())
      return requirements && { type: 'holder', requirements }
    }
    default:
      return undefined
  }
}

const MAX_SECONDS = 2n ** 40n

export function secondsOf(event: Field): bigint {
  const created = event.get('created')
  const seconds = created.cents()
  if (seconds >= MAX_SECONDS) throw created.unreadable('not a time')
  return seconds
}

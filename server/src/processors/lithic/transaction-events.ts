// What each event in the life of a Lithic transaction means for the books.

import type { Field } from '../fields.ts'
import type { Post } from '../inbound.ts'
import { absolute, readDollars } from './amounts.ts'

/**
 * asks: an authorization, or news of one. releases: gives back what is held. posts: money that moved. nothing: a balance
 * was looked up, or a refund announced.
 */
type Meaning = 'asks' | 'releases' | 'posts' | 'nothing'

type EventType = {
  meaning: Meaning
  /** Of a posting, where they do not say. */
  direction?: Post['direction']
  /** The debit is what the hold was for. */
  usesHold?: boolean
  /** Why nothing is held any more, where this event is the last one. */
  ends?: 'reversed' | 'expired' | 'settled'
}

const eventTypes = new Map<string, EventType>(
  Object.entries({
    AUTHORIZATION: { meaning: 'asks' },
    AUTHORIZATION_ADVICE: { meaning: 'asks' },
    AUTHORIZATION_REVERSAL: { meaning: 'releases', ends: 'reversed' },
    AUTHORIZATION_EXPIRY: { meaning: 'releases', ends: 'expired' },
    CLEARING: { meaning: 'posts', direction: 'debit', usesHold: true, ends: 'settled' },
    RETURN: { meaning: 'posts', direction: 'credit' },
    RETURN_REVERSAL: { meaning: 'posts', direction: 'debit' },
    FINANCIAL_AUTHORIZATION: { meaning: 'posts', direction: 'debit', usesHold: true, ends: 'settled' },
    FINANCIAL_CREDIT_AUTHORIZATION: { meaning: 'posts', direction: 'credit' },
    CORRECTION_DEBIT: { meaning: 'posts', direction: 'debit' },
    CORRECTION_CREDIT: { meaning: 'posts', direction: 'credit' },
    CREDIT_AUTHORIZATION: { meaning: 'nothing' },
    CREDIT_AUTHORIZATION_ADVICE: { meaning: 'nothing' },
    BALANCE_INQUIRY: { meaning: 'nothing' },
  }),
)

export type TransactionEvent = EventType & {
  type: string
  token: string
  createdAt: number
  isApproved: boolean
  /** Their own word where it was refused. */
  word: string | undefined
  /** Cents of USD, not negative. */
  amount: bigint
  amounts: Field
  network: Field | undefined
  post: Post | undefined
}

/** Oldest first: in a message they come in no order. */
export function readEvents(transaction: Field): TransactionEvent[] {
  const events = transaction.get('events').optional()?.list().map(readEvent) ?? []
  return events.sort((a, b) => a.createdAt - b.createdAt || rank(a) - rank(b))
}

/** Within one moment, asking comes before settling, and settling before what is left is given back. */
function rank({ meaning }: EventType): number {
  return ['nothing', 'asks', 'posts', 'releases'].indexOf(meaning)
}

function readEvent(event: Field): TransactionEvent {
  const type = event.get('type').text()
  // A kind that is new to us may have moved money. Then the postings do not add up to what was settled, and that is noticed.
  const known = eventTypes.get(type) ?? { meaning: 'nothing' }
  const read = {
    ...known,
    type,
    token: event.get('token').text(),
    createdAt: event.get('created').time().getTime(),
    isApproved: event.get('result').is('APPROVED'),
    word: wordOf(event),
    amount:
      known.meaning === 'posts' ? postedAmount(event) : absolute(readDollars(event.get('amounts').get('cardholder'))),
    amounts: event.get('amounts'),
    network: event.get('network_info').optional(),
  }
  return { ...read, post: postOf(event, read) }
}

/** What was settled; an event that settles without clearing (a withdrawal of cash) has no such amount yet. */
function postedAmount(event: Field): bigint {
  const amounts = event.get('amounts')
  const settled = amounts.get('settlement').optional()
  if (settled?.get('currency').is('USD')) return absolute(readDollars(settled))
  return absolute(readDollars(amounts.get('cardholder')))
}

/** The sign of an amount says nothing in an event: a clearing of −5.00 takes five dollars. Its polarity does. */
function postOf(event: Field, read: Omit<TransactionEvent, 'post'>): Post | undefined {
  if (read.meaning !== 'posts' || !read.isApproved || read.amount === 0n) return undefined
  const polarity = event.get('effective_polarity')
  const direction = polarity.is('CREDIT') ? 'credit' : polarity.is('DEBIT') ? 'debit' : read.direction!
  const arn = read.network?.get('acquirer').optional()?.get('acquirer_reference_number').prose(50)
  return {
    id: read.token,
    direction,
    amount: read.amount,
    usesHold: direction === 'debit' && read.usesHold === true,
    ...(arn !== undefined && { arn }),
  }
}

/** The detail ("CARD_SECURITY_CODE_INCORRECT") tells more than the result ("DECLINED"). */
function wordOf(event: Field): string | undefined {
  if (event.get('result').is('APPROVED')) return undefined
  const details = event.get('detailed_results').optional()?.list() ?? []
  const detail = details.find((each) => !each.is('APPROVED'))
  return (detail ?? event.get('result')).prose(100)
}

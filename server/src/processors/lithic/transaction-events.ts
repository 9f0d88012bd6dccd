// What each event in the life of a Lithic transaction means for the books.

import type { Field } from '../fields.ts'
import type { Post } from '../inbound.ts'
import { absolute, readDollars } from './amounts.ts'

/**
 * asks: an authorization or an advice about one. releases: releases held money. posts: money that moved. nothing: a balance
 * inquiry or an announced refund.
 */
type Meaning = 'asks' | 'releases' | 'posts' | 'nothing'

type EventType = {
  meaning: Meaning
  /** The direction of a posting when Lithic does not say. */
  direction?: Post['direction']
  /** The hold pays this debit. */
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

/** Sorted oldest first, since a message lists them in no order. */
export function readEvents(transaction: Field): TransactionEvent[] {
  const events = transaction.get('events').optional()?.list().map(readEvent) ?? []
  return events.sort((a, b) => a.createdAt - b.createdAt || rank(a) - rank(b))
}

/** At the same time, asking comes before settling, and settling before releasing the rest. */
function rank({ meaning }: EventType): number {
  return ['nothing', 'asks', 'posts', 'releases'].indexOf(meaning)
}

function readEvent(event: Field): TransactionEvent {
  const type = event.get('type').text()
  // An unknown kind may have moved money. The postings then do not add up to the settled amount, which is noticed.
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

/** The sign of an event's amount means nothing: a clearing of −5.00 takes five dollars. Its polarity decides. */
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

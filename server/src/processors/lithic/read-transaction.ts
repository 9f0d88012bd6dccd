// `card_transaction.updated`: each message holds the whole transaction with all of its events.

import { maxCents } from '../../money.ts'
import type { Field } from '../fields.ts'
import type { Inbound, Report } from '../inbound.ts'
import type { NetworkReferences } from '../question.ts'
import { readDollars, readForeign } from './amounts.ts'
import { readLithicMerchant } from './read-question.ts'
import { readEvents, type TransactionEvent } from './transaction-events.ts'

/** Milliseconds since 1970 fit in 44 bits until the year 2527. */
const TIME_BITS = 44n

/** Results that Lithic decides before it asks us, or after an answer of ours that did not count. */
const wordsOfTheirs = new Set([
  'CUSTOMER_ASA_TIMEOUT',
  'MALFORMED_ASA_RESPONSE',
  'LITHIC_SYSTEM_ERROR',
  'LITHIC_SYSTEM_RATE_LIMIT',
  'CARD_CLOSED',
  'CARD_CRYPTOGRAM_VALIDATION_FAILURE',
  'CARD_EXPIRED',
  'CARD_EXPIRY_DATE_INCORRECT',
  'CARD_INVALID',
  'CARD_NOT_ACTIVATED',
  'CARD_RESTRICTED',
  'CARD_SECURITY_CODE_INCORRECT',
  'PROGRAM_SUSPENDED',
  'PROGRAM_USAGE_RESTRICTION',
])

export function readTransaction(transaction: Field): Inbound {
  const events = readEvents(transaction)
  const report = reportOf(transaction, events)
  return isWithoutMoney(report) ? { type: 'ignored', what: 'a transaction without money' } : { type: 'report', report }
}

/** A card verification, a balance inquiry or an announced refund: nothing was held and nothing moved. */
function isWithoutMoney({ hold, posts, settled, amount, outcome }: Report): boolean {
  const wasAskedFor = outcome !== undefined && amount > 0n
  return !wasAskedFor && !hold && !settled && posts.length === 0
}

function reportOf(transaction: Field, events: TransactionEvent[]): Report {
  const asked = events.filter(isRequest)
  const first = asked.find(({ amount }) => amount > 0n) ?? asked[0] ?? events[0]
  const hold = holdOf(transaction)
  const outcome = outcomeOf(asked)
  const foreign = first && readForeign(first.amounts)
  const authentication = authenticationOf(transaction)
  return {
    authorizationRef: transaction.get('token').text(),
    cardRef: transaction.get('card_token').text(),
    version: versionOf(transaction, events),
    hold,
    outcome,
    decidedBy: decidedBy(asked, outcome),
    ended: hold === 0n && outcome !== 'declined' ? endOf(events) : undefined,
    word: outcome === 'declined' ? asked.at(-1)?.word : undefined,
    amount: first?.amount ?? 0n,
    requests: { count: asked.length, lastAt: Math.max(0, ...asked.map(({ createdAt }) => createdAt)) },
    posts: events.flatMap(({ post }) => post ?? []),
    settled: settledOf(transaction),
    merchant: readLithicMerchant(transaction.get('merchant')),
    ...(foreign && { foreign }),
    ...networkOf(transaction, events),
    ...(authentication && { authentication }),
  }
}

/** Asked for by a merchant: by an authorization, or by a withdrawal that settles at once. */
function isRequest({ meaning, type }: TransactionEvent): boolean {
  return meaning === 'asks' || type === 'FINANCIAL_AUTHORIZATION'
}

/**
 * Events are only ever added, so a snapshot with more events is newer, whatever Lithic's clocks say: `updated` is in whole
 * seconds, and two events may share one. With equally many events, the later `updated` is newer.
 */
function versionOf(transaction: Field, events: TransactionEvent[]): bigint {
  const updated = transaction.get('updated').time().getTime()
  return (BigInt(events.length) << TIME_BITS) + BigInt(Math.max(0, updated))
}

/** Debits are negative here. A positive amount is an announced refund, which holds nothing. */
function holdOf(transaction: Field): bigint | undefined {
  const hold = transaction.get('amounts').get('hold').optional()
  return hold && maxCents(-readDollars(hold), 0n)
}

function settledOf(transaction: Field): bigint | undefined {
  const settlement = transaction.get('amounts').get('settlement').optional()
  return settlement?.get('currency').is('USD') ? -readDollars(settlement) : undefined
}

/** One approval is enough: when an increase is declined later, the first approval stays. */
function outcomeOf(asked: TransactionEvent[]): Report['outcome'] {
  if (asked.length === 0) return undefined
  return asked.some(({ isApproved }) => isApproved) ? 'approved' : 'declined'
}

function decidedBy(asked: TransactionEvent[], outcome: Report['outcome']): Report['decidedBy'] {
  const first = asked[0]
  if (!first) return undefined
  // An advice says what the network decided. Without a question before it, the network stood in.
  if (first.type === 'AUTHORIZATION_ADVICE') return 'stand_in'
  const isTheirs = outcome === 'declined' && first.word !== undefined && wordsOfTheirs.has(first.word)
  return isTheirs ? 'stand_in' : undefined
}

/** An advice that declines, or that leaves nothing held, undoes the earlier approval. */
function endOf(events: TransactionEvent[]): Report['ended'] {
  const last = events.findLast(({ ends, meaning, isApproved }) => (ends && isApproved) || meaning === 'asks')
  if (!last || last.ends) return last?.ends
  const isUndone = last.type === 'AUTHORIZATION_ADVICE' && (!last.isApproved || last.amount === 0n)
  return isUndone ? 'reversed' : undefined
}

function networkOf(transaction: Field, events: TransactionEvent[]): { network?: NetworkReferences } {
  const transactionId = firstOf(events, ({ network }) => {
    const of = (name: string, id: string) => network?.get(name).optional()?.get(id).prose(50)
    return of('visa', 'transaction_id') ?? of('mastercard', 'banknet_reference_number') ?? of('amex', 'transaction_id')
  })
  const arn = firstOf(events, ({ post }) => post?.arn)
  const authCode = transaction.get('authorization_code').prose(10)
  const network = {
    ...(transactionId !== undefined && { transactionId }),
    ...(authCode !== undefined && { authCode }),
    ...(arn !== undefined && { arn }),
  }
  return Object.keys(network).length > 0 ? { network } : {}
}

function firstOf(
  events: TransactionEvent[],
  read: (event: TransactionEvent) => string | undefined,
): string | undefined {
  for (const event of events) {
    const found = read(event)
    if (found !== undefined) return found
  }
  return undefined
}

function authenticationOf(transaction: Field): Report['authentication'] {
  const result = transaction.get('cardholder_authentication').optional()?.get('authentication_result')
  if (result?.is('SUCCESS')) return 'authenticated'
  if (result?.is('ATTEMPTS')) return 'attempted'
  return result?.is('DECLINE') ? 'failed' : undefined
}

// Each line of the table is one list of events: what it leaves held, what it posts, and how the authorization ended.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authenticationPayload,
  eventPayload,
  type TransactionEvent,
  type TransactionUpdated,
  transactionPayload,
} from '../../../test/processors/lithic-payloads.ts'
import type { Report } from '../inbound.ts'
import { readMessage } from './read-message.ts'

const merchant = { name: 'SQ *SOMA EATS', mcc: '5812', country: 'USA' }
const TOKEN = 'c30c2182-1e69-4e0d-b40f-eec0d2a19123'
const CARD = 'aac502f9-aecc-458a-954e-4bcf6edb6123'
const at = (second: number) => `2026-11-16T00:00:${String(second).padStart(2, '0')}Z`

/**
 * Builds an event from text like "AUTHORIZATION 5000", "CLEARING 700 credit" or "AUTHORIZATION 5000 CARD_PAUSED".
 * Events are a second apart.
 */
function event(line: string, index: number): TransactionEvent {
  const [type, amount, ...words] = line.split(' ')
  const isCredit = words.includes('credit')
  const declined = words.find((word) => word !== 'credit' && word !== 'debit')
  return eventPayload({
    token: `event-${index}`,
    type: type as TransactionEvent['type'],
    created: at(index),
    asked: { amount: BigInt(amount!) },
    polarity: isCredit ? 'CREDIT' : 'DEBIT',
    result: declined ? 'DECLINED' : 'APPROVED',
    ...(declined && { details: [declined as 'CARD_PAUSED'] }),
  })
}

function transaction(lines: string[], hold: number, settled: number): TransactionUpdated {
  const events = lines.map(event)
  const common = { token: TOKEN, cardToken: CARD, created: at(0), updated: at(lines.length), merchant }
  // Lithic sends the events in any order.
  return transactionPayload({ ...common, events: events.toReversed(), hold: BigInt(hold), settled: BigInt(settled) })
}

function readTransaction(message: TransactionUpdated): Report | undefined {
  const [inbound] = readMessage(Buffer.from(JSON.stringify(message)))
  if (inbound?.type === 'ignored') return undefined
  assert.ok(inbound?.type === 'report', `${inbound?.type}`)
  return inbound.report
}

type Line = {
  events: string[]
  hold: number
  settled: number
  /** The text "debit 700 hold" is a post that uses the hold. */
  posts: string[]
  is: string
}

const lives: Line[] = [
  { events: ['AUTHORIZATION 5000'], hold: 5000, settled: 0, posts: [], is: 'approved' },
  {
    events: ['AUTHORIZATION 5000 INSUFFICIENT_FUNDS'],
    hold: 0,
    settled: 0,
    posts: [],
    is: 'declined INSUFFICIENT_FUNDS',
  },
  {
    events: ['AUTHORIZATION 5000 CUSTOMER_ASA_TIMEOUT'],
    hold: 0,
    settled: 0,
    posts: [],
    is: 'declined stand_in CUSTOMER_ASA_TIMEOUT',
  },
  {
    events: ['AUTHORIZATION 5000 CARD_SECURITY_CODE_INCORRECT'],
    hold: 0,
    settled: 0,
    posts: [],
    is: 'declined stand_in CARD_SECURITY_CODE_INCORRECT',
  },
  { events: ['AUTHORIZATION_ADVICE 5000'], hold: 5000, settled: 0, posts: [], is: 'approved stand_in' },
  { events: ['AUTHORIZATION 5000', 'AUTHORIZATION_ADVICE 7000'], hold: 7000, settled: 0, posts: [], is: 'approved' },
  {
    events: ['AUTHORIZATION 5000', 'AUTHORIZATION 7000 INSUFFICIENT_FUNDS'],
    hold: 5000,
    settled: 0,
    posts: [],
    is: 'approved',
  },
  {
    events: ['AUTHORIZATION 5000', 'AUTHORIZATION_ADVICE 5000 DECLINED'],
    hold: 0,
    settled: 0,
    posts: [],
    is: 'approved reversed',
  },
  {
    events: ['AUTHORIZATION 5000', 'AUTHORIZATION_REVERSAL 7340 credit'],
    hold: 0,
    settled: 0,
    posts: [],
    is: 'approved reversed',
  },
  {
    events: ['AUTHORIZATION 5000', 'AUTHORIZATION_REVERSAL 2000 credit'],
    hold: 3000,
    settled: 0,
    posts: [],
    is: 'approved',
  },
  {
    events: ['AUTHORIZATION 5000', 'AUTHORIZATION_EXPIRY 5000 credit'],
    hold: 0,
    settled: 0,
    posts: [],
    is: 'approved expired',
  },
  {
    events: ['AUTHORIZATION 5000', 'CLEARING 4500'],
    hold: 0,
    settled: 4500,
    posts: ['debit 4500 hold'],
    is: 'approved settled',
  },
  {
    events: ['AUTHORIZATION 5000', 'CLEARING 1500', 'CLEARING 6000'],
    hold: 0,
    settled: 7500,
    posts: ['debit 1500 hold', 'debit 6000 hold'],
    is: 'approved settled',
  },
  {
    events: ['AUTHORIZATION 5000', 'CLEARING 1500', 'AUTHORIZATION_EXPIRY 3500 credit'],
    hold: 0,
    settled: 1500,
    posts: ['debit 1500 hold'],
    is: 'approved expired',
  },
  {
    events: ['AUTHORIZATION 5000', 'AUTHORIZATION_EXPIRY 5000 credit', 'CLEARING 5000'],
    hold: 0,
    settled: 5000,
    posts: ['debit 5000 hold'],
    is: 'approved settled',
  },
  {
    events: ['AUTHORIZATION 5000', 'CLEARING 1500'],
    hold: 3500,
    settled: 1500,
    posts: ['debit 1500 hold'],
    is: 'approved',
  },
  {
    events: ['AUTHORIZATION 5000', 'CLEARING -1500'],
    hold: 3500,
    settled: 1500,
    posts: ['debit 1500 hold'],
    is: 'approved',
  },
  {
    events: ['AUTHORIZATION 5000 CARD_PAUSED', 'CLEARING 5000'],
    hold: 0,
    settled: 5000,
    posts: ['debit 5000 hold'],
    is: 'declined CARD_PAUSED',
  },
  { events: ['CLEARING 5000'], hold: 0, settled: 5000, posts: ['debit 5000 hold'], is: 'settled' },
  { events: ['RETURN 700 credit'], hold: 0, settled: -700, posts: ['credit 700'], is: '' },
  {
    events: ['RETURN 700 credit', 'RETURN_REVERSAL 700'],
    hold: 0,
    settled: 0,
    posts: ['credit 700', 'debit 700'],
    is: '',
  },
  {
    events: ['FINANCIAL_AUTHORIZATION 6000'],
    hold: 0,
    settled: 6000,
    posts: ['debit 6000 hold'],
    is: 'approved settled',
  },
  {
    events: ['FINANCIAL_AUTHORIZATION 6000 INSUFFICIENT_FUNDS'],
    hold: 0,
    settled: 0,
    posts: [],
    is: 'declined INSUFFICIENT_FUNDS',
  },
  { events: ['FINANCIAL_CREDIT_AUTHORIZATION 600 credit'], hold: 0, settled: -600, posts: ['credit 600'], is: '' },
  { events: ['CORRECTION_DEBIT 40'], hold: 0, settled: 40, posts: ['debit 40'], is: '' },
  { events: ['CORRECTION_CREDIT 40 credit'], hold: 0, settled: -40, posts: ['credit 40'], is: '' },
  {
    events: ['CREDIT_AUTHORIZATION 900 credit', 'CLEARING 900 credit'],
    hold: 0,
    settled: -900,
    posts: ['credit 900'],
    is: 'settled',
  },
]

test('every kind of event is read with the right hold, posts and outcome', () => {
  for (const line of lives) {
    const report = readTransaction(transaction(line.events, line.hold, line.settled))!
    const name = line.events.join(', ')
    assert.equal(report.hold, BigInt(line.hold), name)
    assert.equal(report.settled, BigInt(line.settled), name)
    const posts = report.posts.map(
      ({ direction, amount, usesHold }) => `${direction} ${amount}${usesHold ? ' hold' : ''}`,
    )
    assert.deepEqual(posts, line.posts, name)
    const is = [report.outcome, report.decidedBy, report.ended, report.word].filter(Boolean).join(' ')
    assert.equal(is, line.is, name)
  }
})

test('a transaction that moves no money is not reported', () => {
  for (const events of [
    ['BALANCE_INQUIRY 0'],
    ['AUTHORIZATION 0'],
    ['AUTHORIZATION 0 CARD_SECURITY_CODE_INCORRECT'],
    ['CREDIT_AUTHORIZATION 900 credit'],
    ['CREDIT_AUTHORIZATION_ADVICE 900 credit'],
  ])
    assert.equal(readTransaction(transaction(events, 0, 0)), undefined)
})

test('a hold that was raised from zero and reversed is reported as reversed', () => {
  const report = readTransaction(
    transaction(['AUTHORIZATION 0', 'AUTHORIZATION_ADVICE 5000', 'AUTHORIZATION_REVERSAL 5000 credit'], 0, 0),
  )
  assert.deepEqual([report?.hold, report?.ended, report?.amount], [0n, 'reversed', 5_000n])
})

test('an announced refund holds nothing', () => {
  const report = readTransaction(transaction(['AUTHORIZATION 500'], -900, 0))
  assert.equal(report?.hold, 0n)
})

test('a transaction with more events has a higher version, even within one second or if the clock is set back', () => {
  const first = transaction(['AUTHORIZATION 5000'], 5000, 0)
  const second = transaction(['AUTHORIZATION 5000', 'CLEARING 5000'], 0, 5000)
  const versionOf = (message: TransactionUpdated) => readTransaction(message)!.version
  const before = versionOf(first)
  const later = [
    versionOf({ ...second, updated: first.updated }),
    versionOf({ ...second, updated: '2026-11-15T00:00:00Z' }),
    versionOf({ ...first, updated: at(59) }),
  ]
  for (const version of later) assert.ok(version > before, `${version} after ${before}`)
  assert.ok(versionOf(second) < 2n ** 63n, `${versionOf(second)}`)
})

test('a report has its merchant, references and authentication', () => {
  const message = transaction(['AUTHORIZATION 5000', 'CLEARING 5000'], 0, 5000)
  message.cardholder_authentication = authenticationPayload('ATTEMPTS')
  message.events!.at(-1)!.amounts.merchant = { amount: 4_600, currency: 'EUR' }
  message.events!.at(-1)!.amounts.cardholder.conversion_rate = '1.086957'
  const report = readTransaction(message)!
  assert.equal(report.authorizationRef, TOKEN)
  assert.equal(report.cardRef, CARD)
  assert.equal(report.amount, 5_000n)
  assert.deepEqual(report.merchant, {
    name: 'SQ *SOMA EATS',
    mcc: '5812',
    country: 'US',
    id: '452322000053360',
    city: 'SAN FRANCISCO',
  })
  assert.deepEqual(report.network, { transactionId: 'U1HSCJ', authCode: '071471', arn: '74027255131513000000123' })
  assert.equal(report.posts[0]?.arn, '74027255131513000000123')
  assert.equal(report.authentication, 'attempted')
  assert.deepEqual(report.foreign, { amount: 4_600n, currency: 'EUR', rate: '1.086957' })
})

test('an unknown kind of event changes no hold, and its money shows up as a difference in the settled amount', () => {
  const message = transaction(['AUTHORIZATION 5000', 'CLEARING 700'], 4300, 700)
  message.events![0]!.type = '__proto__' as 'CLEARING'
  const report = readTransaction(message)!
  assert.deepEqual([report.hold, report.settled, report.posts], [4_300n, 700n, []])
})

test('a transaction without its events is reported with its settled amount and no posts', () => {
  const { events: _, ...message } = transaction(['CLEARING 5000'], 0, 5000)
  const report = readTransaction(message as TransactionUpdated)!
  assert.deepEqual([report.posts.length, report.settled], [0, 5_000n])
})

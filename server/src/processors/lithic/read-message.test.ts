import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type AsaRequest,
  asaRequest,
  challengeIssued,
  decisionRequest,
  eventPayload,
  transactionPayload,
} from '../../../test/processors/lithic-payloads.ts'
import type { Inbound } from '../inbound.ts'
import { UnreadableMessage } from '../processor.ts'
import type { Question } from '../question.ts'
import { readMessage } from './read-message.ts'

const merchant = { name: 'SQ *SOMA EATS', mcc: '5812', country: 'USA' }
const CREATED = '2026-11-16T00:00:00Z'
const TOKEN = '2f0c1111-0000-4000-8000-000000000001'
const CARD = '7ef7d65c-9023-4da3-b113-3b8583fd7951'

function asa(changes: Partial<AsaRequest> = {}, amount = 2_500n): AsaRequest {
  const given = { token: TOKEN, status: 'AUTHORIZATION' as const, cardToken: CARD, memo: 'card_1', created: CREATED }
  return { ...asaRequest({ ...given, asked: { amount }, merchant, takesLess: false }), ...changes }
}

function read(message: unknown): Inbound {
  const [inbound, ...more] = readMessage(Buffer.from(JSON.stringify(message)))
  assert.deepEqual(more, [])
  return inbound!
}

function questionOf(message: unknown): Question {
  const inbound = read(message)
  assert.ok(inbound.type === 'question')
  return inbound.question
}

test('an authorization is asked about', () => {
  assert.deepEqual(questionOf(asa()), {
    kind: 'authorize',
    id: `${TOKEN}:AUTHORIZATION:2500:${CREATED}`,
    authorizationRef: TOKEN,
    cardRef: CARD,
    amount: 2_500n,
    amountIs: 'total',
    partial: false,
    merchant: { name: 'SQ *SOMA EATS', mcc: '5812', country: 'US', id: '452322000053360', city: 'SAN FRANCISCO' },
    patienceMs: 6_000,
  })
})

test('what is to be held counts, also where it exceeds the purchase', () => {
  const message = asa()
  message.amounts.hold = { amount: 17_500, currency: 'USD' }
  assert.equal(questionOf(message).amount, 17_500n)
  message.amounts.hold = null
  assert.equal(questionOf(message).amount, 2_500n)
})

test('a repeat has the same id, a raise another', () => {
  const id = (message: AsaRequest) => questionOf(message).id
  assert.equal(id(asa()), id(asa()))
  assert.notEqual(id(asa()), id(asa({}, 3_500n)))
  assert.notEqual(id(asa()), id(asa({ created: '2026-11-16T00:00:09Z' })))
  const named = asa({ event_token: 'e1', created: '2026-11-16T00:00:09Z' })
  assert.equal(id(named), id(asa({ event_token: 'e1' })))
  assert.equal(id(named), `${TOKEN}:e1`)
})

test('each kind of request is a kind of question', () => {
  assert.equal(questionOf(asa({}, 0n)).kind, 'verify')
  assert.equal(questionOf(asa({ status: 'FINANCIAL_AUTHORIZATION' })).kind, 'authorize')
  assert.equal(questionOf(asa({ status: 'BALANCE_INQUIRY' }, 0n)).kind, 'balance')
  const refund = asa({ status: 'CREDIT_AUTHORIZATION' })
  refund.amounts.cardholder.amount = -2_500
  const { kind, amount } = questionOf(refund)
  assert.deepEqual({ kind, amount }, { kind: 'verify', amount: 0n })
})

test('a terminal that takes less, and a cardholder who was authenticated, are told', () => {
  const message = asa()
  message.pos!.terminal!.partial_approval_capable = true
  message.cardholder_authentication!.authentication_result = 'SUCCESS'
  const { partial, authentication } = questionOf(message)
  assert.deepEqual({ partial, authentication }, { partial: true, authentication: 'authenticated' })
  message.cardholder_authentication!.authentication_result = 'DECLINE'
  assert.equal(questionOf(message).authentication, 'failed')
  delete message.pos
  delete message.cardholder_authentication
  assert.equal(questionOf(message).partial, false)
})

test('a purchase in another currency tells what one unit was worth', () => {
  const foreignOf = (cents: number, amount: number, currency: 'EUR' | 'JPY' | 'KWD', rate: string) => {
    const message = asa({}, BigInt(cents))
    message.amounts.merchant = { amount, currency }
    message.amounts.cardholder.conversion_rate = rate
    return questionOf(message).foreign
  }
  assert.deepEqual(foreignOf(2_500, 2_300, 'EUR', '1.086957'), { amount: 2_300n, currency: 'EUR', rate: '1.086957' })
  // 3,750 yen for 25.00; 7.750 dinar for 25.00.
  assert.deepEqual(foreignOf(2_500, 3_750, 'JPY', '0.667'), { amount: 3_750n, currency: 'JPY', rate: '0.0066666667' })
  assert.deepEqual(foreignOf(2_500, 7_750, 'KWD', '0.3226'), { amount: 7_750n, currency: 'KWD', rate: '3.2258064516' })
})

test('3-D Secure asks, and hands over a challenge without a passcode', () => {
  const given = { token: TOKEN, cardToken: CARD, created: CREATED, amount: 9_900n, merchant }
  const request = decisionRequest({ ...given, isChallengeWished: true })
  assert.deepEqual(questionOf(request), {
    kind: 'authenticate',
    id: `3ds:${TOKEN}`,
    authorizationRef: TOKEN,
    cardRef: CARD,
    amount: 9_900n,
    amountIs: 'total',
    partial: false,
    merchant: { name: 'SQ *SOMA EATS', mcc: '5812', country: 'US' },
    expiryMatches: true,
    wantsChallenge: true,
    patienceMs: 3_000,
  })
  assert.deepEqual(read(challengeIssued(request, CREATED, '2026-11-16T00:10:00Z')), {
    type: 'challenge',
    challenge: {
      ref: TOKEN,
      cardRef: CARD,
      merchant: 'SQ *SOMA EATS',
      amount: 9_900n,
      passcode: undefined,
      expiresAt: new Date('2026-11-16T00:10:00Z'),
    },
  })
})

test('a card that is stored with a merchant is challenged like a purchase of nothing', () => {
  const given = { token: TOKEN, cardToken: CARD, created: CREATED, amount: 0n, merchant }
  const request = { ...decisionRequest({ ...given, isChallengeWished: true }), transaction: null }
  const { amount, wantsChallenge } = questionOf(request)
  assert.deepEqual({ amount, wantsChallenge }, { amount: 0n, wantsChallenge: true })
  const inbound = read(challengeIssued(request, CREATED, '2026-11-16T00:10:00Z'))
  assert.equal(inbound.type === 'challenge' && inbound.challenge.amount, 0n)
})

test('a card that changed there is new; what does not concern us is not', () => {
  const changed = (state: string) => ({ event_type: 'card.updated', card_token: CARD, state, previous_fields: {} })
  assert.deepEqual(read(changed('OPEN')), { type: 'card', cardRef: CARD, state: 'active' })
  assert.deepEqual(read(changed('PAUSED')), { type: 'card', cardRef: CARD, state: 'frozen' })
  assert.deepEqual(read(changed('CLOSED')), { type: 'card', cardRef: CARD, state: 'closed' })
  assert.deepEqual(read(changed('PENDING_ACTIVATION')), { type: 'card', cardRef: CARD, state: 'frozen' })
  assert.throws(() => read(changed('constructor')), UnreadableMessage)
  assert.deepEqual(read({ event_type: 'statements.created' }), { type: 'ignored', what: 'statements.created' })
})

test('amounts that cannot be are unreadable, and the path is told', () => {
  const complaint = (change: (message: AsaRequest) => void) => {
    const message = asa()
    change(message)
    try {
      read(message)
    } catch (error) {
      assert.ok(error instanceof UnreadableMessage)
      return error.message
    }
    return undefined
  }
  assert.equal(
    complaint((m) => {
      m.amounts.hold!.amount = -1
    }),
    'amounts.hold.amount: negative',
  )
  assert.equal(
    complaint((m) => {
      m.amounts.hold!.amount = 2 ** 53
    }),
    'amounts.hold.amount: not a whole number',
  )
  assert.equal(
    complaint((m) => {
      m.amounts.hold!.amount = 0.5
    }),
    'amounts.hold.amount: not a whole number',
  )
  assert.equal(
    complaint((m) => {
      m.amounts.hold!.currency = 'EUR'
    }),
    'amounts.hold: not in USD',
  )
  assert.equal(
    complaint((m) => {
      m.status = 'toString' as 'AUTHORIZATION'
    }),
    'status: not a known kind of question',
  )
  assert.equal(
    complaint((m) => {
      m.card = null as never
    }),
    'card: not an object',
  )
})

test('whatever arrives is read, ignored or unreadable, and nothing else', () => {
  const wholes = [
    asa(),
    decisionRequest({ token: TOKEN, cardToken: CARD, created: CREATED, amount: 1n, merchant, isChallengeWished: true }),
    transactionPayload({
      token: TOKEN,
      cardToken: CARD,
      created: CREATED,
      updated: CREATED,
      merchant,
      events: [
        eventPayload({
          token: 'e1',
          type: 'CLEARING',
          created: CREATED,
          asked: { amount: 5n },
          polarity: 'DEBIT',
          result: 'APPROVED',
        }),
      ],
      hold: 5n,
      settled: 0n,
    }),
    { event_type: 'card.updated', card_token: CARD, state: 'OPEN' },
  ]
  const damaged = fc.tuple(fc.constantFrom(...wholes), fc.nat(), fc.anything()).map(([whole, at, rubbish]) => {
    const copy: Record<string, unknown> = structuredClone({ ...whole })
    const places = placesIn(copy).filter(({ name }) => name !== 'event_type')
    const { parent, name } = places[at % places.length]!
    parent[name] = rubbish
    return copy
  })
  const survives = (body: Buffer) => {
    try {
      readMessage(body)
    } catch (error) {
      assert.ok(error instanceof UnreadableMessage, String(error))
    }
  }
  fc.assert(
    fc.property(damaged, (message) => survives(Buffer.from(jsonOf(message)))),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(fc.constantFrom(...wholes), fc.nat(3_000), (whole, at) =>
      survives(Buffer.from(JSON.stringify(whole).slice(0, at))),
    ),
  )
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => survives(Buffer.from(bytes))))
  survives(Buffer.alloc(1_000_000, 'x'))
  survives(Buffer.from(`{"event_type":"card_transaction.updated","events":${'['.repeat(500_000)}`))
})

/** Every member of every object in it, however deep. */
function placesIn(value: unknown): { parent: Record<string, unknown>; name: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.keys(parent).flatMap((name) => [{ parent, name }, ...placesIn(parent[name])])
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each))
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Stripe from 'stripe'
import { SECRET, stripeWith } from '../../../test/processors/stripe-messages.ts'
import {
  authorizationOf,
  balanceTransactionOf,
  cardholderOf,
  cardOf,
  merchantDataOf,
  requestOf,
  transactionOf,
} from '../../../test/processors/stripe-objects.ts'
import { StripeState } from '../../../test/processors/stripe-state.ts'
import type { Report } from '../inbound.ts'
import type { Question } from '../question.ts'

const CREATED = 1_794_787_200
const stripe = stripeWith({})
const read = (event: unknown, processor = stripe) => processor.read(Buffer.from(JSON.stringify(event)))
const merchant = merchantDataOf({ name: 'SOMA EATS', mcc: '5812', country: 'US' })
const holder = cardholderOf('ich_1', CREATED, new URLSearchParams({ name: 'Example Company' }))
const card = cardOf('ic_1', CREATED, holder, new URLSearchParams({ status: 'active' }))

const base = {
  id: 'evt_1',
  object: 'event' as const,
  api_version: '2026-08-26.dahlia',
  created: CREATED,
  livemode: false,
  pending_webhooks: 1,
  request: null,
}
const request = (changes: Partial<Stripe.Issuing.Authorization> = {}) =>
  ({
    ...base,
    type: 'issuing_authorization.request',
    data: {
      object: {
        ...authorizationOf('iauth_1', CREATED, card, merchant),
        pending_request: {
          amount: 2_500,
          amount_details: null,
          currency: 'usd',
          is_amount_controllable: false,
          merchant_amount: 2_500,
          merchant_currency: 'usd',
          network_risk_score: 12,
        },
        ...changes,
      },
    },
  }) satisfies Stripe.IssuingAuthorizationRequestEvent
const updated = (changes: Partial<Stripe.Issuing.Authorization>, created = CREATED) =>
  ({
    ...base,
    created,
    type: 'issuing_authorization.updated',
    data: { object: { ...authorizationOf('iauth_1', CREATED, card, merchant), ...changes } },
  }) satisfies Stripe.IssuingAuthorizationUpdatedEvent
const posted = (changes: Partial<Stripe.Issuing.Transaction>) =>
  ({
    ...base,
    type: 'issuing_transaction.created',
    data: {
      object: {
        ...transactionOf('ipi_1', CREATED, {
          card,
          merchant,
          type: 'capture',
          amount: -2_500,
          authorization: 'iauth_1',
        }),
        ...changes,
      },
    },
  }) satisfies Stripe.IssuingTransactionCreatedEvent

function questionOf(event: unknown): Question {
  const [inbound] = read(event)
  assert.equal(inbound?.type, 'question')
  return (inbound as { question: Question }).question
}

function reportOf(event: unknown): Report {
  const [inbound] = read(event)
  assert.equal(inbound?.type, 'report')
  return (inbound as { report: Report }).report
}

test('an authorization request is identified by its event and asks for the additional amount', () => {
  assert.deepEqual(questionOf(request()), {
    kind: 'authorize',
    id: 'evt_1',
    authorizationRef: 'iauth_1',
    cardRef: 'ic_1',
    amount: 2_500n,
    amountIs: 'extra',
    partial: false,
    merchant: { name: 'SOMA EATS', mcc: '5812', country: 'US', id: '452322000053360' },
    cvvMatches: true,
    expiryMatches: true,
    network: { transactionId: 'netiauth_1' },
    patienceMs: 2_000,
    isIncrement: false,
    decidedBefore: 0,
  })
})

test("an authorization request has the merchant's currency, the checks of Stripe, and whether a partial approval is possible", () => {
  const verification = authorizationOf('iauth_1', CREATED, card, merchant).verification_data
  const question = questionOf(
    request({
      pending_request: {
        amount: 2_345,
        amount_details: null,
        currency: 'usd',
        is_amount_controllable: true,
        merchant_amount: 3_500,
        merchant_currency: 'jpy',
        network_risk_score: null,
      },
      verification_data: {
        ...verification,
        cvc_check: 'mismatch',
        expiry_check: 'not_provided',
        three_d_secure: { result: 'authenticated' },
      },
    }),
  )
  assert.equal(question.partial, true)
  assert.deepEqual(question.foreign, { amount: 3_500n, currency: 'JPY', rate: '0.0067' })
  assert.equal(question.cvvMatches, false)
  assert.equal('expiryMatches' in question, false)
  assert.equal(question.authentication, 'authenticated')
})

test('amounts in another currency are in its smallest unit and have a rate that can be stored', () => {
  const foreign = (currency: string, merchantAmount: number, amount = 1_000) =>
    reportOf(updated({ amount, approved: true, merchant_currency: currency, merchant_amount: merchantAmount })).foreign
  assert.deepEqual(foreign('eur', 920), { amount: 920n, currency: 'EUR', rate: '1.086956521739' })
  assert.deepEqual(foreign('isk', 140_000), { amount: 1_400n, currency: 'ISK', rate: '0.007142857143' })
  assert.deepEqual(foreign('mga', 45_000), { amount: 4_500_000n, currency: 'MGA', rate: '0.000222222222' })
  assert.deepEqual(foreign('kwd', 3_070), { amount: 3_070n, currency: 'KWD', rate: '3.257328990228' })
  assert.equal(foreign('usd', 1_000), undefined)
  assert.equal(foreign('eur', 0), undefined)
  assert.equal(foreign('eur', 500, 0), undefined)
  assert.equal(foreign('euro', 500), undefined)
})

test('an authorization request of 0 is a card verification', () => {
  const pending = { ...request().data.object.pending_request!, amount: 0, merchant_amount: 0 }
  assert.equal(questionOf(request({ pending_request: pending })).kind, 'verify')
})

test('an approved authorization holds its amount less the captures, and shows who decided', () => {
  const first = requestOf(CREATED, 2_500, { approved: true, reason: 'webhook_approved' })
  const capture = transactionOf('ipi_1', CREATED, {
    card,
    merchant,
    type: 'capture',
    amount: -1_000,
    authorization: 'iauth_1',
  })
  const refund = { ...capture, id: 'ipi_2', type: 'refund' as const, amount: 300 }
  const report = reportOf(
    updated({
      amount: 2_500,
      approved: true,
      request_history: [first],
      transactions: [capture, refund],
      balance_transactions: [balanceTransactionOf('txn_1', CREATED, -2_500)],
    }),
  )
  assert.deepEqual(report, {
    authorizationRef: 'iauth_1',
    cardRef: 'ic_1',
    version: (BigInt(CREATED) << 20n) + 4n,
    hold: 1_500n,
    outcome: 'approved',
    decidedBy: 'us',
    ended: undefined,
    word: undefined,
    amount: 2_500n,
    requests: { count: 1, lastAt: 1_794_787_200_000 },
    posts: [
      { id: 'ipi_1', direction: 'debit', amount: 1_000n, usesHold: true },
      { id: 'ipi_2', direction: 'credit', amount: 300n, usesHold: false },
    ],
    settled: undefined,
    merchant: { name: 'SOMA EATS', mcc: '5812', country: 'US', id: '452322000053360' },
    network: { transactionId: 'netiauth_1', authCode: 'S498162' },
  })
})

test('an authorization that has ended is reported with its end and without a hold', () => {
  const endOf = (status: string, amount = 2_500) => {
    const { hold, ended } = reportOf(updated({ amount, approved: true, status }))
    return [hold, ended]
  }
  assert.deepEqual(endOf('pending'), [2_500n, undefined])
  assert.deepEqual(endOf('closed'), [0n, 'settled'])
  assert.deepEqual(endOf('reversed'), [0n, 'reversed'])
  assert.deepEqual(endOf('expired'), [0n, 'expired'])
  assert.deepEqual(endOf('of the future'), [undefined, undefined])
})

test('the last request of an authorization shows who decided, and the reason', () => {
  const historyOf = (...requests: [approved: boolean, reason: string][]) => {
    const isApproved = requests.some(([approved]) => approved)
    const { outcome, decidedBy, word, amount, hold } = reportOf(
      updated({
        amount: isApproved ? 2_500 : 0,
        approved: isApproved,
        status: isApproved ? 'pending' : 'closed',
        request_history: requests.map(([approved, reason], index) =>
          requestOf(CREATED + index, 700, { approved, reason }),
        ),
      }),
    )
    return [outcome, decidedBy, word, amount, hold]
  }
  assert.deepEqual(historyOf([true, 'webhook_approved']), ['approved', 'us', undefined, 2_500n, 2_500n])
  assert.deepEqual(historyOf([true, 'webhook_timeout']), ['approved', 'stand_in', undefined, 2_500n, 2_500n])
  assert.deepEqual(historyOf([true, 'network_fallback']), ['approved', 'stand_in', undefined, 2_500n, 2_500n])
  assert.deepEqual(historyOf([true, 'card_active']), ['approved', 'stand_in', undefined, 2_500n, 2_500n])
  assert.deepEqual(historyOf([false, 'webhook_declined']), ['declined', 'us', 'webhook_declined', 700n, 0n])
  assert.deepEqual(historyOf([false, 'card_inactive']), ['declined', 'stand_in', 'card_inactive', 700n, 0n])
  const error = 'webhook_error: the response cannot be read'
  assert.deepEqual(historyOf([false, 'webhook_error']), ['declined', 'stand_in', error, 700n, 0n])
  // An increment that was declined leaves the authorization approved.
  assert.deepEqual(historyOf([true, 'webhook_approved'], [false, 'insufficient_funds']), [
    'approved',
    'us',
    undefined,
    2_500n,
    2_500n,
  ])
  assert.deepEqual(historyOf(), ['declined', undefined, undefined, 0n, 0n])
})

test('a transaction is one post of its authorization and does not change the hold', () => {
  const { hold, version, outcome, posts, authorizationRef } = reportOf(posted({}))
  assert.equal(authorizationRef, 'iauth_1')
  assert.deepEqual([hold, version, outcome], [undefined, 0n, undefined])
  assert.deepEqual(posts, [{ id: 'ipi_1', direction: 'debit', amount: 2_500n, usesHold: true }])
  const expanded = { id: 'iauth_9' } as Stripe.Issuing.Authorization
  assert.equal(reportOf(posted({ authorization: expanded, card })).authorizationRef, 'iauth_9')
})

test('a capture without an authorization and a separate refund are reported as their own authorizations', () => {
  const forced = reportOf(posted({ authorization: null }))
  assert.deepEqual([forced.authorizationRef, forced.hold, forced.ended], ['ipi_1', 0n, 'settled'])
  assert.equal(forced.version, BigInt(CREATED) << 20n)
  const refund = reportOf(posted({ authorization: null, type: 'refund', amount: 900 }))
  assert.deepEqual(refund.posts, [{ id: 'ipi_1', direction: 'credit', amount: 900n, usesHold: false }])
  const takenBack = reportOf(posted({ authorization: null, type: 'refund', amount: -900 }))
  assert.deepEqual(takenBack.posts, [{ id: 'ipi_1', direction: 'debit', amount: 900n, usesHold: false }])
  assert.deepEqual(read(posted({ amount: 0 })), [{ type: 'ignored', what: 'issuing_transaction.created' }])
})

test('a card event is read as the state of the card', () => {
  const stateOf = (status: string) =>
    read({ ...base, type: 'issuing_card.updated', data: { object: { ...card, status } } })
  const is = (state: string) => [{ type: 'card', cardRef: 'ic_1', state }]
  assert.deepEqual(stateOf('active'), is('active'))
  assert.deepEqual(stateOf('inactive'), is('frozen'))
  assert.deepEqual(stateOf('canceled'), is('closed'))
  assert.deepEqual(stateOf('lost'), is('closed'))
  assert.deepEqual(stateOf('of the future'), [{ type: 'ignored', what: 'issuing_card.updated' }])
})

test('unrelated events and events of the other mode are ignored', () => {
  assert.deepEqual(read({ ...base, type: 'charge.succeeded', data: { object: {} } }), [
    { type: 'ignored', what: 'charge.succeeded' },
  ])
  const live = stripeWith({ apiKey: 'sk_live_1' })
  const trial = stripeWith({ apiKey: 'sk_test_1' })
  const ignored = [{ type: 'ignored', what: 'issuing_authorization.request of the other mode' }]
  assert.deepEqual(read(request(), live), ignored)
  assert.equal(read(request(), trial)[0]!.type, 'question')
  assert.deepEqual(read({ ...request(), livemode: true }, trial), ignored)
  assert.equal(read({ ...request(), livemode: true }, live)[0]!.type, 'question')
})

test('a message of an older API version is read as far as possible', () => {
  const old = { ...base, api_version: '2019-12-03', livemode: undefined, type: 'issuing_authorization.updated' }
  const object = {
    id: 'iauth_1',
    amount: 2_500,
    approved: true,
    status: 'reversed',
    card: 'ic_1',
    currency: 'usd',
    merchant_data: { name: null, category: 'eating_places_restaurants', country: 'us' },
    request_history: [{ amount: 2_500, approved: true, created: CREATED }],
    transactions: ['ipi_1'],
  }
  const report = reportOf({ ...old, data: { object } })
  assert.deepEqual([report.hold, report.ended, report.outcome], [0n, 'reversed', 'approved'])
  assert.deepEqual([report.decidedBy, report.posts], [undefined, []])
  assert.deepEqual(report.merchant, { name: 'Unknown merchant', mcc: '0000', country: 'US' })
  const asked = { ...object, status: 'pending', pending_request: { amount: 2_500 }, merchant_data: undefined }
  const question = questionOf({ ...old, type: 'issuing_authorization.request', data: { object: asked } })
  assert.equal(question.partial, false)
  assert.equal(question.merchant.country, 'ZZ')
})

test("the signature of the simulated Stripe is accepted by Stripe's own library and by us", () => {
  const clock = () => new Date(CREATED * 1000)
  const state = new StripeState({ seed: 1, clock, ask: async () => assert.fail() })
  const { headers, body } = state.sign('events', JSON.stringify(updated({})))
  const library = new Stripe('sk_test_none')
  const event = library.webhooks.constructEvent(
    body,
    headers['stripe-signature']!,
    state.signingSecret,
    300,
    undefined,
    CREATED * 1000,
  )
  assert.equal(event.type, 'issuing_authorization.updated')
  stripeWith({ signingSecrets: () => ['whsec_other', state.signingSecret] }).verify(headers, Buffer.from(body), clock())
  assert.throws(() => library.webhooks.constructEvent(body, headers['stripe-signature']!, SECRET))
})

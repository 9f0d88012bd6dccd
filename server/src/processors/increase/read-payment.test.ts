import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CardPayment } from 'increase/resources/card-payments.js'
import { authenticationElement } from '../../../test/processors/increase-decisions.ts'
import * as objects from '../../../test/processors/increase-objects.ts'
import { Field } from '../fields.ts'
import type { Report } from '../inbound.ts'
import { isRemainderUnsure, sumElements } from './payment-elements.ts'
import { readPayment } from './read-payment.ts'

const AT = '2026-11-16T12:00:00Z'
const SHOP = { name: 'SQ *SOMA EATS', mcc: '5812', country: 'US' }

let count = 0
const scene: objects.Scene = {
  paymentId: 'card_payment_1',
  merchant: SHOP,
  at: AT,
  newId: (type) => `${type}_${++count}`,
}
type Element = Omit<CardPayment.Element, 'created_at'>

function payment(elements: Element[], state: Partial<CardPayment.State> = {}): CardPayment {
  return {
    id: 'card_payment_1',
    account_id: 'account_1',
    card_id: 'card_1',
    created_at: AT,
    digital_wallet_token_id: null,
    elements: elements.map((element) => ({ ...element, created_at: AT })),
    physical_card_id: null,
    state: {
      authorized_amount: 0,
      fuel_confirmed_amount: 0,
      incremented_amount: 0,
      refund_authorized_amount: 0,
      refunded_amount: 0,
      reversed_amount: 0,
      settled_amount: 0,
      ...state,
    },
    type: 'card_payment',
  }
}

function reportOf(object: CardPayment, pendingHold?: bigint): Report {
  const inbound = readPayment(new Field(JSON.parse(JSON.stringify(object)), ''), 'account_1', pendingHold)
  assert.equal(inbound.type, 'report')
  return (inbound as { report: Report }).report
}

const approved = objects.authorization(scene, { amount: 10_000 }, 'user', 'real_time_decision_1')
const authorized: Element = { category: 'card_authorization', card_authorization: approved }
const incremented: Element = {
  category: 'card_increment',
  card_increment: objects.increment(scene, approved.id, 2_000, 12_000, 'user', null),
}
const reversed = (amount: number): Element => ({
  category: 'card_reversal',
  card_reversal: objects.reversal(scene, approved.id, amount, 0),
})
const expired = (amount: number): Element => ({
  category: 'card_authorization_expiration',
  card_authorization_expiration: objects.expiration(scene, approved.id, amount),
})
const settled = (amount: number, id: string | null = approved.id): Element => ({
  category: 'card_settlement',
  card_settlement: objects.settlement(scene, id, { amount }),
})
const refunded = (amount: number): Element => ({
  category: 'card_refund',
  card_refund: objects.refund(scene, { amount }),
})
const declined = (reason: objects.DeclineWhy['reason'], incrementedId: string | null): Element => ({
  category: 'card_decline',
  card_decline: objects.decline(scene, { amount: 700 }, 'increase', null, {
    reason,
    decided: null,
    incremented: incrementedId,
  }),
})
const confirmed: Element = {
  category: 'card_fuel_confirmation',
  card_fuel_confirmation: objects.fuelConfirmation(scene, approved.id, 4_200),
}

test('the held amount is computed from all elements of a payment', () => {
  const table: [string, Element[], bigint, Report['ended']][] = [
    ['authorized', [authorized], 10_000n, undefined],
    ['incremented', [authorized, incremented], 12_000n, undefined],
    ['a declined increment', [authorized, declined('webhook_declined', approved.id)], 10_000n, undefined],
    ['reversed in part', [authorized, reversed(4_000)], 6_000n, undefined],
    ['reversed', [authorized, incremented, reversed(12_000)], 0n, 'reversed'],
    ['expired', [authorized, expired(10_000)], 0n, 'expired'],
    ['settled', [authorized, settled(10_000)], 0n, 'settled'],
    ['settled for more', [authorized, settled(11_500)], 0n, 'settled'],
    ['settled after it expired', [authorized, expired(10_000), settled(10_000)], 0n, 'settled'],
    ['the pump has said how much', [authorized, confirmed], 4_200n, undefined],
    ['the pump is paid', [authorized, confirmed, settled(4_200)], 0n, 'settled'],
    ['posted without it', [authorized, settled(3_000, null)], 10_000n, undefined],
    ['in another order', [settled(10_000), incremented, reversed(2_000), authorized], 0n, 'reversed'],
  ]
  for (const [name, elements, hold, ended] of table) {
    const report = reportOf(payment(elements))
    assert.deepEqual([report.hold, report.ended, report.outcome], [hold, ended, 'approved'], name)
  }
})

test('after a partial settlement the pending transactions show whether the rest is still held', () => {
  const object = payment([authorized, settled(6_000)])
  assert.equal(isRemainderUnsure(sumElements(new Field(object, ''))), true)
  assert.deepEqual(pick(reportOf(object, 4_000n)), { hold: 4_000n, ended: undefined, version: 2_000n })
  assert.deepEqual(pick(reportOf(object, 0n)), { hold: 0n, ended: 'settled', version: 2_001n })
  for (const elements of [[authorized], [authorized, settled(10_000)], [authorized, reversed(4_000)]]) {
    assert.equal(isRemainderUnsure(sumElements(new Field(payment(elements), ''))), false)
  }
})

function pick({ hold, ended, version }: Report) {
  return { hold, ended, version }
}

test('each settlement and each refund is a posting with its own id', () => {
  const elements = [authorized, settled(6_000), settled(4_000), settled(900, null), refunded(2_500)]
  const report = reportOf(payment(elements, { settled_amount: 10_900, refunded_amount: 2_500 }))
  assert.deepEqual(
    report.posts.map(({ direction, amount, usesHold }) => [direction, amount, usesHold]),
    [
      ['debit', 6_000n, true],
      ['debit', 4_000n, true],
      ['debit', 900n, false],
      ['credit', 2_500n, false],
    ],
  )
  assert.equal(new Set(report.posts.map(({ id }) => id)).size, 4)
  assert.equal(report.settled, 8_400n)
  assert.equal(report.posts[0]!.arn, '83163715445437604865089')
  assert.equal(report.network?.arn, '83163715445437604865089')
})

test('a financial message is posted immediately, and the settled amount of the payment is not compared', () => {
  const financial = objects.financial(scene, { amount: 1_500 })
  const report = reportOf(payment([{ category: 'card_financial', card_financial: financial }]))
  assert.deepEqual(report.posts, [{ id: financial.id, direction: 'debit', amount: 1_500n, usesHold: true }])
  assert.deepEqual([report.outcome, report.hold, report.ended, report.settled], ['approved', 0n, 'settled', undefined])
  const credit = { ...financial, direction: 'refund' as const }
  const given = reportOf(payment([{ category: 'card_financial', card_financial: credit }]))
  assert.deepEqual([given.posts[0]!.direction, given.outcome], ['credit', undefined])
})

test('a decline has the reason of Increase and shows who declined', () => {
  const report = reportOf(payment([declined('cvv2_mismatch', null)]))
  assert.deepEqual(
    [report.outcome, report.word, report.amount, report.hold, report.decidedBy, report.posts],
    ['declined', 'cvv2_mismatch', 700n, 0n, 'stand_in', []],
  )
  const forced = reportOf(payment([declined('cvv2_mismatch', null), settled(700, null)], { settled_amount: 700 }))
  assert.deepEqual([forced.outcome, forced.posts.length, forced.hold, forced.word], [undefined, 1, 0n, undefined])
})

test('a report shows whether we decided or Increase or the network stood in', () => {
  const actioners: [objects.Actioner, Report['decidedBy']][] = [
    ['user', 'us'],
    ['increase', 'stand_in'],
    ['network', 'stand_in'],
  ]
  for (const [actioner, decidedBy] of actioners) {
    const card_authorization = objects.authorization(scene, { amount: 1 }, actioner, null)
    assert.equal(reportOf(payment([{ category: 'card_authorization', card_authorization }])).decidedBy, decidedBy)
  }
})

test('a purchase in another currency has its rate, computed with the decimals of that currency', () => {
  const table: [number, { amount: number; currency: string }, string][] = [
    [1_085, { amount: 1_000, currency: 'EUR' }, '1.085'],
    [650, { amount: 1_000, currency: 'JPY' }, '0.0065'],
    [325, { amount: 1_000, currency: 'KWD' }, '3.25'],
    [333, { amount: 1_000, currency: 'GBP' }, '0.333'],
    [100, { amount: 300, currency: 'CAD' }, '0.3333333333'],
  ]
  for (const [amount, presentment, rate] of table) {
    const card_authorization = objects.authorization(scene, { amount, presentment }, 'user', null)
    const report = reportOf(payment([{ category: 'card_authorization', card_authorization }]))
    assert.deepEqual(report.foreign, { amount: BigInt(presentment.amount), currency: presentment.currency, rate })
  }
  assert.equal(reportOf(payment([authorized])).foreign, undefined)
})

test('the 3-D Secure result comes from the challenge, or from the acquirer if there is none', () => {
  const waiting = authenticationElement(scene, 'card_1', { amount: 10_000, currency: 'USD', estimated: null })
  const versions = []
  for (const [status, expected] of [
    ['awaiting_challenge', undefined],
    ['validating_challenge', undefined],
    ['authenticated_with_challenge', 'authenticated'],
  ] as const) {
    const report = reportOf(
      payment([{ category: 'card_authentication', card_authentication: { ...waiting, status } }, authorized]),
    )
    assert.equal(report.authentication, expected)
    versions.push(report.version)
  }
  assert.deepEqual(versions, [2_002n, 2_004n, 2_006n])
  const denied = { ...waiting, challenge: null, status: 'denied' as const }
  const elements = [{ category: 'card_authentication' as const, card_authentication: denied }, authorized]
  assert.equal(reportOf(payment(elements)).authentication, 'failed')
  const visa = {
    ...approved.network_details.visa,
    electronic_commerce_indicator: 'secure_electronic_commerce' as const,
  }
  const secure = { ...approved, network_details: { ...approved.network_details, visa } }
  const report = reportOf(payment([{ category: 'card_authorization', card_authorization: secure }]))
  assert.equal(report.authentication, 'authenticated')
})

test('the version increases with each element, also within one second', () => {
  const elements = [authorized, incremented, reversed(1_000), settled(6_000), settled(5_000), refunded(1)]
  const versions = elements.map((_, index) => reportOf(payment(elements.slice(0, index + 1)), 0n).version)
  for (const [index, version] of versions.entries())
    if (index > 0) assert.ok(version > versions[index - 1]!, `${version} after ${versions[index - 1]}`)
})

test('a payment that moves no money or belongs to another account is ignored', () => {
  const validation = objects.validation(scene, null)
  const credit = { ...approved, direction: 'refund' as const }
  for (const object of [
    payment([]),
    payment([{ category: 'card_validation', card_validation: validation }]),
    payment([{ category: 'card_authorization', card_authorization: credit }]),
    payment([{ category: 'other', other: {} }]),
    { ...payment([authorized]), account_id: 'account_2' },
  ]) {
    assert.equal(readPayment(new Field(object, ''), 'account_1', undefined).type, 'ignored')
  }
})

test('an authorization is read with all its fields', () => {
  assert.deepEqual(reportOf(payment([authorized], { authorized_amount: 10_000 })), {
    authorizationRef: 'card_payment_1',
    cardRef: 'card_1',
    version: 1_000n,
    hold: 10_000n,
    outcome: 'approved',
    decidedBy: 'us',
    ended: undefined,
    word: undefined,
    amount: 10_000n,
    requests: { count: 1, lastAt: 1_794_830_400_000 },
    posts: [],
    settled: 0n,
    merchant: { ...SHOP, id: '566527001100016', city: 'New York' },
    network: { transactionId: '627199945183184', authCode: 'A1B2C3' },
  })
})

// Reading any message gives a valid result or throws `UnreadableMessage`, and never another error.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { stripeWith } from '../../../test/processors/stripe-messages.ts'
import {
  authorizationOf,
  balanceTransactionOf,
  cardholderOf,
  cardOf,
  merchantDataOf,
  requestOf,
  transactionOf,
} from '../../../test/processors/stripe-objects.ts'
import type { Inbound, Report } from '../inbound.ts'
import { UnreadableMessage } from '../processor.ts'
import type { Question } from '../question.ts'

const CREATED = 1_794_787_200
const stripe = stripeWith({})
const merchant = merchantDataOf({ name: 'SOMA EATS', mcc: '5812', country: 'US' })
const card = cardOf('ic_1', CREATED, cardholderOf('ich_1', CREATED, new URLSearchParams()), new URLSearchParams())
const transaction = transactionOf('ipi_1', CREATED, {
  card,
  merchant,
  type: 'capture',
  amount: -500,
  authorization: null,
})
const authorization = {
  ...authorizationOf('iauth_1', CREATED, card, merchant),
  amount: 2_500,
  approved: true,
  merchant_amount: 2_300,
  merchant_currency: 'eur',
  pending_request: {
    amount: 2_500,
    currency: 'usd',
    is_amount_controllable: true,
    merchant_amount: 2_300,
    merchant_currency: 'eur',
  },
  request_history: [requestOf(CREATED, 2_500, { approved: true, reason: 'webhook_approved' })],
  balance_transactions: [balanceTransactionOf('txn_1', CREATED, -2_500)],
  transactions: [transaction],
}
const objects = {
  'issuing_authorization.request': authorization,
  'issuing_authorization.created': authorization,
  'issuing_transaction.created': transaction,
  'issuing_card.updated': card,
}
const events = Object.entries(objects).map(([type, object]) => ({
  id: 'evt_1',
  object: 'event',
  created: CREATED,
  livemode: false,
  type,
  data: { object },
}))

/** Returns undefined if the message cannot be read. */
function read(body: Buffer): Inbound[] | undefined {
  try {
    return stripe.read(body)
  } catch (error) {
    assert.ok(error instanceof UnreadableMessage, String(error))
    return undefined
  }
}

function assertSound(inbound: Inbound): void {
  if (inbound.type === 'question') assertSoundQuestion(inbound.question)
  if (inbound.type === 'report') assertSoundReport(inbound.report)
}

function assertSoundQuestion({ amount, merchant, id, cardRef, authorizationRef }: Question): void {
  assert.ok(amount >= 0n, `${amount}`)
  assertSoundMerchant(merchant)
  for (const text of [id, cardRef, authorizationRef]) assert.ok(text.length > 0 && text.length <= 500, text)
}

function assertSoundReport({ hold, amount, posts, version, merchant, word, foreign }: Report): void {
  assert.ok(hold === undefined || hold >= 0n, `${hold}`)
  assert.ok(amount >= 0n, `${amount}`)
  assert.ok(version >= 0n && version < 2n ** 63n, `${version}`)
  assert.ok(
    posts.every((post) => post.amount > 0n && post.id !== ''),
    posts.map((post) => `${post.id} ${post.amount}`).join(),
  )
  assert.ok(word === undefined || word.length <= 200, word)
  assert.ok(foreign === undefined || foreign.amount > 0n, `${foreign?.amount}`)
  assertSoundMerchant(merchant)
}

function assertSoundMerchant({ name, mcc, country }: Question['merchant']): void {
  assert.ok(name.length >= 1 && name.length <= 200, name)
  assert.match(mcc, /^\d{4}$/)
  assert.match(country, /^[A-Z]{2}$/)
}

/** Lists every place in a message as its path. */
function placesIn(value: unknown, way: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [way]
  return [way, ...Object.entries(value).flatMap(([name, each]) => placesIn(each, [...way, name]))]
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value))
    return value.map((each, index) => (String(index) === name ? replaced(each, rest, by) : each))
  return { ...(value as object), [name]: replaced((value as Record<string, unknown>)[name], rest, by) }
}

const strange = [
  null,
  undefined,
  true,
  0,
  -1,
  1.5,
  1e300,
  2 ** 53,
  '',
  'x',
  '\u0000',
  'é'.repeat(3_000),
  [],
  [null],
  {},
]

test('any strange value in any place of a message is read or rejected', () => {
  let count = 0
  for (const event of events) {
    for (const place of placesIn(event)) {
      for (const value of strange) {
        const body = Buffer.from(JSON.stringify(replaced(event, place, value)) ?? '')
        for (const inbound of read(body) ?? []) assertSound(inbound)
        count += 1
      }
    }
  }
  assert.ok(count > 5_000, `${count} messages`)
})

test('a truncated message and random bytes are rejected', () => {
  const whole = Buffer.from(JSON.stringify(events[0]))
  for (let length = 0; length < whole.length; length += 7) assert.equal(read(whole.subarray(0, length)), undefined)
  assert.equal(read(Buffer.alloc(1_000_000, '[')), undefined)
  assert.equal(read(Buffer.from(`"${'x'.repeat(1_000_000)}"`)), undefined)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => assert.equal(read(Buffer.from(bytes)), undefined)),
  )
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(objects)), (object, type) => {
      for (const inbound of read(Buffer.from(JSON.stringify({ id: 'evt_1', created: 1, type, data: { object } }))) ??
        []) {
        assertSound(inbound)
      }
    }),
  )
})

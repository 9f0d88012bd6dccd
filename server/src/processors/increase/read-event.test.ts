import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Event } from 'increase/resources/events.js'
import {
  authenticationDecision,
  authorizationDecision,
  balanceDecision,
  challengeDecision,
} from '../../../test/processors/increase-decisions.ts'
import * as objects from '../../../test/processors/increase-objects.ts'
import { Field } from '../fields.ts'
import { UnreadableMessage } from '../processor.ts'
import { readHeld } from './fetch-object.ts'
import { readDecision } from './read-decision.ts'
import { questionCategories, readMessage, updateCategories } from './read-event.ts'
import { readPayment } from './read-payment.ts'

function message(category: Event['category'], id: string): Buffer {
  const event: Event = {
    id: 'event_1',
    associated_object_id: id,
    associated_object_type: 'anything',
    category,
    created_at: '2026-11-16T12:00:00Z',
    type: 'event',
  }
  return Buffer.from(JSON.stringify(event))
}

test('questions and updates name the object that is fetched', () => {
  for (const category of questionCategories) {
    assert.deepEqual(readMessage(message(category, 'real_time_decision_1')), [
      { type: 'thin', reference: 'real_time_decision:real_time_decision_1', isQuestion: true },
    ])
  }
  assert.deepEqual(
    updateCategories.map((category) => readMessage(message(category, 'id_1'))[0]),
    ['card_payment', 'card_payment', 'card'].map((type) => ({
      type: 'thin',
      reference: `${type}:id_1`,
      isQuestion: false,
    })),
  )
})

test('what does not concern cards is ignored', () => {
  for (const category of ['ach_transfer.updated', 'real_time_decision.digital_wallet_token_requested'] as const) {
    assert.deepEqual(readMessage(message(category, 'id_1')), [{ type: 'ignored', what: category }])
  }
})

test('an id that would lead to another path is not read', () => {
  for (const id of ['../cards', 'a/b', 'a?b', 'a b', '', 'x'.repeat(101)]) {
    assert.throws(() => readMessage(message('card_payment.updated', id)), UnreadableMessage, id)
  }
})

function isReadOrRefused(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    assert.ok(error instanceof UnreadableMessage, String(error))
  }
}

test('rubbish is unreadable and nothing else', () => {
  const bodies = [
    '',
    'null',
    '[]',
    '"text"',
    '{"category":null}',
    '{"category":{"toString":1}}',
    '{"category":"card_payment.updated"}',
    'x'.repeat(1_000_000),
    '['.repeat(500_000),
    `{"category":"${'y'.repeat(900_000)}"}`,
  ]
  for (const body of bodies) assert.throws(() => readMessage(Buffer.from(body)), UnreadableMessage)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => isReadOrRefused(() => readMessage(Buffer.from(bytes)))),
  )
  fc.assert(fc.property(fc.json(), (json) => isReadOrRefused(() => readMessage(Buffer.from(json)))))
})

const scene: objects.Scene = {
  paymentId: 'card_payment_1',
  merchant: { name: 'SHOP', mcc: '5812', country: 'US' },
  at: '2026-11-16T12:00:00Z',
  newId: (type) => `${type}_1`,
}
const asked = { accountId: 'account_1', cardId: 'card_1', at: scene.at, patienceMs: 2_000 }
const usd = { amount: 2_500, currency: 'USD', estimated: null }
const approved = objects.authorization(
  scene,
  { amount: 900, presentment: { amount: 1, currency: 'EUR' } },
  'user',
  null,
)
const whole: [string, object, (field: Field) => unknown][] = [
  ['authorization', authorizationDecision(scene, asked, { amount: 1, isPartialPossible: true }), readDecision],
  [
    'increment',
    authorizationDecision(scene, asked, { amount: 1, isPartialPossible: true, incremented: 'a' }),
    readDecision,
  ],
  ['balance', balanceDecision(scene, asked), readDecision],
  ['authentication', authenticationDecision(scene, asked, usd, 'no_preference'), readDecision],
  ['challenge', challengeDecision(scene, asked, '123456'), readDecision],
  [
    'payment',
    {
      id: 'card_payment_1',
      account_id: 'account_1',
      card_id: 'card_1',
      elements: [
        { category: 'card_authorization', card_authorization: approved },
        { category: 'card_reversal', card_reversal: objects.reversal(scene, approved.id, 5, 0) },
        { category: 'card_settlement', card_settlement: objects.settlement(scene, approved.id, { amount: 9 }) },
        { category: 'card_refund', card_refund: objects.refund(scene, { amount: 9 }) },
        { category: 'card_financial', card_financial: objects.financial(scene, { amount: 9 }) },
      ],
      state: { settled_amount: 9, refunded_amount: 9 },
    },
    (field) => readPayment(field, 'account_1', undefined),
  ],
  [
    'pending transaction',
    { status: 'pending', held_amount: -5, source: { card_authorization: approved } },
    (field) => readHeld(field, 'card_payment_1'),
  ],
]
const RUBBISH = [null, true, -1, 1.5, 2 ** 60, '', 'text', '\u0000', 'z'.repeat(600), [], [null], {}, Number.NaN]

test('an object with anything anywhere in it is read or unreadable, and its amounts are never negative', () => {
  let unreadable = 0
  for (const [name, object, read] of whole) {
    assert.doesNotThrow(() => read(new Field(object, '')), name)
    for (const path of pathsOf(object)) {
      for (const value of RUBBISH) {
        try {
          const said = JSON.stringify(read(new Field(replaced(object, path, value), '')), (_, each) =>
            typeof each === 'bigint' ? Number(each) : each,
          )
          assert.doesNotMatch(said, /"(amount|hold)":-/, `${name} ${path.join('.')}`)
        } catch (error) {
          assert.ok(error instanceof UnreadableMessage, `${name} ${path.join('.')}: ${error}`)
          unreadable += 1
        }
      }
    }
  }
  assert.ok(unreadable > 500)
})

function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [[name], ...pathsOf(each).map((path) => [name, ...path])])
}

function replaced(object: object, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(object)
  let at = copy as Record<string, unknown>
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>
  at[path.at(-1)!] = value
  return copy
}

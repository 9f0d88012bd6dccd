import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Field, readAnswer, readJson } from './fields.ts'
import { ProcessorSilent, UnreadableMessage } from './processor.ts'
import { readMerchant } from './read-merchant.ts'

const SECRET = 'a-secret-that-is-never-quoted'
const message = readJson(
  Buffer.from(
    JSON.stringify({
      card: { token: 'abc', note: 'two\nlines \u0000', secret: SECRET, none: null },
      events: [{ amount: 5 }, { amount: -5 }, { amount: 2 ** 53 }, { amount: 1.5 }, { amount: '5' }],
      at: '2026-11-16T00:00:00.123456Z',
      local: '2026-11-16T00:00:00',
      isOpen: true,
    }),
  ),
)
const card = message.get('card')
const amount = (index: number) => message.get('events').list()[index]!.get('amount')

function complaintOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    assert.ok(error instanceof UnreadableMessage, String(error))
    return error.message
  }
  throw new Error('it was read')
}

test('fields of the expected types are read', () => {
  assert.equal(card.get('token').text(), 'abc')
  assert.equal(card.get('note').prose(200), 'two lines')
  assert.equal(amount(0).cents(), 5n)
  assert.equal(amount(1).integer(), -5n)
  assert.deepEqual(message.get('at').time(), new Date('2026-11-16T00:00:00.123Z'))
  assert.deepEqual(message.get('local').time(), new Date('2026-11-16T00:00:00Z'))
  assert.equal(message.get('isOpen').boolean(), true)
  assert.equal(card.get('token').is('abc'), true)
  assert.equal(card.get('none').optional(), undefined)
  assert.equal(card.get('missing').optional()?.text(), undefined)
})

test('a field of an unexpected type is reported with its path', () => {
  const complaints: [string, () => unknown][] = [
    ['card.missing: not a text', () => card.get('missing').text()],
    ['card.note: a text with control characters', () => card.get('note').text()],
    ['id: a text with half a character', () => readJson(Buffer.from('{"id":"a\\ud800"}')).get('id').text()],
    ['card.toString: not a text', () => card.get('toString').text()],
    ['card: not a list', () => card.list()],
    ['isOpen: not an object', () => message.get('isOpen').get('deeper')],
    ['card.none: not an object', () => card.get('none').get('deeper')],
    ['events[1].amount: negative', () => amount(1).cents()],
    ['events[2].amount: not a whole number', () => amount(2).integer()],
    ['events[3].amount: not a whole number', () => amount(3).integer()],
    ['events[4].amount: not a whole number', () => amount(4).integer()],
    ['card.token: not a time', () => card.get('token').time()],
    ['at: not true or false', () => message.get('at').boolean()],
    ['the message is not JSON', () => readJson(Buffer.from('{"cut": '))],
    ['the message is not JSON', () => readJson(Buffer.from('['.repeat(1_000_000)))],
    ['the message: not an object', () => readJson(Buffer.from('null')).get('type')],
  ]
  for (const [complaint, read] of complaints) assert.equal(complaintOf(read), complaint)
})

test('an error about a field never quotes its value', () => {
  const secret = card.get('secret')
  for (const read of [() => secret.cents(), () => secret.time(), () => secret.list(), () => secret.get('part')])
    assert.doesNotMatch(complaintOf(read), new RegExp(SECRET))
})

test("a processor's answer that cannot be read counts as no answer", () => {
  const token = (answer: Field) => answer.get('token').text()
  assert.throws(
    () => readAnswer('POST /cards', { token: 5 }, token),
    (error) => error instanceof ProcessorSilent && error.message === 'POST /cards: token: not a text',
  )
  assert.equal(readAnswer('POST /cards', { token: 'a' }, token), 'a')
})

test('for any value, a reader returns the promised type or throws UnreadableMessage', () => {
  const readers: ((field: Field) => unknown)[] = [
    (field) => field.get('a'),
    (field) => field.list(),
    (field) => field.text(),
    (field) => field.prose(20),
    (field) => field.boolean(),
    (field) => field.integer(),
    (field) => field.cents(),
    (field) => field.time(),
  ]
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const read of readers) {
        try {
          read(new Field(value, 'value'))
        } catch (error) {
          assert.ok(error instanceof UnreadableMessage, String(error))
        }
      }
    }),
  )
})

test('any merchant is converted to one that fits our own rules', () => {
  const anything = fc.oneof(fc.anything(), fc.string({ unit: 'binary', maxLength: 40 }))
  fc.assert(
    fc.property(anything, anything, fc.string(), (name, mcc, country) => {
      const merchant = readMerchant(new Field(name, 'name'), new Field(mcc, 'mcc'), country)
      assert.ok(merchant.name.length >= 1 && merchant.name.length <= 200, merchant.name)
      assert.doesNotMatch(merchant.name, /\p{Cc}/u)
      assert.match(merchant.mcc, /^\d{4}$/)
      assert.match(merchant.country, /^[A-Z]{2}$/)
    }),
  )
})

test('a long merchant name is cut between characters, and missing values are replaced', () => {
  const long = new Field(`${'x'.repeat(199)}\u{1f600}`, 'name')
  assert.deepEqual(readMerchant(long, new Field('5812', 'mcc'), 'US'), {
    name: 'x'.repeat(199),
    mcc: '5812',
    country: 'US',
  })
  assert.deepEqual(readMerchant(new Field(' \n', 'name'), new Field(5812, 'mcc'), undefined), {
    name: 'Unknown merchant',
    mcc: '0000',
    country: 'ZZ',
  })
})

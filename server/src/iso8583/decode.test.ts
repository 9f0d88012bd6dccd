import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ebcdic, unusual } from '../../test/iso8583/dialects.ts'
import { CARD_NUMBER } from '../../test/iso8583/messages.ts'
import { decode } from './decode.ts'
import type { Dialect } from './dialect.ts'
import { shippedDialect } from './dialects.ts'
import { encode } from './encode.ts'
import { Iso8583Error } from './iso8583-error.ts'

const ascii = shippedDialect('iso87-ascii')!
const binary = shippedDialect('iso87-binary')!
const iso93 = shippedDialect('iso93-ascii')!
const text = (message: string) => Buffer.from(message, 'latin1')
const hex = (message: string) => Buffer.from(message, 'hex')
/** The bitmap of these fields, all below 65. */
const bits = (...numbers: number[]) =>
  numbers
    .reduce((sum, number) => sum | (1n << BigInt(64 - number)), 0n)
    .toString(16)
    .toUpperCase()
    .padStart(16, '0')

const broken: [problem: string, dialect: Dialect, bytes: Buffer, message: string][] = [
  ['nothing', ascii, text(''), 'MTI at byte 0: expected 4 bytes of the message type, found the end'],
  ['half a type', ascii, text('01'), 'MTI at byte 0: expected 4 bytes of the message type, found 2 bytes'],
  ['a type with a letter', ascii, text('01A0'), 'MTI at byte 2: expected four digits, found the byte 0x41'],
  ['a type in another code page', ascii, hex('f0f1f0f0'), 'MTI at byte 0: expected four digits, found the byte 0xF0'],
  ['a packed type with a letter', binary, hex('01a0'), 'MTI at byte 1: expected packed digits, found the byte 0xA0'],
  ['half a bitmap', ascii, text('010070'), 'bitmap at byte 4: expected 16 bytes of a bitmap, found 2 bytes'],
  [
    'a bitmap with a letter',
    ascii,
    text(`0100G${'0'.repeat(15)}`),
    'bitmap at byte 4: expected a bitmap of hexadecimal digits, found the byte 0x47',
  ],
  [
    'no second bitmap',
    ascii,
    text(`0100${bits(1)}`),
    'bitmap at byte 20: expected 16 bytes of a bitmap, found the end',
  ],
  [
    'a field that the dialect lacks',
    ascii,
    text(`0100${bits(1)}8${'0'.repeat(15)}`),
    'field 65 at byte 36: expected a field of the dialect, found a field that it does not have',
  ],
  ['no length', ascii, text(`0100${bits(2)}1`), 'field 2 at byte 20: expected 2 bytes of the length, found 1 byte'],
  [
    'a length with a letter',
    ascii,
    text(`0100${bits(2)}1x`),
    'field 2 at byte 21: expected a digit of the length, found the byte 0x78',
  ],
  [
    'a length above the longest',
    ascii,
    text(`0100${bits(2)}20${CARD_NUMBER}0000`),
    'field 2 at byte 20: expected a length of at most 19, found 20',
  ],
  [
    'a cut value',
    ascii,
    text(`0100${bits(2)}1641111`),
    'field 2 at byte 22: expected 16 bytes of the value, found 5 bytes',
  ],
  [
    'a letter among digits',
    ascii,
    text(`0100${bits(3)}00A000`),
    'field 3 at byte 22: expected digits, found the byte 0x41',
  ],
  [
    'a control character',
    ascii,
    text(`0100${bits(41)}TERM\n001`),
    'field 41 at byte 24: expected printable characters, found the byte 0x0A',
  ],
  [
    'a special character among letters and digits',
    ascii,
    text(`0100${bits(39)}0-`),
    'field 39 at byte 21: expected letters and digits, found the byte 0x2D',
  ],
  [
    'an amount without a sign',
    ascii,
    text(`0100${bits(28)}000000001`),
    'field 28 at byte 20: expected the sign C or D, found the byte 0x30',
  ],
  [
    'a sign among the digits',
    ascii,
    text(`0100${bits(28)}C0000C001`),
    'field 28 at byte 25: expected digits after the sign, found the byte 0x43',
  ],
  [
    'a packed amount without a sign',
    binary,
    hex(`0100${bits(28)}4100000001`),
    'field 28 at byte 10: expected the sign C or D, found the byte 0x41',
  ],
  [
    'an odd number of hexadecimal digits',
    ascii,
    text(`0100${bits(55)}003ABC`),
    'field 55 at byte 23: expected an even number of hexadecimal digits, found 3',
  ],
  [
    'bytes that are not hexadecimal',
    ascii,
    text(`0100${bits(52)}0123456789ABCDEX`),
    'field 52 at byte 35: expected hexadecimal digits, found the byte 0x58',
  ],
  [
    'a filling that is not 0',
    binary,
    hex(`0100${bits(19)}1840`),
    'field 19 at byte 10: expected the filling digit 0, found another digit',
  ],
  [
    'a packed length with a letter',
    binary,
    hex(`0100${bits(2)}1f`),
    'field 2 at byte 10: expected two packed digits of the length, found the byte 0x1F',
  ],
  [
    'packed digits with a letter',
    binary,
    hex(`0100${bits(3)}00a000`),
    'field 3 at byte 11: expected packed digits, found the byte 0xA0',
  ],
  [
    'a packed track with a letter',
    binary,
    hex(`0100${bits(35)}044e11`),
    'field 35 at byte 11: expected packed digits and the separator D, found the byte 0x4E',
  ],
  [
    'a byte too many',
    ascii,
    text(`0800${bits()}0`),
    'message at byte 20: expected the end, found 1 byte after the last field',
  ],
]
for (const [problem, dialect, bytes, message] of broken)
  test(`an error names the byte: ${problem}`, () => {
    assert.throws(() => decode(dialect, bytes), { name: 'Iso8583Error', message })
  })

test('an error has the field, the offset, what was expected and what was found', () => {
  try {
    decode(ascii, text(`xx0100${bits(3)}00A000`), 2)
    assert.fail('it was decoded')
  } catch (error) {
    assert.ok(error instanceof Iso8583Error)
    const { field, offset, expected, found } = error
    assert.deepEqual(
      { field, offset, expected, found },
      { field: '3', offset: 24, expected: 'digits', found: 'the byte 0x41' },
    )
  }
})

test('a variable field of length 0 is legal', () => {
  const { fields } = decode(ascii, text(`0100${bits(2, 48, 55)}00000000`))
  assert.deepEqual(
    [...fields],
    [
      [2, ''],
      [48, ''],
      [55, ''],
    ],
  )
})

test('a bitmap may be in small letters, and a second one may be empty', () => {
  assert.deepEqual([...decode(ascii, text('0100' + '000000000000c000' + '840978')).fields.keys()], [49, 50])
  assert.deepEqual([...decode(ascii, text(`0100${bits(1, 49)}${'0'.repeat(16)}840`)).fields], [[49, '840']])
})

test('names of merchants may have letters of Latin-1, in both code pages', () => {
  const fields = new Map([[43, 'Café Zürich              Zürich       CH']])
  for (const dialect of [ascii, ebcdic]) {
    const bytes = encode(dialect, { mti: '0100', fields })
    assert.equal(bytes.length, 60)
    assert.deepEqual(decode(dialect, bytes).fields, fields)
  }
})

test('bytes of variable length are hexadecimal digits in 1987 and bytes in 1993', () => {
  const fields = new Map([[55, '9F0206']])
  assert.equal(encode(ascii, { mti: '0100', fields }).toString('latin1', 20), '0069F0206')
  assert.equal(encode(iso93, { mti: '1100', fields }).toString('latin1', 20), '003\x9f\x02\x06')
})

const refused: [problem: string, dialect: Dialect, field: number, value: string, message: RegExp][] = [
  ['too short', ascii, 3, '00000', /^field 3 at byte 20: expected 6 characters, found 5 characters$/],
  ['too long', ascii, 2, '4'.repeat(20), /^field 2 at byte 20: expected at most 19 characters, found 20 characters$/],
  [
    'another character',
    ascii,
    2,
    '4111x',
    /^field 2 at byte 20: expected digits, found another character at position 4$/,
  ],
  ['a character outside Latin-1', ascii, 41, 'TERM000€', /^field 41 at byte 20: expected printable characters/],
  ['no sign', ascii, 28, '000000000', /^field 28 at byte 20: expected C or D and digits, found something else$/],
  [
    'small letters',
    ascii,
    52,
    '0123456789abcdef',
    /^field 52 at byte 20: expected pairs of hexadecimal digits in capitals/,
  ],
  ['half a byte', ascii, 55, 'ABC', /^field 55 at byte 20: expected pairs of hexadecimal digits/],
  [
    'a track that cannot be packed',
    binary,
    35,
    '41D29',
    /^field 35 at byte 10: expected digits and =, found another character$/,
  ],
  ['a field that the dialect lacks', ascii, 65, '1', /^field 65 at byte 36: expected a field of the dialect/],
  [
    'a length that does not fit',
    unusual,
    127,
    'x'.repeat(2_001),
    /^field 127 at byte 18: expected at most 2000 characters/,
  ],
]
for (const [problem, dialect, field, value, message] of refused)
  test(`a value that the table does not allow is not written: ${problem}`, () => {
    assert.throws(() => encode(dialect, { mti: '0100', fields: new Map([[field, value]]) }), {
      name: 'Iso8583Error',
      message,
    })
  })

test('a message type of other than four digits is not written', () => {
  assert.throws(
    () => encode(ascii, { mti: '100', fields: new Map() }),
    /^Iso8583Error: MTI at byte 0: expected four digits/,
  )
})

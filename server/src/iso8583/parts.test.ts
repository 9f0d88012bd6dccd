import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyValue } from '../../test/iso8583/arbitrary-messages.ts'
import { allDialects, unusual } from '../../test/iso8583/dialects.ts'
import { shippedDialect } from './dialects.ts'
import { Iso8583Error } from './iso8583-error.ts'
import { joinParts } from './join-parts.ts'
import type { Part } from './part.ts'
import { splitParts } from './split-parts.ts'

const ascii = shippedDialect('iso87-ascii')!
const split = (number: number, value: string, dialect = ascii) => splitParts(dialect.fields[number]!, value)!
const shown = (parts: Part[]) => parts.map(({ id, name, value, from, to }) => [id, name, value, from, to])

const kinds: [kind: string, dialect: typeof ascii, field: number, value: string, parts: unknown[][]][] = [
  [
    'fixed positions',
    ascii,
    43,
    'Grand Hotel              New York     US',
    [
      ['1', 'Name', 'Grand Hotel              ', 0, 25],
      ['2', 'City', 'New York     ', 25, 38],
      ['3', 'Country', 'US', 38, 40],
    ],
  ],
  [
    'fixed positions that repeat',
    ascii,
    54,
    '1001840C0000000050001002840D000000000100',
    [
      ['1.1', 'Account type', '10', 0, 2],
      ['1.2', 'Amount type', '01', 2, 4],
      ['1.3', 'Currency', '840', 4, 7],
      ['1.4', 'Sign', 'C', 7, 8],
      ['1.5', 'Amount', '000000005000', 8, 20],
      ['2.1', 'Account type', '10', 20, 22],
      ['2.2', 'Amount type', '02', 22, 24],
      ['2.3', 'Currency', '840', 24, 27],
      ['2.4', 'Sign', 'D', 27, 28],
      ['2.5', 'Amount', '000000000100', 28, 40],
    ],
  ],
  [
    'tags and lengths of digits, with a tag that nobody knows',
    ascii,
    48,
    '92031237705A0000',
    [
      ['92', 'CVV2', '123', 4, 7],
      ['77', '', 'A0000', 11, 16],
    ],
  ],
  [
    'tags behind a leading character',
    unusual,
    48,
    'T9203123',
    [
      ['lead', '', 'T', 0, 1],
      ['92', 'CVV2', '123', 5, 8],
    ],
  ],
  [
    'a length before the tag, which counts it',
    unusual,
    59,
    '005ABxyz002CD',
    [
      ['AB', '', 'xyz', 5, 8],
      ['CD', '', '', 13, 13],
    ],
  ],
  [
    'binary tags with packed lengths',
    unusual,
    60,
    '010003AABBCCFF0000',
    [
      ['01', '', 'AABBCC', 3, 6],
      ['FF', '', '', 9, 9],
    ],
  ],
  [
    'bits before sub-fields',
    unusual,
    62,
    `C000100000000000${'41'}${'0123456789012345'}03${'414243'}`,
    [
      ['1', 'Indicator', 'A', 8, 9],
      ['2', 'Transaction identifier', '123456789012345', 9, 17],
      ['20', '', 'ABC', 18, 21],
    ],
  ],
  ['bits in hexadecimal', unusual, 63, `200000${'ABCD'}`, [['3', '', 'ABCD', 6, 10]]],
  [
    'a sub-field that nobody knows, with those after it',
    unusual,
    62,
    `A000100000000000${'41'}${'0102030405'}`,
    [
      ['1', 'Indicator', 'A', 8, 9],
      ['3+20', '', '0102030405', 9, 14],
    ],
  ],
  ['nothing', ascii, 48, '', []],
  ['nothing with bits', unusual, 62, '', []],
]
for (const [kind, dialect, field, value, parts] of kinds)
  test(`sub-fields are found and written again: ${kind}`, () => {
    const found = split(field, value, dialect)
    assert.deepEqual(shown(found), parts)
    assert.equal(joinParts(dialect.fields[field]!, found), value)
  })

test('sub-fields are found and written again: BER-TLV, within another and with long lengths', () => {
  const long = 'AB'.repeat(200)
  const value = `9F2602A1B27081CE9F1081C8${long}5A00`
  const found = split(55, value)
  assert.deepEqual(
    found.map(({ id, value: inside }) => [id, inside.length / 2]),
    [
      ['9F26', 2],
      ['70', 206],
    ],
  )
  assert.deepEqual(
    found[1]!.parts!.map(({ id, name, value: inside }) => [id, name, inside]),
    [
      ['9F10', 'Issuer application data', long],
      ['5A', 'Application PAN', ''],
    ],
  )
  assert.equal(joinParts(ascii.fields[55]!, found), value)
})

const broken: [problem: string, dialect: typeof ascii, field: number, value: string, message: string][] = [
  ['a value of another length', ascii, 90, '0'.repeat(41), 'field 90 at byte 0: expected 42 bytes, found 41 bytes'],
  ['half a group', ascii, 54, '0'.repeat(30), 'field 54 at byte 0: expected groups of 20 bytes, found 30 bytes'],
  ['half a tag', ascii, 48, '92031239', 'field 48 at byte 7: expected 2 bytes of a tag, found 1 byte'],
  ['a length of letters', ascii, 48, '92xx', 'field 48 at byte 2: expected a digit of the length, found the byte 0x78'],
  ['a cut value', ascii, 48, '9205123', 'sub-field 48.92 at byte 4: expected 5 bytes of the value, found 3 bytes'],
  [
    'a length that does not count its tag',
    unusual,
    59,
    '001AB',
    'sub-field 59.AB at byte 0: expected a length of at least 2, found 1',
  ],
  [
    'a BER tag without an end',
    ascii,
    55,
    '9FFFFFFFFF',
    'field 55 at byte 0: expected a tag of at most 4 bytes, found a longer one',
  ],
  [
    'a BER length of five bytes',
    ascii,
    55,
    '9F2684FFFFFFFF',
    'sub-field 55.9F26 at byte 2: expected a length of 1 to 3 bytes, found 5 bytes',
  ],
  [
    'a cut BER value',
    ascii,
    55,
    '9F2608A1',
    'sub-field 55.9F26 at byte 3: expected 8 bytes of the value, found 1 byte',
  ],
  ['half a bitmap', unusual, 62, 'C0', 'field 62 at byte 0: expected 8 bytes of a bitmap, found 1 byte'],
  [
    'a byte after the last sub-field',
    unusual,
    62,
    '80000000000000004100',
    'field 62 at byte 9: expected the end, found 1 byte after the last sub-field',
  ],
]
for (const [problem, dialect, field, value, message] of broken)
  test(`an error names the sub-field and the byte: ${problem}`, () => {
    assert.throws(() => split(field, value, dialect), { name: 'Iso8583Error', message })
  })

test('whatever can be divided is written as it was, or says the same', () => {
  const codecs = allDialects.flatMap(({ fields }) => fields.filter((codec) => codec?.parts !== undefined))
  const given = fc.constantFrom(...codecs).chain((codec) => anyValue(codec!).map((value) => [codec!, value] as const))
  fc.assert(
    fc.property(given, ([codec, value]) => {
      const parts = tryTo(() => splitParts(codec, value)!)
      if (parts instanceof Iso8583Error) return
      const again = splitParts(codec, joinParts(codec, parts))!
      assert.deepEqual(
        again.map(({ id, value: inside }) => [id, inside]),
        parts.map(({ id, value: inside }) => [id, inside]),
      )
    }),
    { numRuns: 2_000 },
  )
})

function tryTo<T>(work: () => T): T | Iso8583Error {
  try {
    return work()
  } catch (error) {
    if (error instanceof Iso8583Error) return error
    throw error
  }
}

test('sub-fields that do not fit their table are not written', () => {
  const join = (field: number, parts: { id: string; value: string }[]) => () => joinParts(ascii.fields[field]!, parts)
  assert.throws(join(43, [{ id: '1', value: 'x' }]), {
    message: 'field 43 at byte 0: expected all 3 sub-fields, found 1',
  })
  assert.throws(join(48, [{ id: '923', value: '' }]), {
    message: 'sub-field 48.923 at byte 0: expected a tag of 2 bytes, found 3',
  })
  assert.throws(join(48, [{ id: '92', value: 'x'.repeat(100) }]), {
    message: 'field 48 at byte 0: expected a length that fits in 2 bytes, found 100',
  })
  assert.throws(join(3, []), { message: 'field 3 at byte 0: expected a field with sub-fields, found a field without' })
})

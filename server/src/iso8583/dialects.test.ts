import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messages } from '../../test/iso8583/messages.ts'
import { decode } from './decode.ts'
import { openDialect, shippedDialect, shippedDialects } from './dialects.ts'
import { encode } from './encode.ts'

test('the shipped dialects are those of the documents', () => {
  assert.deepEqual(shippedDialects, ['iso87-ascii', 'iso87-ascii-binary-bitmap', 'iso87-binary', 'iso93-ascii'])
  for (const name of shippedDialects) assert.equal(shippedDialect(name)!.name, name)
  assert.equal(shippedDialect('visa'), undefined)
})

test('the default dialect writes text throughout, and the binary one packs everything that it can', () => {
  const fields = new Map([
    [2, '41111111111111112'],
    [3, '000000'],
    [28, 'C00000001'],
    [35, '41111=291'],
    [52, '0123456789ABCDEF'],
  ])
  const written = (name: string) => encode(shippedDialect(name)!, { mti: '0100', fields })
  assert.equal(
    written('iso87-ascii').toString('latin1'),
    '0100' + '6000001020001000' + '1741111111111111112' + '000000' + 'C00000001' + '0941111=291' + '0123456789ABCDEF',
  )
  assert.equal(
    written('iso87-ascii-binary-bitmap').toString('latin1', 12),
    '1741111111111111112' + '000000' + 'C00000001' + '0941111=291' + '0123456789ABCDEF',
  )
  assert.equal(
    written('iso87-binary').toString('hex'),
    '0100' +
      '6000001020001000' +
      '17411111111111111120' +
      '000000' +
      '4300000001' +
      '0941111d2910' +
      '0123456789abcdef',
  )
})

test('an own dialect names only what differs from a shipped one', () => {
  const dialect = openDialect({
    name: 'switch',
    base: 'iso87-binary',
    text: 'ebcdic',
    fields: { '44': { form: 'ans...99', length_as: 'binary' }, '63': { form: 'b...20' } },
  })
  const fields = new Map([
    [2, '4111111111111111'],
    [41, 'TERM0001'],
    [44, 'N'],
    [63, 'C0FFEE'],
  ])
  const bytes = encode(dialect, { mti: '0110', fields })
  assert.equal(
    bytes.toString('hex'),
    '01104000000000900002' + '164111111111111111' + 'e3c5d9d4f0f0f0f1' + '0001d5' + '0003c0ffee',
  )
  assert.deepEqual(decode(dialect, bytes), { mti: '0110', fields })
})

test('an own dialect on a base with a base of its own has the fields of all three', () => {
  const dialect = openDialect({ name: 'own', base: 'iso93-ascii', fields: {} })
  assert.deepEqual(dialect.fields, shippedDialect('iso93-ascii')!.fields)
})

const wrong: [problem: RegExp, table: unknown][] = [
  [/^\/ must be object/, 'iso87-ascii'],
  [/^\/ must have required properties/, { name: 'own' }],
  [/^\/base must be one of iso87-ascii, /, { name: 'own', base: 'visa', fields: {} }],
  [/^a table without "base" must give text, mti/, { name: 'own', fields: {} }],
  [/^\/fields\/1 is not known here/, { name: 'own', base: 'iso87-ascii', fields: { '1': { form: 'b 8' } } }],
  [/^\/text must be one of ascii, ebcdic/, { name: 'own', base: 'iso87-ascii', text: 'utf-8', fields: {} }],
  [/^\/fields\/129 is not known here/, { name: 'own', base: 'iso87-ascii', fields: { '129': { form: 'b 8' } } }],
  [/^\/fields\/65 needs "form"/, { name: 'own', base: 'iso87-ascii', fields: { '65': { name: 'More' } } }],
  [/^\/fields\/3\/form must match pattern/, { name: 'own', base: 'iso87-ascii', fields: { '3': { form: 'six' } } }],
  [/^\/fields\/3 cannot be written as "hex"/, { name: 'own', base: 'iso87-ascii', fields: { '3': { as: 'hex' } } }],
  [/^\/fields\/52 cannot be written as "bcd"/, { name: 'own', base: 'iso87-ascii', fields: { '52': { as: 'bcd' } } }],
  [
    /^\/fields\/48\/parts\/kind must be one of fixed, tlv, ber-tlv, bitmapped/,
    { name: 'own', base: 'iso87-ascii', fields: { '48': { parts: { kind: 'xml' } } } },
  ],
  [
    /^\/fields\/48\/parts\/tag\/bytes must be <= 4/,
    {
      name: 'own',
      base: 'iso87-ascii',
      fields: { '48': { parts: { kind: 'tlv', tag: { bytes: 9 }, length: { bytes: 2 } } } },
    },
  ],
  [
    /^\/fields\/62\/parts\/fields\/9 is outside the bitmap/,
    {
      name: 'own',
      base: 'iso87-ascii',
      fields: {
        '62': { parts: { kind: 'bitmapped', bitmap: { bytes: 1, as: 'hex' }, fields: { '9': { form: 'n 1' } } } },
      },
    },
  ],
  [
    /^\/framing\/header\/reject lies outside the header/,
    { name: 'own', base: 'iso87-ascii', framing: { header: { bytes: 4, reject: { at: 3, bytes: 2 } } }, fields: {} },
  ],
]
for (const [problem, table] of wrong)
  test(`a wrong table is refused: ${problem.source}`, () => {
    assert.throws(() => openDialect(table), { message: problem })
  })

test('every message of the table is written and read by the three dialects of 1987', () => {
  for (const name of shippedDialects.filter((each) => each.startsWith('iso87')))
    for (const message of messages) {
      const dialect = shippedDialect(name)!
      assert.deepEqual(decode(dialect, encode(dialect, message)), sorted(message))
    }
})

function sorted({ mti, fields }: (typeof messages)[number]) {
  return { mti, fields: new Map([...fields].sort(([a], [b]) => a - b)) }
}

// Dialects that use what the shipped ones do not: EBCDIC, binary lengths, other fillings, sub-fields of every kind.

import { openDialect, shippedDialect, shippedDialects } from '../../src/iso8583/dialects.ts'

export const ebcdic = openDialect({
  name: 'ebcdic',
  base: 'iso87-ascii',
  text: 'ebcdic',
  framing: {
    length: { as: 'text', bytes: 4, counts_itself: true },
    literal: 'ISO',
    header: { bytes: 9 },
    trailer: '03',
  },
  fields: {},
})

export const unusual = openDialect({
  name: 'unusual',
  base: 'iso87-binary',
  lengths: 'binary',
  framing: { length: { as: 'bcd', bytes: 2 }, header: { bytes: 22, reject: { at: 16, bytes: 2 } } },
  fields: {
    '2': { odd: 'rightF' },
    '48': {
      parts: {
        kind: 'tlv',
        lead: 1,
        tag: { bytes: 2 },
        length: { bytes: 2 },
        known: { '92': { name: 'CVV2', show: 'never' } },
      },
    },
    '59': {
      form: 'ans...999',
      parts: { kind: 'tlv', tag: { bytes: 2 }, length: { bytes: 3 }, length_first: true, length_counts_tag: true },
    },
    '60': {
      form: 'b...255',
      parts: { kind: 'tlv', tag: { bytes: 1, as: 'binary' }, length: { bytes: 2, as: 'bcd' } },
    },
    '62': {
      form: 'b...255',
      parts: {
        kind: 'bitmapped',
        bitmap: { bytes: 8, as: 'binary' },
        fields: {
          '1': { form: 'an 1', name: 'Indicator' },
          '2': { form: 'n 15', name: 'Transaction identifier' },
          '20': { form: 'ans..9' },
        },
      },
    },
    '63': {
      form: 'ans...999',
      parts: {
        kind: 'bitmapped',
        bitmap: { bytes: 3, as: 'hex' },
        fields: { '1': { form: 'n 4' }, '3': { form: 'ans 4', as: 'text' } },
      },
    },
    '64': { form: 'b 8', as: 'hex', hex_length: 'bytes' },
    '96': { form: 'b..20', as: 'hex', hex_length: 'bytes', length_as: 'text' },
    '127': { form: 'ans....2000' },
  },
})

export const allDialects = [...shippedDialects.map((name) => shippedDialect(name)!), ebcdic, unusual]

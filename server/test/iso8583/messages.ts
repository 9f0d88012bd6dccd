// The messages that tests exchange with codecs of other people, and that the benchmark decodes.

import type { Message } from '../../src/iso8583/dialect.ts'

export const CARD_NUMBER = '4111111111111111'

const purchase: Record<number, string> = {
  2: CARD_NUMBER,
  3: '000000',
  4: '000000012345',
  7: '1118104500',
  11: '123456',
  12: '104500',
  13: '1118',
  14: '2912',
  18: '5812',
  19: '840',
  22: '812',
  25: '59',
  32: '12345678901',
  37: '632210123456',
  41: 'TERM0001',
  42: 'MERCHANT0000001',
  43: 'Grand Hotel              New York     US',
  49: '840',
}
const without = (fields: Record<number, string>, ...numbers: number[]) =>
  Object.fromEntries(Object.entries(fields).filter(([number]) => !numbers.includes(Number(number))))
const answered = without(purchase, 14, 18, 22, 25, 43)
const original = `0100${purchase[11]}${purchase[7]}${'12345678901'}${'0'.repeat(11)}`
const network = { 7: '1118104500', 11: '000001' }

const table: [mti: string, fields: Record<number, string>][] = [
  ['0100', purchase],
  ['0101', purchase],
  ['0100', { ...purchase, 28: 'D00000150' }],
  // With a track, the CVV2, a PIN block, chip data and a card number of odd length.
  ['0100', { ...purchase, 35: '4111111111111111=29122010000', 48: '9203123610310', 52: '0123456789ABCDEF' }],
  ['0100', { ...purchase, 2: '6011000990139424123', 55: '9F2608A1B2C3D4E5F607189F10020102' }],
  ['0100', { ...purchase, 3: '300000', 4: '000000000000', 60: '', 63: 'X' }],
  ['0110', { ...answered, 38: 'A1B2C3', 39: '00' }],
  ['0110', { ...answered, 39: '51', 44: 'N', 54: '1001840C0000000050001002840C000000005000' }],
  ['0120', { ...purchase, 38: 'A1B2C3', 39: '00', 60: '9020' }],
  ['0121', { ...purchase, 38: 'A1B2C3', 39: '00', 60: '9020' }],
  ['0130', { ...answered, 39: '00' }],
  ['0200', purchase],
  ['0210', { ...answered, 38: 'A1B2C3', 39: '00' }],
  ['0220', { ...purchase, 38: 'A1B2C3', 6: '000000012345', 51: '840', 10: '61000000' }],
  ['0230', { ...answered, 39: '00' }],
  ['0400', { ...answered, 90: original, 95: `000000005000${'0'.repeat(12)}D00000000D00000000` }],
  ['0410', { ...answered, 39: '25', 90: original }],
  ['0420', { ...answered, 39: '68', 90: original }],
  ['0421', { ...answered, 39: '68', 90: original }],
  ['0430', { ...answered, 39: '00', 90: original }],
  ['0302', { ...network, 2: CARD_NUMBER, 73: '291231', 91: '1', 101: 'E2', 127: 'RECORD' }],
  ['0620', { ...network, 32: '12345678901', 48: '9901A' }],
  ['0800', { ...network, 70: '001' }],
  ['0800', { ...network, 70: '301', 128: '0011223344556677' }],
  ['0810', { ...network, 39: '00', 70: '301' }],
]

const purchase93: Record<number, string> = {
  ...without(purchase, 13, 18, 25),
  12: '261118104500',
  22: '810120100120',
  24: '100',
  26: '5812',
  43: 'Grand Hotel\\1 Main Street\\New York\\10001     NY USA',
}

const table93: [mti: string, fields: Record<number, string>][] = [
  ['1100', purchase93],
  ['1100', { ...purchase93, 53: 'A1B2C3', 55: '9F2608A1B2C3D4E5F60718' }],
  ['1110', { ...without(purchase93, 22, 26, 43), 38: 'A1B2C3', 39: '000', 54: '1002840C000000005000' }],
  [
    '1420',
    {
      ...purchase93,
      25: '4021',
      30: `000000012345${'0'.repeat(12)}`,
      56: `1100${purchase[11]}26111810450012345678901`,
    },
  ],
  ['1804', { ...network, 12: '261118104500', 24: '831', 93: '12345', 94: '67890', 96: 'C0FFEE' }],
]

/** Of the version of 1987. */
export const messages = table.map(messageOf)
/** Of the version of 1993. */
export const messages93 = table93.map(messageOf)

function messageOf([mti, fields]: [mti: string, fields: Record<number, string>]): Message {
  return { mti, fields: new Map(Object.entries(fields).map(([number, value]) => [Number(number), value])) }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ebcdic, unusual } from '../../test/iso8583/dialects.ts'
import { messages } from '../../test/iso8583/messages.ts'
import { describeMessage } from './describe-message.ts'
import { shippedDialect } from './dialects.ts'
import { encode } from './encode.ts'
import { writeFrame } from './frame.ts'

const ascii = shippedDialect('iso87-ascii')!
const binary = shippedDialect('iso87-binary')!
const rowsOf = (description: ReturnType<typeof describeMessage>) =>
  description.pieces.map(({ offset, bytes, field, value }) => [offset, bytes, field, value])

test('a message is shown piece by piece, with what nobody may see masked or left out', () => {
  const fields = new Map([
    [2, '4111111111111111'],
    [4, '000000012345'],
    [35, '4111111111111111=2912'],
    [48, '9203123770241'],
    [55, '5A084111111111111111'],
    [70, '301'],
  ])
  const bytes = encode(ascii, { mti: '0101', fields })
  const description = describeMessage(ascii, bytes)
  assert.deepEqual(rowsOf(description), [
    [0, 4, 'MTI', '0101'],
    [4, 16, 'bitmap', '11010000 00000000 00000000 00000000 00100000 00000001 00000010 00000000'],
    [20, 16, 'bitmap', '00000100 00000000 00000000 00000000 00000000 00000000 00000000 00000000'],
    [36, 18, '2', '411111••••••1111'],
    [54, 12, '4', '000000012345'],
    [66, 23, '35', '(21 characters, not shown)'],
    [89, 16, '48', ''],
    [96, 3, '48.92', '(3 characters, not shown)'],
    [103, 2, '48.77', '41'],
    [105, 23, '55', ''],
    [112, 16, '55.5A', '(16 hexadecimal digits, not shown)'],
    [128, 3, '70', '301'],
  ])
  assert.equal(description.pieces[0]!.name, 'authorization request, repeated')
  assert.equal(description.pieces[1]!.name, 'fields 1 2 4 35 48 55')
  assert.equal(description.pieces[2]!.name, 'fields 70')
  assert.deepEqual([description.isFramed, description.error, description.differsAt], [false, undefined, undefined])
})

test('offsets count from the first byte of the frame', () => {
  const header = Buffer.from('00112233445566778899aabbccddeeff029100000000', 'hex')
  const message = encode(unusual, messages.at(-1)!)
  const description = describeMessage(unusual, writeFrame(unusual, message, header))
  assert.equal(description.isFramed, true)
  assert.deepEqual(rowsOf(description).slice(0, 3), [
    [0, 2, 'frame', '0052'],
    [2, 22, 'frame', header.toString('hex').toUpperCase()],
    [24, 2, 'MTI', '0810'],
  ])
  assert.equal(description.pieces[1]!.name, 'header with the reject code 0291')
  assert.equal(description.differsAt, undefined)
})

test('a literal and a trailer are shown too', () => {
  const framed = writeFrame(ebcdic, encode(ebcdic, messages.at(-1)!), Buffer.alloc(9))
  const names = describeMessage(ebcdic, framed)
    .pieces.filter(({ field }) => field === 'frame')
    .map(({ name }) => name)
  assert.deepEqual(names, ['length', 'literal', 'header', 'trailer'])
})

test('a message without its frame is not taken for a frame, even if its first bytes could be a length', () => {
  // Its type, 0100, is also the length of what follows.
  const fields = new Map([
    [46, 'x'.repeat(200)],
    [47, 'x'.repeat(44)],
  ])
  const bytes = encode(binary, { mti: '0100', fields })
  assert.equal(bytes.readUInt16BE(), bytes.length - 2)
  const description = describeMessage(binary, bytes)
  assert.deepEqual([description.isFramed, description.error], [false, undefined])
})

test('what could be decoded before an error is shown, with every longer number masked', () => {
  const bytes = Buffer.from(`0100${'6020000000000000'}164111111111111111000000${'12345'}`, 'latin1')
  const { pieces, error } = describeMessage(ascii, bytes)
  assert.deepEqual(pieces.map(({ field, value }) => [field, value]).slice(2), [
    ['2', '411111••••••1111'],
    ['3', '000000'],
  ])
  assert.equal(error!.message, 'field 11 at byte 44: expected 6 bytes of the value, found 5 bytes')
  const shifted = Buffer.from(`0100${'1000000001000000'}123456789012${'0'}`, 'latin1')
  assert.deepEqual(describeMessage(ascii, shifted).pieces.at(-1)!.value, '••••••••••••')
})

test('a field whose sub-fields cannot be told apart is not shown, since a CVV2 may be in it', () => {
  const bytes = encode(ascii, { mti: '0100', fields: new Map([[48, 'CVV2=123']]) })
  assert.equal(
    describeMessage(ascii, bytes).pieces.at(-1)!.value,
    '(8 characters, not shown); field 48 at byte 2: expected a digit of the length, found the byte 0x56',
  )
})

test('card numbers in free text are masked, and numbers of a field of their own are not', () => {
  const fields = new Map([
    [42, '411111111111116'],
    [63, 'card 5555555555554444 of 2'],
  ])
  const { pieces } = describeMessage(ascii, encode(ascii, { mti: '0100', fields }))
  assert.deepEqual(
    pieces.slice(-2).map(({ value }) => value),
    ['411111111111116', 'card 555555••••••4444 of 2'],
  )
})

test('a message that we would write differently says from which byte on', () => {
  const bytes = Buffer.from(`0800${'8'}${'0'.repeat(31)}`, 'latin1')
  assert.equal(describeMessage(ascii, bytes).differsAt, 4)
  const padded = Buffer.from(`0100${'0000000000000200'}010${'9F02810100'}`, 'latin1')
  assert.equal(describeMessage(ascii, padded).differsAt, 21)
})

test('message types are told in words', () => {
  const names = ['0100', '0110', '0121', '0420', '0430', '0810', '1804', '0190'].map((mti) => {
    const { pieces } = describeMessage(ascii, encode(ascii, { mti, fields: new Map() }))
    return pieces[0]!.name
  })
  assert.deepEqual(names, [
    'authorization request',
    'authorization response',
    'authorization advice, repeated',
    'reversal advice',
    'reversal advice response',
    'network management response',
    'network management request (1993)',
    '',
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ebcdic, unusual } from '../../test/iso8583/dialects.ts'
import { shippedDialect } from './dialects.ts'
import { readFrame, writeFrame } from './frame.ts'

const ascii = shippedDialect('iso87-ascii')!
const hex = (bytes: string) => Buffer.from(bytes, 'hex')

test('a frame is a length, a literal, a header, the message and a trailer', () => {
  assert.equal(writeFrame(ascii, hex('aabb'), hex('')).toString('hex'), '0002aabb')
  const header = hex('010203040506070809')
  const written = writeFrame(ebcdic, hex('aabb'), header)
  // 4 bytes of length that count themselves, 3 of the literal, 9 of the header, 2 of the message, 1 of the trailer.
  assert.equal(written.toString('hex'), `f0f0f1f9${'c9e2d6'}${header.toString('hex')}aabb03`)
  assert.deepEqual(readFrame(ebcdic, written), { from: 16, to: 18, end: 19, header, reject: undefined })
})

test('a header tells that the network rejected a message of ours', () => {
  const header = (code: string) => hex(`${'16'.repeat(16)}${code}00000000`)
  assert.equal(readFrame(unusual, writeFrame(unusual, hex('aa'), header('0000')))!.reject, undefined)
  assert.equal(readFrame(unusual, writeFrame(unusual, hex('aa'), header('0291')))!.reject, '0291')
})

test('a frame that cannot be one is an error, and an incomplete one is not', () => {
  assert.equal(readFrame(ascii, hex('00')), undefined)
  assert.equal(readFrame(ascii, hex('0002aa')), undefined)
  assert.throws(() => readFrame(ascii, hex('0000')), {
    message: 'frame at byte 0: expected a length of 1 to 4096, found 0',
  })
  assert.throws(() => readFrame(ascii, hex('1001')), {
    message: 'frame at byte 0: expected a length of 1 to 4096, found 4097',
  })
  assert.throws(() => readFrame(unusual, hex('0a00')), {
    message: 'frame at byte 0: expected two packed digits of the length, found the byte 0x0A',
  })
  assert.throws(() => readFrame(unusual, hex('000100')), {
    message: 'frame at byte 0: expected at least 22 bytes, found 1 byte',
  })
  const other = hex(`f0f0f1f9${'c9e2d7'}${'00'.repeat(12)}`)
  assert.throws(() => readFrame(ebcdic, other), {
    message: 'frame at byte 4: expected the literal of the dialect, found something else',
  })
  const untrailed = hex(`f0f0f1f9${'c9e2d6'}${'00'.repeat(12)}`)
  assert.throws(() => readFrame(ebcdic, untrailed), {
    message: 'frame at byte 18: expected the trailer of the dialect, found something else',
  })
  assert.throws(() => writeFrame(ebcdic, hex('aa'), hex('')), {
    message: 'frame at byte 0: expected a header of 9 bytes, found 0 bytes',
  })
})

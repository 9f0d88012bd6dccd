import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyMessage } from '../../test/iso8583/arbitrary-messages.ts'
import { allDialects } from '../../test/iso8583/dialects.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { readFrame, writeFrame } from './frame.ts'
import { Iso8583Error } from './iso8583-error.ts'

for (const dialect of allDialects) {
  test(`${dialect.name}: a decoded message is the one that was encoded`, () => {
    fc.assert(
      fc.property(anyMessage(dialect), (message) =>
        assert.deepEqual(decode(dialect, encode(dialect, message)), message),
      ),
      { numRuns: 200 },
    )
  })

  test(`${dialect.name}: a message that is cut or has a byte too many is refused`, () => {
    fc.assert(
      fc.property(anyMessage(dialect), fc.nat(), (message, at) => {
        const bytes = encode(dialect, message)
        assert.throws(() => decode(dialect, bytes.subarray(0, at % bytes.length)), Iso8583Error)
        assert.throws(() => decode(dialect, Buffer.concat([bytes, Buffer.of(0)])), Iso8583Error)
      }),
      { numRuns: 100 },
    )
  })

  test(`${dialect.name}: a frame gives its message back, in pieces of any size`, () => {
    const { headerBytes, maxBytes, literal, trailer } = dialect.framing
    const around = headerBytes + literal.length + trailer.length
    const message = fc.uint8Array({ minLength: 1, maxLength: maxBytes - around }).map((bytes) => Buffer.from(bytes))
    const header = fc.uint8Array({ minLength: headerBytes, maxLength: headerBytes }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(message, header, fc.nat(), (inside, front, at) => {
        const bytes = writeFrame(dialect, inside, front)
        const frame = readFrame(dialect, Buffer.concat([bytes, Buffer.from('next')]))!
        assert.equal(frame.end, bytes.length)
        assert.deepEqual(bytes.subarray(frame.from, frame.to), inside)
        assert.deepEqual(frame.header, front)
        assert.equal(readFrame(dialect, bytes.subarray(0, at % bytes.length)), undefined)
      }),
      { numRuns: 100 },
    )
  })
}

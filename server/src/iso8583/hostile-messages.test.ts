// Whatever bytes come, decoding ends in a message or in an error of our own, and no card number is shown.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decode } from './decode.ts'
import { describeMessage } from './describe-message.ts'
import type { Dialect } from './dialect.ts'
import { allDialects } from './dialects-for-tests.ts'
import { encode } from './encode.ts'
import { readFrame } from './frame.ts'
import { Iso8583Error } from './iso8583-error.ts'
import { CARD_NUMBER, messages } from './messages-for-tests.ts'

const MUTATIONS = 4_000
const RANDOM = 4_000
/** A small generator with a fixed start (xorshift), so that a failure can be repeated. */
function numbersFrom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

function endsWell(dialect: Dialect, bytes: Buffer): void {
  try {
    decode(dialect, bytes)
  } catch (error) {
    assert.ok(error instanceof Iso8583Error, `${(error as Error).stack}\n${bytes.toString('hex')}`)
    assert.ok(error.offset >= 0 && error.offset <= bytes.length)
    assert.doesNotMatch(error.message, new RegExp(CARD_NUMBER.slice(6)))
  }
  try {
    readFrame(dialect, bytes)
  } catch (error) {
    assert.ok(error instanceof Iso8583Error, String(error))
  }
}

for (const dialect of allDialects) {
  const seeds = messages.flatMap((message) => {
    try {
      return [encode(dialect, message)]
    } catch {
      return [] // a field of 1987 that 1993 has in another form
    }
  })

  test(`${dialect.name}: mutated messages end in a message or an error of our own`, () => {
    const below = numbersFrom(8583)
    for (let round = 0; round < MUTATIONS; round++) {
      const bytes = Buffer.from(seeds[below(seeds.length)]!)
      for (let change = below(4); change >= 0; change--) bytes[below(bytes.length)] = below(256)
      const cut = below(5) === 0 ? bytes.subarray(0, below(bytes.length)) : bytes
      endsWell(dialect, cut)
      if (round % 20 === 0) describeMessage(dialect, cut)
    }
  })

  test(`${dialect.name}: random bytes end in a message or an error of our own`, () => {
    const below = numbersFrom(1987)
    for (let round = 0; round < RANDOM; round++) {
      const bytes = Buffer.from(Array.from({ length: below(300) }, () => below(256)))
      // Half of them get past the message type.
      if (round % 2 === 0) seeds[0]!.copy(bytes, 0, 0, 4)
      endsWell(dialect, bytes)
      if (round % 20 === 0) describeMessage(dialect, bytes)
    }
  })
}

test('no description shows a card number, a track, a PIN block, chip data or a CVV2, wherever the message is cut', () => {
  const secrets = [CARD_NUMBER, '6011000990139424123', '29122010000', '0123456789ABCDEF', 'A1B2C3D4E5F60718']
  const encoded = allDialects.flatMap((dialect) =>
    messages.flatMap((message) => {
      try {
        return [[dialect, encode(dialect, message)] as const]
      } catch {
        return []
      }
    }),
  )
  assert.ok(encoded.length > 100)
  fc.assert(
    fc.property(fc.constantFrom(...encoded), fc.nat(), fc.boolean(), ([dialect, bytes], at, isCut) => {
      const { pieces, error } = describeMessage(dialect, isCut ? bytes.subarray(0, at % bytes.length) : bytes)
      assert.equal(error !== undefined, isCut)
      const shown = `${pieces.map(({ value }) => value).join('\n')}\n${error?.message}`
      for (const secret of secrets) assert.ok(!shown.includes(secret), shown)
      assert.equal(
        pieces.find(({ field }) => field === '48.92')?.value ?? '(3 characters, not shown)',
        '(3 characters, not shown)',
      )
    }),
    { numRuns: 2_000 },
  )
})

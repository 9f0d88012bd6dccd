// Whatever bytes come, decoding ends in a message or in an error of our own, and no card number is shown.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allDialects } from '../../test/iso8583/dialects.ts'
import { CARD_NUMBER, messages } from '../../test/iso8583/messages.ts'
import { decode } from './decode.ts'
import { describeMessage } from './describe-message.ts'
import type { Dialect, Message } from './dialect.ts'
import { encode } from './encode.ts'
import { readFrame } from './frame.ts'
import { Iso8583Error } from './iso8583-error.ts'

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

/** The version of 1993 has some fields in another form. */
function encodeIfPossible(dialect: Dialect, message: Message): { dialect: Dialect; bytes: Buffer }[] {
  try {
    return [{ dialect, bytes: encode(dialect, message) }]
  } catch (error) {
    assert.ok(error instanceof Iso8583Error, String(error))
    return []
  }
}

for (const dialect of allDialects) {
  const seeds = messages.flatMap((message) => encodeIfPossible(dialect, message)).map(({ bytes }) => bytes)

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

const SECRETS = [CARD_NUMBER, '6011000990139424123', '29122010000', '0123456789ABCDEF', 'A1B2C3D4E5F60718']
const encoded = allDialects.flatMap((dialect) => messages.flatMap((message) => encodeIfPossible(dialect, message)))

/** Returns whether the whole message was decoded. */
function showsNoSecret(dialect: Dialect, bytes: Buffer): boolean {
  const { pieces, error } = describeMessage(dialect, bytes)
  const shown = `${pieces.map(({ value }) => value).join('\n')}\n${error?.message}`
  for (const secret of SECRETS) assert.ok(!shown.includes(secret), shown)
  const cvv2 = pieces.filter(({ field, value }) => field === '48.92' && value !== '(3 characters, not shown)')
  assert.deepEqual(cvv2, [])
  return error === undefined
}

test('no description shows a card number, a track, a PIN block, chip data or a CVV2, wherever the message is cut', () => {
  assert.ok(encoded.length > 100)
  for (const { dialect, bytes } of encoded) {
    assert.ok(showsNoSecret(dialect, bytes))
    for (let at = 0; at < bytes.length; at++) assert.ok(!showsNoSecret(dialect, bytes.subarray(0, at)))
  }
})

test('no description in another dialect shows them either', () => {
  for (const { bytes } of encoded) for (const dialect of allDialects) showsNoSecret(dialect, bytes)
})

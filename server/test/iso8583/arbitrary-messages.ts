// For property tests: messages that a dialect allows.

import fc from 'fast-check'
import { classOfCharacter } from '../../src/iso8583/code-page.ts'
import type { Dialect, FieldCodec, Message } from '../../src/iso8583/dialect.ts'

const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))

/** Any value that the table allows for this field. */
export function anyValue(codec: FieldCodec): fc.Arbitrary<string> {
  const { type, max, lengthDigits, writtenAs } = codec
  const lengths = { minLength: lengthDigits === 0 ? max : 0, maxLength: max, size: 'max' as const }
  if (type === 'bytes') return fc.uint8Array(lengths).map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase())
  if (type === 'signed')
    return fc
      .tuple(fc.constantFrom('C', 'D'), fc.stringMatching(new RegExp(`^\\d{${max - 1}}$`)))
      .map((pair) => pair.join(''))
  const isPackedTrack = type === 'track' && writtenAs === 'packed'
  const allowed = isPackedTrack
    ? [...'0123456789=']
    : characters.filter((c) => classOfCharacter(c.charCodeAt(0)) & codec.accepts)
  return fc.array(fc.constantFrom(...allowed), lengths).map((list) => list.join(''))
}

/** Any message of up to 30 fields. */
export function anyMessage(dialect: Dialect): fc.Arbitrary<Message> {
  const codecs = dialect.fields.filter((codec) => codec !== undefined)
  const field = fc
    .constantFrom(...codecs)
    .chain((codec) => anyValue(codec).map((value) => [Number(codec.id), value] as const))
  const list = fc.uniqueArray(field, { maxLength: 30, selector: ([number]) => number })
  const sorted = list.map((pairs) => new Map(pairs.toSorted(([a], [b]) => a - b)))
  return fc.tuple(fc.stringMatching(/^\d{4}$/), sorted).map(([mti, fields]) => ({ mti, fields }))
}

// Divides a field into its sub-fields. Tags that the dialect does not know are kept.

import { isSet, readBits } from './bitmap.ts'
import type { FieldCodec, NumberCodec, PartsCodec } from './dialect.ts'
import { count, Iso8583Error } from './iso8583-error.ts'
import type { Part } from './part.ts'
import { type Reader, readField, readNumber, take } from './read-field.ts'
import { bytesValue, valueBytes } from './write-field.ts'

/** Tags within tags; real data has two levels. */
const MAX_DEPTH = 8

/** Undefined if the dialect describes no sub-fields. Offsets in errors count from the start of the value. */
export function splitParts(codec: FieldCodec, value: string): Part[] | undefined {
  const { parts } = codec
  if (!parts) return undefined
  const bytes = valueBytes(codec, value)
  const reader: Reader = { bytes, at: 0, end: bytes.length }
  switch (parts.kind) {
    case 'fixed':
      return splitFixed(codec, parts, reader)
    case 'tlv':
      return splitTlv(codec, parts, reader)
    case 'ber-tlv':
      return splitBerTlv(codec, parts, reader, 1)
    case 'bitmapped':
      return splitBitmapped(codec, parts, reader)
  }
}

function splitFixed(codec: FieldCodec, table: PartsCodec & { kind: 'fixed' }, reader: Reader): Part[] {
  const { parts, size, repeats } = table
  const { end } = reader
  if (repeats ? end % size !== 0 : end !== size)
    throw new Iso8583Error(
      codec.id,
      0,
      repeats ? `groups of ${count(size, 'byte')}` : count(size, 'byte'),
      count(end, 'byte'),
    )
  return Array.from({ length: end / size }, (_, group) =>
    parts.map(({ length, ...part }, index) => {
      const from = take(codec.id, reader, length, part.name)
      const id = repeats ? `${group + 1}.${index + 1}` : String(index + 1)
      return { id, ...part, value: bytesValue(codec, reader.bytes.subarray(from, reader.at)), from, to: reader.at }
    }),
  ).flat()
}

function splitTlv(codec: FieldCodec, table: PartsCodec & { kind: 'tlv' }, reader: Reader): Part[] {
  const parts: Part[] = []
  const add = (id: string, from: number) => {
    const { name, show } = table.known.get(id.toUpperCase()) ?? { name: '', show: 'whole' }
    parts.push({
      id,
      name,
      show,
      value: bytesValue(codec, reader.bytes.subarray(from, reader.at)),
      from,
      to: reader.at,
    })
  }
  if (table.lead > 0) add('lead', take(codec.id, reader, table.lead, 'what stands before the first tag'))
  while (reader.at < reader.end) {
    const start = reader.at
    const early = table.isLengthFirst ? readSize(codec, table.length, reader) : undefined
    const tagFrom = take(codec.id, reader, table.tag.bytes, 'a tag')
    const tag = readTag(codec, table.tag, reader.bytes, tagFrom)
    const given = early ?? readSize(codec, table.length, reader)
    const length = given - (table.countsTag ? table.tag.bytes : 0)
    const id = `${codec.id}.${tag}`
    if (length < 0) throw new Iso8583Error(id, start, `a length of at least ${table.tag.bytes}`, String(given))
    add(tag, take(id, reader, length, 'the value'))
  }
  return parts
}

function readSize({ id, page }: FieldCodec, { bytes, as }: NumberCodec, reader: Reader): number {
  return readNumber(id, reader.bytes, take(id, reader, bytes, 'a length'), bytes, as, page)
}

function readTag({ page }: FieldCodec, { bytes: size, as }: NumberCodec, bytes: Buffer, from: number): string {
  return as === 'text' ? page.read(bytes, from, from + size) : hex(bytes, from, from + size)
}

function splitBerTlv(
  codec: FieldCodec,
  table: PartsCodec & { kind: 'ber-tlv' },
  reader: Reader,
  depth: number,
): Part[] {
  const parts: Part[] = []
  while (reader.at < reader.end) {
    const { tag, isConstructed } = readBerTag(codec.id, reader)
    const id = `${codec.id}.${tag}`
    const from = take(id, reader, readBerLength(id, reader), 'the value')
    const { name, show } = table.known.get(tag) ?? { name: '', show: 'whole' as const }
    const part: Part = { id: tag, name, show, value: hex(reader.bytes, from, reader.at), from, to: reader.at }
    if (isConstructed && depth < MAX_DEPTH)
      part.parts = splitBerTlv(codec, table, { bytes: reader.bytes, at: from, end: reader.at }, depth + 1)
    parts.push(part)
  }
  return parts
}

function readBerTag(id: string, reader: Reader): { tag: string; isConstructed: boolean } {
  const from = take(id, reader, 1, 'a tag')
  const first = reader.bytes[from]!
  if ((first & 0x1f) === 0x1f) {
    // Seven bits of the tag in each byte; the last byte has its highest bit clear. EMV uses up to three bytes.
    let more = true
    while (more && reader.at - from < 4) more = (reader.bytes[take(id, reader, 1, 'a tag')]! & 0x80) !== 0
    if (more) throw new Iso8583Error(id, from, 'a tag of at most 4 bytes', 'a longer one')
  }
  return { tag: hex(reader.bytes, from, reader.at), isConstructed: (first & 0x20) !== 0 }
}

function readBerLength(id: string, reader: Reader): number {
  const at = take(id, reader, 1, 'a length')
  const first = reader.bytes[at]!
  if (first < 0x80) return first
  const size = first & 0x7f
  if (size === 0 || size > 2) throw new Iso8583Error(id, at, 'a length of 1 to 3 bytes', count(size + 1, 'byte'))
  return reader.bytes.readUIntBE(take(id, reader, size, 'a length'), size)
}

function splitBitmapped(codec: FieldCodec, table: PartsCodec & { kind: 'bitmapped' }, reader: Reader): Part[] {
  if (reader.end === 0) return []
  const bits = readBits(codec.id, reader, table.bitmapBytes, table.bitmap, codec.page)
  const numbers = Array.from({ length: table.bitmapBytes * 8 }, (_, index) => index + 1).filter((n) => isSet(bits, n))
  const parts: Part[] = []
  for (const [index, number] of numbers.entries()) {
    const field = table.fields[number]
    if (!field) return [...parts, restOf(codec, numbers.slice(index), reader)]
    const { name, show, lengthBytes } = field
    const from = reader.at + lengthBytes
    parts.push({ id: String(number), name, show, value: readField(field, reader), from, to: reader.at })
  }
  if (reader.at < reader.end)
    throw new Iso8583Error(
      codec.id,
      reader.at,
      'the end',
      `${count(reader.end - reader.at, 'byte')} after the last sub-field`,
    )
  return parts
}

/** The length of an unknown sub-field is not known either, so that everything from it on is kept in one piece. */
function restOf(codec: FieldCodec, numbers: number[], { bytes, at, end }: Reader): Part {
  const value = bytesValue(codec, bytes.subarray(at, end))
  return { id: numbers.join('+'), name: '', show: 'whole', value, from: at, to: end }
}

function hex(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('hex', from, to).toUpperCase()
}

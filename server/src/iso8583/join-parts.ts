// Writes the value of a field from its sub-fields: the reverse of `splitParts`.

import { makeBits, writeBits } from './bitmap.ts'
import type { FieldCodec, NumberCodec, PartsCodec } from './dialect.ts'
import { Iso8583Error } from './iso8583-error.ts'
import type { Part } from './part.ts'
import { bytesValue, MAX_FIELD_BYTES, valueBytes, writeField, writeNumber } from './write-field.ts'

export type GivenPart = Pick<Part, 'id' | 'value'>

export function joinParts(codec: FieldCodec, given: readonly GivenPart[]): string {
  const { parts } = codec
  if (!parts) throw new Iso8583Error(codec.id, 0, 'a field with sub-fields', 'a field without')
  switch (parts.kind) {
    case 'fixed':
      return bytesValue(codec, joinFixed(codec, parts, given))
    case 'tlv':
      return bytesValue(codec, Buffer.concat(given.map((part) => tlvOf(codec, parts, part))))
    case 'ber-tlv':
      return bytesValue(codec, Buffer.concat(given.map((part) => berTlvOf(codec, part))))
    case 'bitmapped':
      return bytesValue(codec, joinBitmapped(codec, parts, given))
  }
}

function joinFixed(codec: FieldCodec, { parts, repeats }: PartsCodec & { kind: 'fixed' }, given: readonly GivenPart[]) {
  if (repeats ? given.length % parts.length !== 0 : given.length !== parts.length)
    throw new Iso8583Error(codec.id, 0, `all ${parts.length} sub-fields`, String(given.length))
  const written = given.map((part) => valueBytes(codec, part.value))
  written.forEach((bytes, index) => {
    const { length } = parts[index % parts.length]!
    if (bytes.length !== length)
      throw new Iso8583Error(`${codec.id}.${given[index]!.id}`, 0, `a length of ${length}`, String(bytes.length))
  })
  return Buffer.concat(written)
}

function tlvOf(codec: FieldCodec, table: PartsCodec & { kind: 'tlv' }, { id, value }: GivenPart): Buffer {
  const bytes = valueBytes(codec, value)
  if (id === 'lead') return bytes
  const tag = table.tag.as === 'text' ? valueBytes({ ...codec, type: 'characters' }, id) : Buffer.from(id, 'hex')
  if (tag.length !== table.tag.bytes)
    throw new Iso8583Error(`${codec.id}.${id}`, 0, `a tag of ${table.tag.bytes} bytes`, String(tag.length))
  const size = sizeOf(codec, table.length, bytes.length + (table.countsTag ? tag.length : 0))
  return Buffer.concat(table.isLengthFirst ? [size, tag, bytes] : [tag, size, bytes])
}

function sizeOf({ id, page }: FieldCodec, { bytes, as }: NumberCodec, size: number): Buffer {
  const written = Buffer.alloc(bytes)
  writeNumber(id, size, written, 0, bytes, as, page)
  return written
}

function berTlvOf(codec: FieldCodec, { id, value }: GivenPart): Buffer {
  const bytes = Buffer.from(value, 'hex')
  const { length } = bytes
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  if (length > 0xffff) throw new Iso8583Error(`${codec.id}.${id}`, 0, 'at most 65535 bytes', String(length))
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from(size), bytes])
}

function joinBitmapped(codec: FieldCodec, table: PartsCodec & { kind: 'bitmapped' }, given: readonly GivenPart[]) {
  if (given.length === 0) return Buffer.alloc(0)
  const into = Buffer.alloc(table.bitmapBytes * 2 + given.length * MAX_FIELD_BYTES)
  const sorted = given.toSorted((a, b) => numbersOf(a)[0]! - numbersOf(b)[0]!)
  let at = writeBits(makeBits(sorted.flatMap(numbersOf), table.bitmapBytes), into, 0, table.bitmap, codec.page)
  for (const { id, value } of sorted) {
    const field = table.fields[Number(id)]
    at = field ? writeField(field, value, into, at) : at + valueBytes(codec, value).copy(into, at)
  }
  return into.subarray(0, at)
}

/** Several numbers stand for the unknown sub-fields at the end, which are kept in one piece. */
function numbersOf({ id }: GivenPart): number[] {
  return id.split('+').map(Number)
}

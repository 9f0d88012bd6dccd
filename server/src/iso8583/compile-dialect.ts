// From the table of a dialect to codecs.

import { codePages } from './code-page.ts'
import type { Dialect, FieldCodec, Framing, KnownPart, PartsCodec } from './dialect.ts'
import {
  DialectError,
  type DialectTable,
  type FieldTable,
  type FramingTable,
  type HowNumber,
  type NumberSize,
  type PartsTable,
} from './dialect-table.ts'
import { type FieldForm, readForm } from './field-form.ts'

/** Networks bound a message to about this size; whatever announces more is no message. */
const MAX_FRAME_BYTES = 4_096

/** What holds for every field that says nothing else. */
type Defaults = Required<Pick<DialectTable, 'text' | 'numbers' | 'binary' | 'lengths'>>

/** `base` is the table that this one differs from. Each of its fields may be changed in part. */
export function compileDialect(table: DialectTable, base?: DialectTable): Dialect {
  const { text, mti, bitmap, numbers, binary, lengths, framing = {} } = { ...base, ...table }
  if (!text || !mti || !bitmap || !numbers || !binary || !lengths)
    throw new DialectError('a table without "base" must give text, mti, bitmap, numbers, binary and lengths')
  const fields: (FieldCodec | undefined)[] = new Array(129).fill(undefined)
  const numbersOfFields = new Set([...Object.keys(base?.fields ?? {}), ...Object.keys(table.fields)])
  for (const number of numbersOfFields) {
    const merged = { ...base?.fields[number], ...table.fields[number] }
    fields[Number(number)] = compileField(number, merged, { text, numbers, binary, lengths })
  }
  return { name: table.name, page: codePages[text], mti, bitmap, framing: compileFraming(framing, text), fields }
}

function compileFraming(table: FramingTable, text: Defaults['text']): Framing {
  const { length, literal = '', header, trailer = '', max_bytes = MAX_FRAME_BYTES } = table
  const literalBytes = Buffer.alloc(literal.length)
  codePages[text].write(literalBytes, literal, 0)
  if (header?.reject && header.reject.at + header.reject.bytes > header.bytes)
    throw new DialectError('/framing/header/reject lies outside the header')
  return {
    length: length && { ...length, countsItself: length.counts_itself ?? false },
    literal: literalBytes,
    headerBytes: header?.bytes ?? 0,
    reject: header?.reject,
    trailer: Buffer.from(trailer, 'hex'),
    maxBytes: max_bytes,
  }
}

function compileField(id: string, table: FieldTable, defaults: Defaults): FieldCodec {
  if (!table.form) throw new DialectError(`/fields/${id} needs "form"`)
  const form = readForm(table.form)
  const lengthAs = table.length_as ?? defaults.lengths
  return {
    ...form,
    id,
    name: table.name ?? '',
    show: table.show ?? 'whole',
    page: codePages[defaults.text],
    writtenAs: howWritten(id, form, table, defaults),
    lengthAs,
    lengthBytes: lengthBytes(form.lengthDigits, lengthAs),
    unit: table.hex_length === 'bytes' ? 2 : 1,
    padsLeft: (table.odd ?? 'left0') === 'left0',
    padDigit: table.odd === 'rightF' ? 15 : 0,
    parts: table.parts ? compileParts(id, table.parts as PartsTable, defaults) : undefined,
  }
}

/** In binary, a length of two digits fits in one byte and a longer one in two. */
function lengthBytes(digits: number, as: HowNumber): number {
  if (as === 'text') return digits
  if (as === 'bcd') return (digits + 1) >> 1
  return digits <= 2 ? Math.sign(digits) : 2
}

function howWritten(id: string, { type }: FieldForm, { as }: FieldTable, defaults: Defaults): FieldCodec['writtenAs'] {
  const isBytes = type === 'bytes'
  if (as && isBytes !== (as === 'hex' || as === 'raw'))
    throw new DialectError(`/fields/${id} cannot be written as "${as}"`)
  if (isBytes) return (as ?? defaults.binary) === 'raw' ? 'raw' : 'hex'
  if (type === 'characters' || (as ?? defaults.numbers) === 'text') return 'text'
  return type === 'signed' ? 'signed' : 'packed'
}

function compileParts(id: string, table: PartsTable, defaults: Defaults): PartsCodec {
  switch (table.kind) {
    case 'fixed': {
      const parts = table.parts.map((part) => ({ ...part, show: part.show ?? 'whole' }))
      const size = parts.reduce((sum, { length }) => sum + length, 0)
      return { kind: 'fixed', parts, size, repeats: table.repeats ?? false }
    }
    case 'tlv':
      return {
        kind: 'tlv',
        lead: table.lead ?? 0,
        tag: sizeOf(table.tag),
        length: sizeOf(table.length),
        isLengthFirst: table.length_first ?? false,
        countsTag: table.length_counts_tag ?? false,
        known: knownParts(table.known),
      }
    case 'ber-tlv':
      return { kind: 'ber-tlv', known: knownParts(table.known) }
    case 'bitmapped': {
      const fields: (FieldCodec | undefined)[] = new Array(table.bitmap.bytes * 8 + 1).fill(undefined)
      for (const [number, field] of Object.entries(table.fields))
        fields[Number(number)] = compileField(`${id}.${number}`, field, defaults)
      return { kind: 'bitmapped', bitmapBytes: table.bitmap.bytes, bitmap: table.bitmap.as, fields }
    }
  }
}

const sizeOf = ({ bytes, as = 'text' }: NumberSize) => ({ bytes, as })

function knownParts(known: Record<string, { name: string; show?: KnownPart['show'] }> = {}): Map<string, KnownPart> {
  return new Map(Object.entries(known).map(([tag, { name, show = 'whole' }]) => [tag.toUpperCase(), { name, show }]))
}

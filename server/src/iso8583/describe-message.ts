// Shows a message to people: each piece with its offset and its meaning, with everything hidden that nobody may see.

import { isSet, readBits } from './bitmap.ts'
import { decode, type Trace } from './decode.ts'
import type { Dialect, FieldCodec, Message } from './dialect.ts'
import type { Show } from './dialect-table.ts'
import { encode } from './encode.ts'
import { type Frame, readFrame, writeFrame } from './frame.ts'
import { Iso8583Error } from './iso8583-error.ts'
import { joinParts } from './join-parts.ts'
import { maskValue, showOf, stricter } from './mask.ts'
import { describeType } from './message-type.ts'
import type { Part } from './part.ts'
import { splitParts } from './split-parts.ts'

export type DescribedPiece = { offset: number; bytes: number; field: string; name: string; value: string }

export type Description = {
  dialect: string
  /** Whether the bytes begin with the length, the literal and the header of a connection. */
  isFramed: boolean
  pieces: DescribedPiece[]
  /** Why the rest could not be decoded. */
  error: Iso8583Error | undefined
  /** The first byte that differs when the decoded message is encoded again. Undefined if none does, or after an error. */
  differsAt: number | undefined
}

/** A message may be given with or without its frame: the way in which more can be decoded is taken. */
export function describeMessage(dialect: Dialect, bytes: Buffer): Description {
  const frame = wholeFrame(dialect, bytes)
  const framed = frame && describeFramed(dialect, bytes, frame)
  if (framed && !framed.error) return framed
  const bare = describeBare(dialect, bytes, 0, bytes.length)
  return framed && isFurther(framed, bare) ? framed : bare
}

function isFurther(one: Description, other: Description): boolean {
  const end = Number.POSITIVE_INFINITY
  return (one.error?.offset ?? end) > (other.error?.offset ?? end)
}

function wholeFrame(dialect: Dialect, bytes: Buffer): Frame | undefined {
  try {
    const frame = readFrame(dialect, bytes)
    return frame?.end === bytes.length ? frame : undefined
  } catch (error) {
    if (error instanceof Iso8583Error) return undefined
    throw error
  }
}

function describeFramed(dialect: Dialect, bytes: Buffer, frame: Frame): Description {
  const { length, literal } = dialect.framing
  const { from, to, end, header, reject } = frame
  const inside = describeBare(dialect, bytes, from, to, header)
  const searches = inside.error ? 'all' : 'nothing'
  const part = (start: number, stop: number, name: string) => {
    const value = maskValue(bytes.toString('hex', start, stop).toUpperCase(), 'whole', '', searches)
    return pieceOf(start, stop, 'frame', name, value)
  }
  const prefix = length?.bytes ?? 0
  const headerFrom = prefix + literal.length
  const before = [
    part(0, prefix, 'length'),
    part(prefix, headerFrom, 'literal'),
    part(headerFrom, from, reject === undefined ? 'header' : `header with the reject code ${reject}`),
  ]
  const pieces = [...before, ...inside.pieces, part(to, end, 'trailer')].filter((piece) => piece.bytes > 0)
  return { ...inside, isFramed: true, pieces }
}

/** `header` is that of the frame, if there is one. */
function describeBare(dialect: Dialect, bytes: Buffer, from: number, to: number, header?: Buffer): Description {
  const found: Found[] = []
  const { message, error } = tryDecode(dialect, bytes, from, to, found)
  const pieces = found.flatMap((each) => describePiece(dialect, bytes, each, error !== undefined))
  const written = message && rewrite(dialect, message, header)
  const differsAt = written && firstDifference(written, bytes)
  return { dialect: dialect.name, isFramed: false, pieces, error, differsAt }
}

type Found = { piece: Parameters<Trace>[0]; from: number; to: number; value: string }

function tryDecode(dialect: Dialect, bytes: Buffer, from: number, to: number, found: Found[]) {
  try {
    const trace: Trace = (piece, start, end, value) => found.push({ piece, from: start, to: end, value })
    return { message: decode(dialect, bytes, from, to, trace), error: undefined }
  } catch (error) {
    if (error instanceof Iso8583Error) return { message: undefined, error }
    throw error
  }
}

function describePiece(dialect: Dialect, bytes: Buffer, found: Found, isBroken: boolean): DescribedPiece[] {
  const { piece, from, to, value } = found
  if (piece === 'MTI') return [pieceOf(from, to, 'MTI', describeType(value), value)]
  if (piece === 'bitmap') return describeBitmap(dialect, bytes, from, to)
  const codec = dialect.fields[piece]!
  const show = showOf(codec)
  const unit = codec.type === 'bytes' ? 'hexadecimal digit' : 'character'
  const searches = isBroken ? 'all' : codec.lengthDigits > 0 ? 'card numbers' : 'nothing'
  const shown = (text: string, how: Show) => maskValue(text, how, unit, searches)
  const split = trySplit(codec, value)
  if (split === undefined) return [pieceOf(from, to, codec.id, codec.name, shown(value, show))]
  // A field whose sub-fields cannot be told apart may hold a CVV2 anywhere.
  if (split instanceof Iso8583Error)
    return [pieceOf(from, to, codec.id, codec.name, `${shown(value, 'never')}; ${split.message}`)]
  const start = from + codec.lengthBytes
  return [
    pieceOf(from, to, codec.id, codec.name, ''),
    ...describeParts(codec, split, start, (part) => shown(part.value, stricter(show, part.show))),
  ]
}

function describeParts(
  codec: FieldCodec,
  parts: Part[],
  start: number,
  shown: (part: Part) => string,
): DescribedPiece[] {
  // Bytes in hexadecimal take twice their length.
  const scale = codec.writtenAs === 'hex' ? 2 : 1
  return parts.flatMap((part) => {
    const piece = pieceOf(start + part.from * scale, start + part.to * scale, `${codec.id}.${part.id}`, part.name, '')
    if (part.parts) return [piece, ...describeParts(codec, part.parts, start, shown)]
    return [{ ...piece, value: shown(part) }]
  })
}

function trySplit(codec: FieldCodec, value: string): Part[] | Iso8583Error | undefined {
  try {
    return splitParts(codec, value)
  } catch (error) {
    if (error instanceof Iso8583Error) return error
    throw error
  }
}

function describeBitmap({ bitmap, page }: Dialect, bytes: Buffer, from: number, to: number): DescribedPiece[] {
  const size = bitmap === 'hex' ? 16 : 8
  const reader = { bytes, at: from, end: to }
  return Array.from({ length: (to - from) / size }, (_, index) => {
    const bits = readBits('bitmap', reader, 8, bitmap, page)
    const numbers = Array.from({ length: 64 }, (_, bit) => bit + 1).filter((number) => isSet(bits, number))
    const name = `fields ${numbers.map((number) => number + index * 64).join(' ')}`
    const value = [...bits].map((byte) => byte.toString(2).padStart(8, '0')).join(' ')
    return pieceOf(from + index * size, from + (index + 1) * size, 'bitmap', name, value)
  })
}

/** The bytes that our own encoder writes for this message, from its sub-fields on. */
function rewrite(dialect: Dialect, { mti, fields }: Message, header: Buffer | undefined): Buffer {
  const written = new Map(
    [...fields].map(([number, value]) => {
      const codec = dialect.fields[number]!
      const parts = trySplit(codec, value)
      return [number, Array.isArray(parts) ? joinParts(codec, parts) : value]
    }),
  )
  const message = encode(dialect, { mti, fields: written })
  return header ? writeFrame(dialect, message, header) : message
}

function firstDifference(one: Buffer, other: Buffer): number | undefined {
  if (one.equals(other)) return undefined
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return at
  return length
}

function pieceOf(from: number, to: number, field: string, name: string, value: string): DescribedPiece {
  return { offset: from, bytes: to - from, field, name, value }
}

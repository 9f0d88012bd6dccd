// Reads one field. Every position is checked against the end before it is read, so that a cut or shifted message ends in
// an error that names the byte, never in an exception of Node.

import type { CodePage } from './code-page.ts'
import type { FieldCodec } from './dialect.ts'
import { count, Iso8583Error, showByte } from './iso8583-error.ts'

/** The bytes that are left to read. */
export type Reader = { bytes: Buffer; at: number; end: number }

export function readField(codec: FieldCodec, reader: Reader): string {
  const length = codec.lengthDigits === 0 ? wireLength(codec, codec.max) : readLength(codec, reader)
  const { writtenAs } = codec
  if (writtenAs === 'text') return readText(codec, reader, length)
  if (writtenAs === 'packed') return readPacked(codec, reader, length)
  if (writtenAs === 'signed') return readSigned(codec, reader)
  return writtenAs === 'raw'
    ? readRaw(codec.id, reader, length)
    : readHex(codec.id, reader, codec.page, length * codec.unit)
}

/** The number in front of a value of this many characters or bytes. */
export function wireLength({ writtenAs, unit }: FieldCodec, size: number): number {
  return writtenAs === 'hex' ? (size * 2) / unit : size
}

function readLength(codec: FieldCodec, reader: Reader): number {
  const { id, lengthAs, lengthBytes, page } = codec
  const start = reader.at
  const from = take(id, reader, lengthBytes, 'the length')
  const length = readNumber(id, reader.bytes, from, lengthBytes, lengthAs, page)
  const longest = wireLength(codec, codec.max)
  if (length > longest) throw new Iso8583Error(id, start, `a length of at most ${longest}`, String(length))
  return length
}

/** A number of `size` bytes: digits of text, packed digits, or binary. */
export function readNumber(
  id: string,
  bytes: Buffer,
  from: number,
  size: number,
  as: 'text' | 'bcd' | 'binary',
  page: CodePage,
): number {
  let number = 0
  for (let at = from; at < from + size; at++) {
    const byte = bytes[at]!
    if (as === 'binary') number = number * 256 + byte
    else if (as === 'text') {
      const digit = byte - page.zero
      if (digit < 0 || digit > 9) throw new Iso8583Error(id, at, 'a digit of the length', showByte(byte))
      number = number * 10 + digit
    } else {
      if (byte >> 4 > 9 || (byte & 15) > 9)
        throw new Iso8583Error(id, at, 'two packed digits of the length', showByte(byte))
      number = number * 100 + (byte >> 4) * 10 + (byte & 15)
    }
  }
  return number
}

/** Moves the reader over `size` bytes and returns where they begin. */
export function take(id: string, reader: Reader, size: number, what: string): number {
  const from = reader.at
  const left = reader.end - from
  if (left < size)
    throw new Iso8583Error(id, from, `${count(size, 'byte')} of ${what}`, left <= 0 ? 'the end' : count(left, 'byte'))
  reader.at = from + size
  return from
}

function readText(codec: FieldCodec, reader: Reader, length: number): string {
  const { id, page, accepts } = codec
  const from = take(id, reader, length, 'the value')
  const { bytes, at: to } = reader
  const { classes } = page
  for (let at = from; at < to; at++)
    if ((classes[bytes[at]!]! & accepts) === 0) throw new Iso8583Error(id, at, codec.noun, showByte(bytes[at]))
  const text = page.read(bytes, from, to)
  if (codec.type === 'signed') checkSign(codec, bytes, from)
  return text
}

/** The sign stands in front and nowhere else. */
function checkSign({ id, page, max }: FieldCodec, bytes: Buffer, from: number): void {
  const sign = page.read(bytes, from, from + 1)
  if (sign !== 'C' && sign !== 'D') throw new Iso8583Error(id, from, 'the sign C or D', showByte(bytes[from]))
  for (let at = from + 1; at < from + max; at++) {
    const digit = bytes[at]! - page.zero
    if (digit < 0 || digit > 9) throw new Iso8583Error(id, at, 'digits after the sign', showByte(bytes[at]))
  }
}

/** Digits, two in a byte. In track data, the nibble D is the separator. */
function readPacked(codec: FieldCodec, reader: Reader, length: number): string {
  const { id, padsLeft, padDigit } = codec
  const from = take(id, reader, (length + 1) >> 1, 'packed digits')
  const { bytes, at: to } = reader
  const digits = bytes.toString('hex', from, to)
  const isOdd = length % 2 === 1
  const pad = padsLeft ? 0 : digits.length - 1
  if (isOdd && Number.parseInt(digits[pad]!, 16) !== padDigit)
    throw new Iso8583Error(
      id,
      padsLeft ? from : to - 1,
      `the filling digit ${padDigit.toString(16).toUpperCase()}`,
      'another digit',
    )
  const value = !isOdd ? digits : padsLeft ? digits.slice(1) : digits.slice(0, -1)
  const isTrack = codec.type === 'track'
  for (let index = 0; index < value.length; index++) {
    const character = value.charCodeAt(index)
    if (character <= 0x39 || (isTrack && character === 0x64)) continue
    const at = from + ((index + (isOdd && padsLeft ? 1 : 0)) >> 1)
    throw new Iso8583Error(id, at, isTrack ? 'packed digits and the separator D' : 'packed digits', showByte(bytes[at]))
  }
  return isTrack ? value.replaceAll('d', '=') : value
}

function readSigned(codec: FieldCodec, reader: Reader): string {
  const { id, page } = codec
  const from = take(id, reader, 1, 'the sign')
  const sign = page.read(reader.bytes, from, from + 1)
  if (sign !== 'C' && sign !== 'D') throw new Iso8583Error(id, from, 'the sign C or D', showByte(reader.bytes[from]))
  return sign + readPacked(codec, reader, codec.max - 1)
}

export function readRaw(id: string, reader: Reader, length: number): string {
  const from = take(id, reader, length, 'the value')
  return reader.bytes.toString('hex', from, reader.at).toUpperCase()
}

/** Bytes that are written as hexadecimal digits. */
export function readHex(id: string, reader: Reader, page: CodePage, digits: number): string {
  if (digits % 2 === 1) throw new Iso8583Error(id, reader.at, 'an even number of hexadecimal digits', String(digits))
  const from = take(id, reader, digits, 'hexadecimal digits')
  const text = page.read(reader.bytes, from, reader.at)
  const wrong = text.search(/[^0-9A-Fa-f]/)
  if (wrong >= 0) throw new Iso8583Error(id, from + wrong, 'hexadecimal digits', showByte(reader.bytes[from + wrong]))
  return text.toUpperCase()
}

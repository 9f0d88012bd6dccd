// Writes one field. A value that the table does not allow is refused: nothing is cut, and nothing is filled up.

import { type CodePage, classOfCharacter } from './code-page.ts'
import type { FieldCodec } from './dialect.ts'
import { count, Iso8583Error } from './iso8583-error.ts'
import { wireLength } from './read-field.ts'

/** A frame's length cannot announce more in two bytes. */
export const MAX_MESSAGE_BYTES = 65_535
/** No field takes more: 9,999 bytes in hexadecimal and their length. */
export const MAX_FIELD_BYTES = 20_002

/** Writes the field and returns the position after it. */
export function writeField(codec: FieldCodec, value: string, into: Buffer, at: number): number {
  const size = sizeOf(codec, value, at)
  checkCharacters(codec, value, at)
  const start = codec.lengthDigits === 0 ? at : writeLength(codec, wireLength(codec, size), into, at)
  switch (codec.writtenAs) {
    case 'text':
      codec.page.write(into, value, start)
      return start + value.length
    case 'packed':
      return writePacked(codec, value, into, start)
    case 'signed':
      codec.page.write(into, value[0]!, start)
      return writePacked(codec, value.slice(1), into, start + 1)
    case 'raw':
      return start + into.write(value, start, 'hex')
    case 'hex':
      codec.page.write(into, value, start)
      return start + value.length
  }
}

/** The number of characters or bytes, after it was compared with the table. */
function sizeOf({ id, type, max, lengthDigits }: FieldCodec, value: string, at: number): number {
  const unit = type === 'bytes' ? 'byte' : 'character'
  const size = type === 'bytes' ? value.length / 2 : value.length
  if (lengthDigits === 0 && size !== max) throw new Iso8583Error(id, at, count(max, unit), count(size, unit))
  if (size > max) throw new Iso8583Error(id, at, `at most ${count(max, unit)}`, count(size, unit))
  return size
}

function checkCharacters(codec: FieldCodec, value: string, at: number): void {
  const { id, type, accepts } = codec
  if (type === 'bytes') {
    if (value.length % 2 === 1 || /[^0-9A-F]/.test(value))
      throw new Iso8583Error(id, at, 'pairs of hexadecimal digits in capitals', 'something else')
    return
  }
  for (let index = 0; index < value.length; index++)
    if ((classOfCharacter(value.charCodeAt(index)) & accepts) === 0)
      throw new Iso8583Error(id, at, codec.noun, `another character at position ${index}`)
  if (type === 'signed' && !/^[CD]\d+$/.test(value))
    throw new Iso8583Error(id, at, 'C or D and digits', 'something else')
  if (type === 'track' && codec.writtenAs === 'packed' && /[^\d=]/.test(value))
    throw new Iso8583Error(id, at, 'digits and =', 'another character')
}

function writeLength({ id, lengthAs, lengthBytes, page }: FieldCodec, length: number, into: Buffer, at: number) {
  return writeNumber(id, length, into, at, lengthBytes, lengthAs, page)
}

/** Writes a number of `size` bytes and returns the position after it. */
export function writeNumber(
  id: string,
  number: number,
  into: Buffer,
  at: number,
  size: number,
  as: 'text' | 'bcd' | 'binary',
  page: CodePage,
): number {
  const base = as === 'text' ? 10 : as === 'bcd' ? 100 : 256
  let left = number
  for (let index = size - 1; index >= 0; index--) {
    const part = left % base
    into[at + index] = as === 'text' ? page.zero + part : as === 'bcd' ? Math.floor(part / 10) * 16 + (part % 10) : part
    left = Math.floor(left / base)
  }
  if (left > 0) throw new Iso8583Error(id, at, `a length that fits in ${count(size, 'byte')}`, String(number))
  return at + size
}

function writePacked({ padsLeft, padDigit }: FieldCodec, value: string, into: Buffer, at: number): number {
  const digits = value.replaceAll('=', 'D')
  const pad = padDigit.toString(16)
  const even = digits.length % 2 === 0 ? digits : padsLeft ? pad + digits : digits + pad
  return at + into.write(even, at, 'hex')
}

/** The bytes of a value, in which its sub-fields stand. */
export function valueBytes({ type, page }: FieldCodec, value: string): Buffer {
  if (type === 'bytes') return Buffer.from(value, 'hex')
  const bytes = Buffer.alloc(value.length)
  page.write(bytes, value, 0)
  return bytes
}

/** The value that has these bytes. */
export function bytesValue({ type, page }: FieldCodec, bytes: Buffer): string {
  return type === 'bytes' ? bytes.toString('hex').toUpperCase() : page.read(bytes, 0, bytes.length)
}

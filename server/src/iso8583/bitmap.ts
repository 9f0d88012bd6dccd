// Which fields a message has: 64 bits for fields 1 to 64 and, if the first bit is set, 64 more for fields 65 to 128.

import type { CodePage } from './code-page.ts'
import { Iso8583Error, showByte } from './iso8583-error.ts'
import { type Reader, take } from './read-field.ts'

/** Reads `size` bytes of bits. The bytes are written as they are, or as hexadecimal digits. */
export function readBits(id: string, reader: Reader, size: number, as: 'hex' | 'binary', page: CodePage): Uint8Array {
  if (as === 'binary') {
    const from = take(id, reader, size, 'a bitmap')
    return reader.bytes.subarray(from, reader.at)
  }
  const from = take(id, reader, size * 2, 'a bitmap')
  const bits = new Uint8Array(size)
  for (let index = 0; index < size; index++) {
    const at = from + index * 2
    bits[index] = hexDigit(id, reader.bytes, at, page) * 16 + hexDigit(id, reader.bytes, at + 1, page)
  }
  return bits
}

export function isSet(bits: Uint8Array, number: number): boolean {
  return (bits[(number - 1) >> 3]! & (0x80 >> ((number - 1) & 7))) !== 0
}

/** Sets the bits of these numbers in `size` bytes. */
export function makeBits(numbers: Iterable<number>, size: number): Uint8Array {
  const bits = new Uint8Array(size)
  for (const number of numbers) bits[(number - 1) >> 3]! |= 0x80 >> ((number - 1) & 7)
  return bits
}

const DIGITS = '0123456789ABCDEF'

/** Writes bits and returns the position after them. */
export function writeBits(bits: Uint8Array, into: Buffer, at: number, as: 'hex' | 'binary', page: CodePage): number {
  if (as === 'binary') {
    into.set(bits, at)
    return at + bits.length
  }
  let text = ''
  for (const byte of bits) text += DIGITS[byte >> 4]! + DIGITS[byte & 15]!
  page.write(into, text, at)
  return at + text.length
}

function hexDigit(id: string, bytes: Buffer, at: number, page: CodePage): number {
  const byte = bytes[at]!
  const digit = byte - page.zero
  if (digit >= 0 && digit <= 9) return digit
  // A to F follow each other in both code pages, in both cases.
  const letter = 'ABCDEF'.indexOf(page.read(bytes, at, at + 1).toUpperCase())
  if (letter < 0) throw new Iso8583Error(id, at, 'a bitmap of hexadecimal digits', showByte(byte))
  return letter + 10
}

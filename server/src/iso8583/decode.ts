// From bytes to a message. Strict: whatever the table does not allow is an error, and so are bytes that are left over.

import { isSet, readBits } from './bitmap.ts'
import type { Dialect, Message } from './dialect.ts'
import { count, Iso8583Error, showByte } from './iso8583-error.ts'
import { type Reader, readField, take } from './read-field.ts'

/** Told of each piece of the message, in order: `MTI`, `bitmap`, then the numbers of the fields. A bitmap has no value. */
export type Trace = (piece: 'MTI' | 'bitmap' | number, from: number, to: number, value: string) => void

/** Decodes what stands between `from` and `to`; offsets in errors count from the start of `bytes`. */
export function decode(dialect: Dialect, bytes: Buffer, from = 0, to = bytes.length, trace?: Trace): Message {
  const reader: Reader = { bytes, at: from, end: to }
  const mti = readMti(dialect, reader)
  trace?.('MTI', from, reader.at, mti)
  const fields = new Map<number, string>()
  const start = reader.at
  const first = readBits('bitmap', reader, 8, dialect.bitmap, dialect.page)
  const second = isSet(first, 1) ? readBits('bitmap', reader, 8, dialect.bitmap, dialect.page) : undefined
  trace?.('bitmap', start, reader.at, '')
  readFields(dialect, reader, first, 0, fields, trace)
  if (second) readFields(dialect, reader, second, 64, fields, trace)
  if (reader.at < to)
    throw new Iso8583Error('message', reader.at, 'the end', `${count(to - reader.at, 'byte')} after the last field`)
  return { mti, fields }
}

function readFields(
  dialect: Dialect,
  reader: Reader,
  bits: Uint8Array,
  above: number,
  fields: Map<number, string>,
  trace: Trace | undefined,
): void {
  for (let index = 0; index < 8; index++) {
    const byte = bits[index]!
    if (byte === 0) continue
    for (let bit = 0; bit < 8; bit++) {
      if ((byte & (0x80 >> bit)) === 0) continue
      const number = above + index * 8 + bit + 1
      if (number === 1) continue // announces the second bitmap
      const codec = dialect.fields[number]
      const start = reader.at
      if (!codec)
        throw new Iso8583Error(String(number), start, 'a field of the dialect', 'a field that it does not have')
      const value = readField(codec, reader)
      fields.set(number, value)
      trace?.(number, start, reader.at, value)
    }
  }
}

function readMti({ mti, page }: Dialect, reader: Reader): string {
  const { bytes } = reader
  const from = take('MTI', reader, mti === 'text' ? 4 : 2, 'the message type')
  if (mti === 'bcd') {
    for (let at = from; at < from + 2; at++)
      if (bytes[at]! >> 4 > 9 || (bytes[at]! & 15) > 9)
        throw new Iso8583Error('MTI', at, 'packed digits', showByte(bytes[at]))
    return bytes.toString('hex', from, from + 2)
  }
  for (let at = from; at < from + 4; at++)
    if (bytes[at]! < page.zero || bytes[at]! > page.zero + 9)
      throw new Iso8583Error('MTI', at, 'four digits', showByte(bytes[at]))
  return page.read(bytes, from, from + 4)
}

// From a message to bytes.

import { makeBits, writeBits } from './bitmap.ts'
import type { Dialect, Message } from './dialect.ts'
import { Iso8583Error } from './iso8583-error.ts'
import { MAX_FIELD_BYTES, MAX_MESSAGE_BYTES, writeField } from './write-field.ts'

/** Every message is written here first, because its length is known only afterwards. */
const scratch = Buffer.allocUnsafeSlow(MAX_MESSAGE_BYTES + MAX_FIELD_BYTES)

export function encode(dialect: Dialect, { mti, fields }: Message): Buffer {
  if (!/^\d{4}$/.test(mti)) throw new Iso8583Error('MTI', 0, 'four digits', 'something else')
  const numbers = [...fields.keys()].sort((a, b) => a - b)
  const hasSecond = numbers.length > 0 && numbers.at(-1)! > 64
  let at = writeMti(dialect, mti)
  const bits = makeBits(hasSecond ? [1, ...numbers] : numbers, hasSecond ? 16 : 8)
  at = writeBits(bits, scratch, at, dialect.bitmap, dialect.page)
  for (const number of numbers) {
    const codec = dialect.fields[number]
    if (!codec) throw new Iso8583Error(String(number), at, 'a field of the dialect', 'a field that it does not have')
    at = writeField(codec, fields.get(number)!, scratch, at)
    if (at > MAX_MESSAGE_BYTES)
      throw new Iso8583Error(String(number), at, `a message of at most ${MAX_MESSAGE_BYTES} bytes`, 'a longer one')
  }
  return Buffer.from(scratch.subarray(0, at))
}

function writeMti({ mti: as, page }: Dialect, mti: string): number {
  if (as === 'bcd') return scratch.write(mti, 0, 'hex')
  page.write(scratch, mti, 0)
  return 4
}

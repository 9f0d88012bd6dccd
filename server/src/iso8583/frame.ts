// What stands around a message on a connection: a length, a literal, a header, a trailer.

import type { Dialect } from './dialect.ts'
import { count, Iso8583Error } from './iso8583-error.ts'
import { readNumber } from './read-field.ts'
import { writeNumber } from './write-field.ts'

export type Frame = {
  /** Where the message begins and ends. */
  from: number
  to: number
  /** The end of the frame, where the next one begins. */
  end: number
  header: Buffer
  /** A code of the network, which rejected a message of ours; undefined if the header has none. */
  reject: string | undefined
}

/** The first frame in these bytes; undefined while some of it is still to come. */
export function readFrame({ framing, page }: Dialect, bytes: Buffer): Frame | undefined {
  const { length, literal, headerBytes, trailer } = framing
  const prefix = length?.bytes ?? 0
  if (bytes.length < prefix) return undefined
  const end = length ? prefix + announced({ framing, page }, bytes) : bytes.length
  if (bytes.length < end) return undefined
  const headerFrom = prefix + literal.length
  const from = headerFrom + headerBytes
  const to = end - trailer.length
  if (to < from)
    throw new Iso8583Error('frame', 0, `at least ${count(from - prefix, 'byte')}`, count(end - prefix, 'byte'))
  if (!bytes.subarray(prefix, headerFrom).equals(literal))
    throw new Iso8583Error('frame', prefix, 'the literal of the dialect', 'something else')
  if (!bytes.subarray(to, end).equals(trailer))
    throw new Iso8583Error('frame', to, 'the trailer of the dialect', 'something else')
  const header = bytes.subarray(headerFrom, from)
  return { from, to, end, header, reject: rejectOf({ framing }, header) }
}

/** The number of bytes that follow the length. */
function announced({ framing, page }: Pick<Dialect, 'framing' | 'page'>, bytes: Buffer): number {
  const { bytes: size, as, countsItself } = framing.length!
  const given = readNumber('frame', bytes, 0, size, as, page)
  const following = given - (countsItself ? size : 0)
  if (following <= 0 || following > framing.maxBytes)
    throw new Iso8583Error('frame', 0, `a length of 1 to ${framing.maxBytes}`, String(given))
  return following
}

function rejectOf({ framing: { reject } }: Pick<Dialect, 'framing'>, header: Buffer): string | undefined {
  if (!reject) return undefined
  const code = header.subarray(reject.at, reject.at + reject.bytes)
  return code.every((byte) => byte === 0) ? undefined : code.toString('hex').toUpperCase()
}

export function writeFrame({ framing, page }: Dialect, message: Buffer, header: Buffer): Buffer {
  const { length, literal, headerBytes, trailer } = framing
  if (header.length !== headerBytes)
    throw new Iso8583Error('frame', 0, `a header of ${count(headerBytes, 'byte')}`, count(header.length, 'byte'))
  const prefix = Buffer.alloc(length?.bytes ?? 0)
  const following = literal.length + headerBytes + message.length + trailer.length
  if (length)
    writeNumber('frame', following + (length.countsItself ? length.bytes : 0), prefix, 0, length.bytes, length.as, page)
  return Buffer.concat([prefix, literal, header, message, trailer])
}

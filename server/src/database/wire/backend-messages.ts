// Splits what the server sends into messages: a type, a length that includes itself, and a body.

import postgres from 'postgres'

export type OnMessage = (type: number, bytes: Buffer, start: number, end: number) => void

const HEADER = 5
/** A length counts its own four bytes. */
const MIN_LENGTH = 4
/** Our largest answers are a page of rows. A longer message cannot be an answer to us. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

/** The last message of a chunk may end in the next chunk. It is kept until it is complete. */
export class MessageCutter {
  readonly #onChunk: (bytes: Buffer) => void
  readonly #onMessage: OnMessage
  readonly #maxLength: number
  #rest: Buffer[] = []
  #restLength = 0
  /** How many bytes the incomplete message needs. It is not assembled before they are there. */
  #needed = 0

  constructor(onChunk: (bytes: Buffer) => void, onMessage: OnMessage, maxLength = MAX_MESSAGE_BYTES) {
    this.#onChunk = onChunk
    this.#onMessage = onMessage
    this.#maxLength = maxLength
  }

  /** Throws at an impossible length, because nothing after it could be parsed. */
  feed(chunk: Buffer): void {
    this.#rest.push(chunk)
    this.#restLength += chunk.length
    if (this.#restLength < this.#needed) return
    const bytes = this.#rest.length === 1 ? chunk : Buffer.concat(this.#rest)
    this.#onChunk(bytes)
    let at = 0
    this.#needed = HEADER
    while (at + HEADER <= bytes.length) {
      const length = bytes.readInt32BE(at + 1)
      if (length < MIN_LENGTH || length > this.#maxLength)
        throw connectionError('CONNECTION_CLOSED', `the server sent a message of ${length} bytes`)
      const end = at + 1 + length
      this.#needed = end - at
      if (end > bytes.length) break
      this.#onMessage(bytes[at]!, bytes, at + HEADER, end)
      at = end
      this.#needed = HEADER
    }
    this.#rest = at < bytes.length ? [bytes.subarray(at)] : []
    this.#restLength = bytes.length - at
  }
}

/** The text up to the next zero. */
export function cstringAt(bytes: Buffer, start: number): string {
  const end = bytes.indexOf(0, start)
  if (end < 0) throw connectionError('CONNECTION_CLOSED', 'the server sent a text without an end')
  return bytes.toString('utf8', start, end)
}

const FIELDS: Record<string, string> = {
  S: 'severity_local',
  V: 'severity',
  C: 'code',
  M: 'message',
  D: 'detail',
  H: 'hint',
  P: 'position',
  W: 'where',
  s: 'schema_name',
  t: 'table_name',
  c: 'column_name',
  d: 'type_name',
  n: 'constraint_name',
  R: 'routine',
}

/** The same class and fields as in the driver of the operator commands, so that errors are handled in one way. */
export function errorFrom(bytes: Buffer, start: number, end: number): postgres.PostgresError {
  const fields: Record<string, string> = {}
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const value = cstringAt(bytes, at + 1)
    const name = FIELDS[String.fromCharCode(bytes[at]!)]
    if (name) fields[name] = value
    at += 2 + Buffer.byteLength(value)
  }
  // The declared type is a string, but the constructor takes the fields.
  return new postgres.PostgresError(fields as never)
}

export function connectionError(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code })
}

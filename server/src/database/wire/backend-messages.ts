// What the server sends, cut into messages: a type, a length that counts itself, and a body.

import postgres from 'postgres'

export type OnMessage = (type: number, bytes: Buffer, start: number, end: number) => void

const HEADER = 5

/** The last message of a chunk may end in the next one; it is kept until it is whole. */
export class MessageCutter {
  readonly #onChunk: (bytes: Buffer) => void
  readonly #onMessage: OnMessage
  #rest: Buffer | undefined

  constructor(onChunk: (bytes: Buffer) => void, onMessage: OnMessage) {
    this.#onChunk = onChunk
    this.#onMessage = onMessage
  }

  feed(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#rest = undefined
    this.#onChunk(bytes)
    let at = 0
    while (at + HEADER <= bytes.length) {
      const end = at + 1 + bytes.readInt32BE(at + 1)
      if (end > bytes.length) break
      this.#onMessage(bytes[at]!, bytes, at + HEADER, end)
      at = end
    }
    if (at < bytes.length) this.#rest = bytes.subarray(at)
  }
}

/** The text up to the next zero. */
export function cstringAt(bytes: Buffer, start: number): string {
  return bytes.toString('utf8', start, bytes.indexOf(0, start))
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

/** The same class and fields as those of the driver that the operator's commands use: one way to read an error. */
export function errorFrom(bytes: Buffer, start: number): postgres.PostgresError {
  const fields: Record<string, string> = {}
  for (let at = start; bytes[at] !== 0; ) {
    const value = cstringAt(bytes, at + 1)
    const name = FIELDS[String.fromCharCode(bytes[at]!)]
    if (name) fields[name] = value
    at += 2 + Buffer.byteLength(value)
  }
  // The type says a string; the class takes the fields.
  return new postgres.PostgresError(fields as never)
}

export function connectionError(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code })
}

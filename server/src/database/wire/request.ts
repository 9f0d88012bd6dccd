// One statement on its way to the server.

import type { RowReader } from './row-reader.ts'
import type { Writer } from './writer.ts'

export type Request = {
  text: string
  /** Types of the parameters; with 0 the server infers the type from the context. */
  types: readonly number[]
  /** The key under which the session remembers the prepared statement; undefined for a statement that is used once. */
  key: object | string | undefined
  /** The part of a Bind message that holds the parameters and their formats. */
  writeParameters(out: Writer): void
  /** Reads a binary row. Without it, rows come as text and become objects with the names of their columns. */
  readRow: ((row: RowReader) => unknown) | undefined
}

/** The tag of a completed command: its name, and how many rows it affected. */
export type Tag = { command: string; count: number }
export type Rows<Row = Record<string, unknown>> = Row[] & Tag

/** A statement for many executions, with its parameters and rows in binary. */
export type Statement<Row> = { text: string; types: readonly number[]; readRow?: (row: RowReader) => Row }

const BINARY = 1

export function binaryRequest<Row>(statement: Statement<Row>, write: (out: Writer) => void): Request {
  const { text, types, readRow } = statement
  return {
    text,
    types,
    key: statement,
    readRow,
    writeParameters(out) {
      out.int16(1)
      out.int16(BINARY)
      out.int16(types.length)
      write(out)
    },
  }
}

export type Parameter = string | number | bigint | boolean | Date | Uint8Array | null

/** `rows` keeps apart a statement that is read in two ways, since the server describes only rows that come as text. */
export function textRequest(
  text: string,
  parameters: readonly Parameter[],
  isPrepared: boolean,
  rows: 'text' | 'binary' = 'text',
): Request {
  const types = parameters.map(typeOf)
  return {
    text,
    types,
    key: isPrepared ? `${rows} ${types} ${text}` : undefined,
    readRow: undefined,
    writeParameters(out) {
      out.int16(parameters.length)
      for (const value of parameters) out.int16(value instanceof Uint8Array ? BINARY : 0)
      out.int16(parameters.length)
      for (const value of parameters) writeParameter(out, value)
    },
  }
}

/** Only types that the value makes certain: a number may be of any numeric type, and a text of any type at all. */
function typeOf(value: Parameter): number {
  if (value instanceof Date) return 1184
  if (value instanceof Uint8Array) return 17
  if (typeof value === 'bigint') return 20
  return typeof value === 'boolean' ? 16 : 0
}

function writeParameter(out: Writer, value: Parameter): void {
  if (value === undefined) throw new TypeError('a parameter of a statement is undefined')
  if (value === null) out.int32(-1)
  else if (value instanceof Uint8Array) {
    out.int32(value.length)
    out.raw(value)
  } else if (value instanceof Date) out.text(value.toISOString())
  else out.text(String(value))
}

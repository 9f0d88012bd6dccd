// Columns of ordinary statements come as text and are parsed by their type: bigint for cents and counters, Date for times.
// Unknown types stay text.

import { cstringAt } from './backend-messages.ts'

type Parse = (text: string) => unknown
export type Field = { name: string; parse: Parse | undefined }

const date: Parse = (text) => new Date(text)

/** Parses an array of small numbers without nulls. */
const numbers: Parse = (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number))

const parsers = new Map<number, Parse>([
  [16, (text) => text === 't'],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, BigInt],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, (text) => JSON.parse(text)],
  [700, Number],
  [701, Number],
  [1005, numbers],
  [1007, numbers],
  [1082, date],
  [1114, date],
  [1184, date],
  [3802, (text) => JSON.parse(text)],
])

/** A RowDescription. */
export function fieldsFrom(bytes: Buffer, start: number): Field[] {
  const fields: Field[] = []
  let at = start + 2
  for (let left = bytes.readInt16BE(start); left > 0; left--) {
    const name = cstringAt(bytes, at)
    at += Buffer.byteLength(name) + 1
    fields.push({ name, parse: parsers.get(bytes.readInt32BE(at + 6)) })
    at += 18 // table, column, type, size, modifier, format
  }
  return fields
}

/** A DataRow. */
export function rowFrom(fields: Field[], bytes: Buffer, start: number): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let at = start + 2
  for (const { name, parse } of fields) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) {
      row[name] = null
      continue
    }
    const text = bytes.toString('utf8', at, at + length)
    row[name] = parse ? parse(text) : text
    at += length
  }
  return row
}

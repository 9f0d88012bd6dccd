// The types of parameters that are sent in binary, alone or as arrays. The server need not parse them; parsing took a sixth
// of its time while arrays were sent as text.

import type { Writer } from './writer.ts'

export type ColumnType = 'smallint' | 'integer' | 'bigint' | 'boolean' | 'uuid' | 'text' | 'bytea' | 'timestamptz'
export type ColumnValue = string | number | bigint | boolean | Date | Buffer | null

/** `size` is 0 for types of variable length. */
type Codec = { oid: number; arrayOid: number; size: number; write(out: Writer, value: never): void }

const codecs: Record<ColumnType, Codec> = {
  smallint: { oid: 21, arrayOid: 1005, size: 2, write: (out, value: number) => out.int16(value) },
  integer: { oid: 23, arrayOid: 1007, size: 4, write: (out, value: number) => out.int32(value) },
  bigint: { oid: 20, arrayOid: 1016, size: 8, write: (out, value: bigint) => out.int64(value) },
  boolean: { oid: 16, arrayOid: 1000, size: 1, write: (out, value: boolean) => out.byte(value ? 1 : 0) },
  uuid: { oid: 2950, arrayOid: 2951, size: 16, write: (out, value: string) => out.uuid(value) },
  text: { oid: 25, arrayOid: 1009, size: 0, write: (out, value: string) => out.text(value) },
  /** Given as bytes, or as text whose UTF-8 is stored. */
  bytea: { oid: 17, arrayOid: 1001, size: 0, write: writeBytes },
  timestamptz: { oid: 1184, arrayOid: 1185, size: 8, write: (out, value: Date) => out.time(value) },
}

function writeBytes(out: Writer, value: string | Buffer): void {
  if (typeof value === 'string') out.text(value)
  else {
    out.int32(value.length)
    out.raw(value)
  }
}

export function oidOf(type: ColumnType): number {
  return codecs[type].oid
}

export function arrayOidOf(type: ColumnType): number {
  return codecs[type].arrayOid
}

const NULL = -1

export function writeValue(out: Writer, type: ColumnType, value: ColumnValue): void {
  const { size, write } = codecs[type]
  if (value === null) out.int32(NULL)
  else {
    if (size > 0) out.int32(size)
    write(out, value as never)
  }
}

export function writeArray(out: Writer, type: ColumnType, values: readonly ColumnValue[]): void {
  const { oid, size, write } = codecs[type]
  const start = out.length
  out.int32(0) // the length, known at the end
  out.int32(values.length === 0 ? 0 : 1) // dimensions
  out.int32(values.includes(null) ? 1 : 0)
  out.int32(oid)
  if (values.length > 0) {
    out.int32(values.length)
    out.int32(1) // lower bound
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!
      if (value === null) out.int32(NULL)
      else {
        if (size > 0) out.int32(size)
        write(out, value as never)
      }
    }
  }
  out.setLength(start)
}

/** The empty array of a column that has one value in all rows. */
export function writeEmptyArray(out: Writer, type: ColumnType): void {
  out.int32(12)
  out.int32(0)
  out.int32(0)
  out.int32(codecs[type].oid)
}

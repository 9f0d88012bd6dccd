// A row in PostgreSQL's binary format, read column by column in the order of the statement. Each column is its
// length and its bytes; a length of -1 is null.

import { type Uuid, uuidFromBytes } from '../../ids.ts'

const EPOCH_MS = 946_684_800_000
const TWO_TO_32 = 4_294_967_296

export class RowReader {
  #bytes: Buffer = Buffer.alloc(0)
  #view: DataView = new DataView(new ArrayBuffer(0))
  #at = 0

  /** Once for each chunk that the socket delivers. */
  over(bytes: Buffer): void {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  /** Begins at the first column, past the count of columns. */
  begin(at: number): void {
    this.#at = at + 2
  }

  #length(): number {
    const length = this.#view.getInt32(this.#at)
    this.#at += 4
    return length
  }

  /** Every method below returns null for a null column. The caller asserts with `!` that a column is never null. */
  int16(): number | null {
    const length = this.#length()
    if (length < 0) return null
    this.#at += 2
    return this.#view.getInt16(this.#at - 2)
  }

  int32(): number | null {
    const length = this.#length()
    if (length < 0) return null
    this.#at += 4
    return this.#view.getInt32(this.#at - 4)
  }

  int64(): bigint | null {
    const length = this.#length()
    if (length < 0) return null
    this.#at += 8
    return this.#view.getBigInt64(this.#at - 8)
  }

  bool(): boolean | null {
    const length = this.#length()
    if (length < 0) return null
    this.#at += 1
    return this.#bytes[this.#at - 1] === 1
  }

  /** To the millisecond, as a Date has it. */
  time(): Date | null {
    const length = this.#length()
    if (length < 0) return null
    const micros = this.#view.getInt32(this.#at) * TWO_TO_32 + this.#view.getUint32(this.#at + 4)
    this.#at += 8
    if (Number.isSafeInteger(micros)) return new Date(Math.floor(micros / 1000) + EPOCH_MS)
    return new Date(Number(this.#view.getBigInt64(this.#at - 8) / 1000n) + EPOCH_MS) // after the year 2285
  }

  uuid(): Uuid | null {
    const length = this.#length()
    if (length < 0) return null
    this.#at += 16
    return uuidFromBytes(this.#bytes, this.#at - 16)
  }

  text(): string | null {
    const length = this.#length()
    if (length < 0) return null
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  /** Returns a copy, so that the chunk can be freed. */
  bytes(): Buffer | null {
    const length = this.#length()
    if (length < 0) return null
    this.#at += length
    return Buffer.from(this.#bytes.subarray(this.#at - length, this.#at))
  }

  /** `text[]` of one dimension. */
  texts(): string[] | null {
    const length = this.#length()
    if (length < 0) return null
    const end = this.#at + length
    const count = this.#view.getInt32(this.#at) === 0 ? 0 : this.#view.getInt32(this.#at + 12)
    this.#at += 20 // dimensions, flags, type, count, lower bound
    const list: string[] = []
    for (let n = 0; n < count; n++) list.push(this.text()!)
    this.#at = end
    return list
  }

  /** `jsonb`: a version byte before the text. */
  json(): unknown {
    const length = this.#length()
    if (length < 0) return null
    this.#at += length
    return JSON.parse(this.#bytes.toString('utf8', this.#at - length + 1, this.#at))
  }
}

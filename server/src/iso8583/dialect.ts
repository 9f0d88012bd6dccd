// A dialect that is ready for use: its table with everything worked out that is the same for every message.

import type { CodePage } from './code-page.ts'
import type { DialectTable, HowNumber, Show } from './dialect-table.ts'
import type { FieldForm } from './field-form.ts'

export type Dialect = {
  name: string
  page: CodePage
  mti: NonNullable<DialectTable['mti']>
  bitmap: NonNullable<DialectTable['bitmap']>
  framing: Framing
  /** By number; those that the dialect does not have are undefined. */
  fields: readonly (FieldCodec | undefined)[]
}

export type FieldCodec = FieldForm & {
  /** `2`, or `62.3` for a bitmapped sub-field. */
  id: string
  name: string
  show: Show
  page: CodePage
  /** A byte for each character, two digits in a byte, a sign and packed digits, bytes, or bytes in hexadecimal. */
  writtenAs: 'text' | 'packed' | 'signed' | 'raw' | 'hex'
  lengthAs: HowNumber
  lengthBytes: number
  /** The number of hexadecimal digits that the length counts as one: 1, or 2 if it counts bytes. */
  unit: number
  padsLeft: boolean
  padDigit: number
  parts: PartsCodec | undefined
}

export type KnownPart = { name: string; show: Show }

export type PartsCodec =
  | { kind: 'fixed'; parts: readonly (KnownPart & { length: number })[]; size: number; repeats: boolean }
  | {
      kind: 'tlv'
      lead: number
      tag: NumberCodec
      length: NumberCodec
      isLengthFirst: boolean
      countsTag: boolean
      known: ReadonlyMap<string, KnownPart>
    }
  | { kind: 'ber-tlv'; known: ReadonlyMap<string, KnownPart> }
  | {
      kind: 'bitmapped'
      bitmapBytes: number
      bitmap: NonNullable<DialectTable['bitmap']>
      fields: readonly (FieldCodec | undefined)[]
    }

export type NumberCodec = { bytes: number; as: HowNumber }

/** What stands around a message on a connection. */
export type Framing = {
  length: (NumberCodec & { countsItself: boolean }) | undefined
  literal: Buffer
  headerBytes: number
  reject: { at: number; bytes: number } | undefined
  trailer: Buffer
  maxBytes: number
}

export type Message = {
  /** Four digits, such as 0100. */
  mti: string
  /** By number. Bytes are in hexadecimal, everything else is text. */
  fields: Map<number, string>
}

// The table of a dialect, as it is written in a JSON file, and the check of a table that an operator wrote.

import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { FORM } from './field-form.ts'

/** The file of a dialect is wrong. The message says where. */
export class DialectError extends Error {}

const Strict = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

const size = (maximum: number) => Type.Integer({ minimum: 1, maximum })
const FieldNumber = Type.String({ pattern: '^([2-9]|[1-9][0-9]|1[01][0-9]|12[0-8])$' })
const Name = Type.String({ minLength: 1, maxLength: 100 })
/** What people may see of a value. */
const Show = Type.Enum(['whole', 'masked', 'never'])
const HowNumber = Type.Enum(['text', 'bcd', 'binary'])
const NumberSize = Strict({ bytes: size(4), as: Type.Optional(HowNumber) })
const Known = Type.Optional(
  Type.Record(Type.String({ pattern: '^[0-9A-Za-z]{1,8}$' }), Strict({ name: Name, show: Type.Optional(Show) })),
)

const FixedParts = Strict({
  kind: Type.Literal('fixed'),
  /** The positions are repeated until the value ends. */
  repeats: Type.Optional(Type.Boolean()),
  parts: Type.Array(Strict({ length: size(999), name: Name, show: Type.Optional(Show) }), { minItems: 1 }),
})

const TlvParts = Strict({
  kind: Type.Literal('tlv'),
  /** The number of characters in front of the first tag. */
  lead: Type.Optional(size(100)),
  tag: NumberSize,
  length: NumberSize,
  /** Whether the length stands before the tag. */
  length_first: Type.Optional(Type.Boolean()),
  length_counts_tag: Type.Optional(Type.Boolean()),
  known: Known,
})

const BerTlvParts = Strict({ kind: Type.Literal('ber-tlv'), known: Known })

const Field = Strict({
  form: Type.Optional(Type.String({ pattern: FORM })),
  name: Type.Optional(Name),
  show: Type.Optional(Show),
  /** How the value is written where it differs from the dialect: digits as text or bcd, bytes as hex or raw. */
  as: Type.Optional(Type.Enum(['text', 'bcd', 'hex', 'raw'])),
  length_as: Type.Optional(HowNumber),
  /** Whether the length of bytes in hexadecimal counts digits (the default) or bytes. */
  hex_length: Type.Optional(Type.Enum(['digits', 'bytes'])),
  /** Where an odd number of packed digits is filled up, and with which digit. */
  odd: Type.Optional(Type.Enum(['left0', 'right0', 'rightF'])),
  /** Its sub-fields. Null if the base has some and this dialect has none. */
  parts: Type.Optional(Type.Unknown()),
})

const BitmappedParts = Strict({
  kind: Type.Literal('bitmapped'),
  bitmap: Strict({ bytes: size(16), as: Type.Enum(['hex', 'binary']) }),
  fields: Type.Record(Type.String({ pattern: '^[1-9][0-9]{0,2}$' }), Field),
})

const Framing = Strict({
  length: Type.Optional(Strict({ as: HowNumber, bytes: size(4), counts_itself: Type.Optional(Type.Boolean()) })),
  /** Text in front of every message, such as ISO. */
  literal: Type.Optional(Type.String({ minLength: 1, maxLength: 20, pattern: '^[ -~]+$' })),
  header: Type.Optional(
    Strict({
      bytes: size(200),
      /** Where the network reports that it rejected a message of ours: anything but zeros there is a reject code. */
      reject: Type.Optional(Strict({ at: Type.Integer({ minimum: 0, maximum: 199 }), bytes: size(8) })),
    }),
  ),
  /** Bytes after every message, in hexadecimal. */
  trailer: Type.Optional(Type.String({ pattern: '^([0-9A-Fa-f]{2}){1,8}$' })),
  max_bytes: Type.Optional(Type.Integer({ minimum: 64, maximum: 65_535 })),
})

const Table = Strict({
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
  /** A shipped dialect that this one differs from; without it, everything must be given. */
  base: Type.Optional(Type.String()),
  framing: Type.Optional(Framing),
  text: Type.Optional(Type.Enum(['ascii', 'ebcdic'])),
  mti: Type.Optional(Type.Enum(['text', 'bcd'])),
  bitmap: Type.Optional(Type.Enum(['hex', 'binary'])),
  numbers: Type.Optional(Type.Enum(['text', 'bcd'])),
  binary: Type.Optional(Type.Enum(['hex', 'raw'])),
  lengths: Type.Optional(HowNumber),
  fields: Type.Record(FieldNumber, Field, { additionalProperties: false }),
})

export type DialectTable = Static<typeof Table>
export type FieldTable = Static<typeof Field>
export type FramingTable = Static<typeof Framing>
export type NumberSize = Static<typeof NumberSize>
export type HowNumber = Static<typeof HowNumber>
export type Show = Static<typeof Show>
export type PartsTable =
  | Static<typeof FixedParts>
  | Static<typeof TlvParts>
  | Static<typeof BerTlvParts>
  | Static<typeof BitmappedParts>

const partsTables: Record<string, TSchema> = {
  fixed: FixedParts,
  tlv: TlvParts,
  'ber-tlv': BerTlvParts,
  bitmapped: BitmappedParts,
}

export function checkTable(value: unknown): DialectTable {
  check(Table, value, '')
  const table = value as DialectTable
  for (const [number, { parts }] of Object.entries(table.fields))
    if (parts) checkParts(parts, `/fields/${number}/parts`)
  return table
}

function checkParts(value: unknown, path: string): void {
  const schema = partsTables[String((value as { kind?: unknown }).kind)]
  if (!schema) throw new DialectError(`${path}/kind must be one of ${Object.keys(partsTables).join(', ')}`)
  check(schema, value, path)
  const parts = value as PartsTable
  if (parts.kind !== 'bitmapped') return
  for (const [number, field] of Object.entries(parts.fields)) {
    const at = `${path}/fields/${number}`
    if (Number(number) > parts.bitmap.bytes * 8) throw new DialectError(`${at} is outside the bitmap`)
    if (!field.form) throw new DialectError(`${at} needs "form"`)
    if (field.parts) checkParts(field.parts, `${at}/parts`)
  }
}

function check(schema: TSchema, value: unknown, path: string): void {
  const [first] = Value.Errors(schema, value)
  if (!first) return
  const { keyword, instancePath, params, message } = first
  const { allowedValues } = params as { allowedValues?: unknown[] }
  const problem = allowedValues ? `must be one of ${allowedValues.join(', ')}` : message
  throw new DialectError(`${path}${instancePath || '/'} ${keyword === 'boolean' ? 'is not known here' : problem}`)
}

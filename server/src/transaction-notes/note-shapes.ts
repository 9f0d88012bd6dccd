import Type from 'typebox'
import { Nullable, StoredText, Time } from '../http/shapes.ts'

export const MAX_NOTE = 2_000
export const MAX_TAGS = 10
export const MAX_TAG = 40
export const MAX_RECEIPTS = 5
export const MAX_RECEIPT_BYTES = 5 * 1024 * 1024

export const mediaNames = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const

export const Receipt = Type.Object({
  id: Type.String(),
  name: Type.String(),
  media_type: Type.String({ enum: [...mediaNames] }),
  size_bytes: Type.Integer(),
  created_at: Time,
})
export type Receipt = Type.Static<typeof Receipt>

export const TransactionNotes = Type.Object({
  note: Type.String(),
  tags: Type.Array(Type.String()),
  receipts: Type.Array(Receipt),
  /** When the note or the tags last changed; null when there are none. */
  updated_at: Nullable(Time),
})
export type TransactionNotes = Type.Static<typeof TransactionNotes>

export const NotesPut = Type.Object(
  {
    note: StoredText({ minLength: 0, maxLength: MAX_NOTE }),
    tags: Type.Array(StoredText({ minLength: 1, maxLength: MAX_TAG, pattern: '^[^,\\s][^,]*$' }), {
      maxItems: MAX_TAGS,
    }),
  },
  { additionalProperties: false },
)

export const Tags = Type.Object({ data: Type.Array(Type.Object({ tag: Type.String(), uses: Type.Integer() })) })
export type Tags = Type.Static<typeof Tags>

export const NewReceipt = Type.Object(
  {
    name: StoredText({ minLength: 1, maxLength: 200 }),
    /** Base64. */
    content: Type.String({ minLength: 1, maxLength: 4 * Math.ceil(MAX_RECEIPT_BYTES / 3) }),
  },
  { additionalProperties: false },
)

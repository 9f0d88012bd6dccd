import Type from 'typebox'
import { StoredText } from '../../http/shapes.ts'

const Line = StoredText({ minLength: 1, maxLength: 200, pattern: '\\S' })

const BillingAddress = Type.Object(
  {
    line1: Line,
    city: Line,
    state: Line,
    zip: Line,
    country: StoredText({ minLength: 2, maxLength: 2, pattern: '^[A-Z]{2}$' }),
  },
  { additionalProperties: false },
)

/** Holder name and address apply to new cards; existing cards keep theirs. */
export const AccountProfile = Type.Object({
  name: Line,
  holder_name: Line,
  billing_address: BillingAddress,
})
export type AccountProfile = Type.Static<typeof AccountProfile>

export const AccountProfilePatch = Type.Object(
  {
    name: Type.Optional(Line),
    holder_name: Type.Optional(Line),
    billing_address: Type.Optional(BillingAddress),
  },
  { additionalProperties: false },
)
export type AccountProfilePatch = Type.Static<typeof AccountProfilePatch>

import Type from 'typebox'
import { Nullable, StoredText, Time } from '../../http/shapes.ts'
import { EmailAddress, PersonName, RoleName } from './person.ts'

const Token = StoredText({ minLength: 1, maxLength: 200 })

export const LinkInspection = Type.Object({ token: Token }, { additionalProperties: false })
export type LinkInspection = Type.Static<typeof LinkInspection>

export const InspectedLink = Type.Object({
  kind: Type.Union([Type.Literal('invitation'), Type.Literal('password_reset')]),
  account_name: Type.String(),
  role: RoleName,
  email: Nullable(Type.String()),
  name: Nullable(Type.String()),
  expires_at: Time,
})
export type InspectedLink = Type.Static<typeof InspectedLink>

/** An invitation requires a name, and an e-mail address unless the invitation already has one. */
export const LinkAcceptance = Type.Object(
  {
    token: Token,
    password: StoredText({ minLength: 12, maxLength: 128 }),
    name: Type.Optional(PersonName),
    email: Type.Optional(EmailAddress),
  },
  { additionalProperties: false },
)
export type LinkAcceptance = Type.Static<typeof LinkAcceptance>

/** `two_factor_required` means that the password is set and that the sign-in still needs a code. */
export const AcceptedLink = Type.Object({
  ok: Type.Literal(true),
  two_factor_required: Type.Optional(Type.Literal(true)),
})
export type AcceptedLink = Type.Static<typeof AcceptedLink>

import Type from 'typebox'
import { Nullable, StoredText, Time } from '../../http/shapes.ts'
import { RoleName } from './person.ts'

export const AccessName = Type.Union([
  Type.Literal('view'),
  Type.Literal('operate'),
  Type.Literal('reveal'),
  Type.Literal('develop'),
  Type.Literal('keys'),
  Type.Literal('administer'),
])
export type AccessName = Type.Static<typeof AccessName>

export const DashboardSession = Type.Object({
  /** The id of this session in the person's list of sessions. */
  session_id: Type.String(),
  user: Type.Object({
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: RoleName,
    two_factor_enabled: Type.Boolean(),
    passkeys: Type.Integer(),
  }),
  account: Type.Object({ id: Type.String(), name: Type.String() }),
  /** The account requires a second factor of everyone. */
  two_factor_required: Type.Boolean(),
  /** True when a second factor is required and this person has none yet. Until it is set up, nothing else is served. */
  two_factor_setup_required: Type.Boolean(),
  /** The session ends after this many minutes without use. */
  idle_minutes: Type.Integer(),
  /** Until then card numbers may be revealed; null when the person must authenticate again. */
  reauthenticated_until: Nullable(Time),
  access: Type.Object({ sandbox: Type.Array(AccessName), production: Type.Array(AccessName) }),
})
export type DashboardSession = Type.Static<typeof DashboardSession>

/** Exactly one of the two fields. */
export const Reauthentication = Type.Object(
  {
    password: Type.Optional(StoredText({ minLength: 1, maxLength: 128 })),
    code: Type.Optional(StoredText({ minLength: 6, maxLength: 6, pattern: '^\\d{6}$' })),
  },
  { additionalProperties: false },
)
export type Reauthentication = Type.Static<typeof Reauthentication>

export const Reauthenticated = Type.Object({ reauthenticated_until: Time })
export type Reauthenticated = Type.Static<typeof Reauthenticated>

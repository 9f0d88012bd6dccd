import Type from 'typebox'
import { Nullable, RoleName, StoredText, Time } from './texts.ts'

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
  /** As the list of one's sessions names it. */
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
  /** And this person has none yet: until there is one, nothing else is served. */
  two_factor_setup_required: Type.Boolean(),
  /** After how many minutes without use the session ends. */
  idle_minutes: Type.Integer(),
  /** Until when numbers may be revealed; null when the person must prove again who they are. */
  reauthenticated_until: Nullable(Time),
  access: Type.Object({ sandbox: Type.Array(AccessName), production: Type.Array(AccessName) }),
})
export type DashboardSession = Type.Static<typeof DashboardSession>

/** One of the two. */
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

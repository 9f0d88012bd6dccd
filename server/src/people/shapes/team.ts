import Type from 'typebox'
import { Nullable, Time } from '../../http/shapes.ts'
import { EmailAddress, RoleName } from './person.ts'

export const TeamMember = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  two_factor_enabled: Type.Boolean(),
  last_sign_in_at: Nullable(Time),
  created_at: Time,
})
export type TeamMember = Type.Static<typeof TeamMember>

const invitation = {
  id: Type.String(),
  /** Null when anyone who has the link may use it. */
  email: Nullable(Type.String()),
  role: RoleName,
  expires_at: Time,
  created_at: Time,
  /** The name of the person who made the invitation, or `operator`. */
  created_by: Type.String(),
}
export const Invitation = Type.Object(invitation)
export type Invitation = Type.Static<typeof Invitation>

export const Team = Type.Object({ data: Type.Array(TeamMember), invitations: Type.Array(Invitation) })
export type Team = Type.Static<typeof Team>

export const NewInvitation = Type.Object({ email: EmailAddress, role: RoleName }, { additionalProperties: false })
export type NewInvitation = Type.Static<typeof NewInvitation>

const mailing = {
  is_mailed: Type.Boolean(),
  /** As many links were mailed by this account, or to this mailbox, as are allowed for a while. */
  is_mail_limited: Type.Boolean(),
}

/** The only answer that contains the link. */
export const MadeInvitation = Type.Object({ ...invitation, link: Type.String(), ...mailing })
export type MadeInvitation = Type.Static<typeof MadeInvitation>

export const RoleChange = Type.Object({ role: RoleName }, { additionalProperties: false })
export type RoleChange = Type.Static<typeof RoleChange>

export const ResetLink = Type.Object({ link: Type.String(), expires_at: Time, ...mailing })
export type ResetLink = Type.Static<typeof ResetLink>

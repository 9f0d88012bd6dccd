// The people of an account and its open invitations. An account always has an owner, so changes that could remove the last
// one lock the account's row.

import { Role, type RoleName, roleName } from '../accounts/roles.ts'
import type { Person } from '../accounts/workspace.ts'
import { fragment, type Sql, type Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { LinkKind } from './links.ts'
import type { Invitation, TeamMember } from './shapes/team.ts'

type MemberRow = {
  id: Uuid
  name: string
  email: string
  role: number
  two_factor_enabled: boolean
  last_sign_in_at: Date | null
  created_at: Date
}

function selectMembers(sql: Sql, accountId: Uuid, id?: Uuid) {
  return sql<MemberRow[]>`
    select id, name, email, role, two_factor_enabled, last_sign_in_at, created_at from users
    where account_id = ${accountId} ${id === undefined ? fragment`` : fragment`and id = ${id}`}
    order by created_at, id limit 1000`
}

export async function listMembers(sql: Sql, accountId: Uuid): Promise<TeamMember[]> {
  return (await selectMembers(sql, accountId)).map(presentMember)
}

export type Member = TeamMember & { uuid: Uuid }

/** A person of another account is answered like one who does not exist. */
export async function findMember(sql: Sql, accountId: Uuid, id: string): Promise<Member> {
  const parsed = parseId('user', id)
  const [row] = parsed ? await selectMembers(sql, accountId, parsed.uuid) : []
  if (!row) throw new ApiError('not_found', 'No such person.')
  return { ...presentMember(row), uuid: row.id }
}

function presentMember(row: MemberRow): TeamMember {
  return {
    id: publicId('user', 0, row.id),
    name: row.name,
    email: row.email,
    role: roleName(row.role),
    two_factor_enabled: row.two_factor_enabled,
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** Only owners may add, change or remove owners. */
export function refuseOwners({ role }: Person, touched: readonly RoleName[]): void {
  if (role !== 'owner' && touched.includes('owner'))
    throw new ApiError(
      'forbidden',
      `Your role, ${role}, does not allow this: only an owner may make or change an owner.`,
    )
}

/** Held until the transaction ends, so that two owners cannot remove each other at once. */
export function lockTeam(tx: Tx, accountId: Uuid) {
  return tx`select 1 from accounts where id = ${accountId} for no key update`
}

export async function refuseLastOwner(tx: Tx, accountId: Uuid, member: Member): Promise<void> {
  const others = await tx`
    select 1 from users where account_id = ${accountId} and role = ${Role.owner} and id <> ${member.uuid} limit 1`
  if (member.role === 'owner' && others.length === 0)
    throw new ApiError('invalid_state', 'This is the last owner; make another one first.')
}

export function changeRole(tx: Tx, accountId: Uuid, member: Member, role: RoleName, now: Date) {
  return tx`
    update users set role = ${Role[role]}, updated_at = ${now} where account_id = ${accountId} and id = ${member.uuid}`
}

/** Deletes the person's sessions, passwords, passkeys and links too. */
export function removeMember(tx: Tx, accountId: Uuid, member: Member) {
  return tx`delete from users where account_id = ${accountId} and id = ${member.uuid}`
}

type InvitationRow = {
  id: Uuid
  email: string | null
  role: number
  expires_at: Date
  created_at: Date
  created_by_name: string | null
}

export async function listInvitations(sql: Sql, accountId: Uuid, now: Date): Promise<Invitation[]> {
  const rows = await sql<InvitationRow[]>`
    select l.id, l.email, l.role, l.expires_at, l.created_at, u.name as created_by_name
    from user_links l left join users u on u.id = l.created_by
    where l.account_id = ${accountId} and l.kind = ${LinkKind.invitation} and l.expires_at > ${now}
    order by l.created_at, l.id limit 1000`
  return rows.map((row) => ({
    id: publicId('invitation', 0, row.id),
    email: row.email,
    role: roleName(row.role),
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    created_by: row.created_by_name ?? 'operator',
  }))
}

export function removeInvitation(tx: Tx, accountId: Uuid, id: string) {
  return tx`
    delete from user_links where account_id = ${accountId} and kind = ${LinkKind.invitation}
      and id = ${parseId('invitation', id)!.uuid}`
}

/** A new invitation to the same address replaces the old one. */
export function removeInvitationsOf(tx: Tx, accountId: Uuid, email: string) {
  return tx`
    delete from user_links where account_id = ${accountId} and kind = ${LinkKind.invitation} and email = ${email.toLowerCase()}`
}

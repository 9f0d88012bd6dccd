// Links for invitations and password resets. The token is in the URL's fragment, which no browser sends and no log sees. Only
// its hash is stored, and a used link is deleted.

import { createHash, randomBytes } from 'node:crypto'
import { Role, type RoleName, roleName } from '../accounts/roles.ts'
import type { Sql, Tx } from '../database/database.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'

export const LinkKind = { invitation: 1, password_reset: 2 } as const
export type LinkKind = keyof typeof LinkKind

const HOUR_MS = 3_600_000
const VALID_MS: Record<LinkKind, number> = { invitation: 7 * 24 * HOUR_MS, password_reset: 24 * HOUR_MS }
const PAGES: Record<LinkKind, string> = { invitation: 'join', password_reset: 'reset' }

export type NewLink = { accountId: Uuid; createdBy?: Uuid; now: Date } & (
  | { kind: 'invitation'; role: RoleName; email?: string }
  | { kind: 'password_reset'; userId: Uuid }
)
export type MadeLink = { id: string; path: string; expiresAt: Date }

/** `path` is relative to the dashboard's address, and is shown only once. */
export async function createLink(tx: Tx, link: NewLink): Promise<MadeLink> {
  const token = randomBytes(32).toString('base64url')
  const id = newUuid()
  const expiresAt = new Date(link.now.getTime() + VALID_MS[link.kind])
  const invitation = link.kind === 'invitation' ? link : undefined
  const reset = link.kind === 'password_reset' ? link : undefined
  await tx`
    insert into user_links (token_hash, id, account_id, kind, role, email, user_id, created_by, created_at, expires_at)
    values (${hashToken(token)}, ${id}, ${link.accountId}, ${LinkKind[link.kind]}, ${invitation ? Role[invitation.role] : null},
      ${invitation?.email?.toLowerCase() ?? null}, ${reset?.userId ?? null}, ${link.createdBy ?? null}, ${link.now}, ${expiresAt})`
  return { id: publicId('invitation', 0, id), path: `/${PAGES[link.kind]}#${token}`, expiresAt }
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** An invitation has a role. A reset has its user, with that user's role, name and address. */
export type Link = {
  kind: LinkKind
  accountId: Uuid
  accountName: string
  role: RoleName
  email: string | null
  name: string | null
  userId: Uuid | null
  expiresAt: Date
}

type LinkRow = {
  kind: number
  account_id: Uuid
  account_name: string
  role: number
  email: string | null
  name: string | null
  user_id: Uuid | null
  expires_at: Date
}

/** Undefined when it is unknown, used or expired. */
export async function findLink(sql: Sql, token: string, now: Date): Promise<Link | undefined> {
  const [row] = await sql<LinkRow[]>`
    select l.kind, l.account_id, a.name as account_name, coalesce(u.role, l.role) as role, coalesce(u.email, l.email) as email,
      u.name, l.user_id, l.expires_at
    from user_links l join accounts a on a.id = l.account_id left join users u on u.id = l.user_id
    where l.token_hash = ${hashToken(token)} and l.expires_at > ${now}`
  return (
    row && {
      kind: row.kind === LinkKind.invitation ? 'invitation' : 'password_reset',
      accountId: row.account_id,
      accountName: row.account_name,
      role: roleName(row.role),
      email: row.email,
      name: row.name,
      userId: row.user_id,
      expiresAt: row.expires_at,
    }
  )
}

/** True for the only caller that may continue. */
export async function useLink(tx: Tx, token: string, now: Date): Promise<boolean> {
  const used = await tx`
    delete from user_links where token_hash = ${hashToken(token)} and expires_at > ${now} returning 1`
  return used.length > 0
}

/** Invitations without an address are for the first person of an account. The rest end when that person has joined. */
export function endOpenInvitations(tx: Tx, accountId: Uuid) {
  return tx`delete from user_links where account_id = ${accountId} and kind = ${LinkKind.invitation} and email is null`
}

/** Ends all resets of a person who has just set a password by one of them. */
export function endResets(tx: Tx, userId: Uuid) {
  return tx`delete from user_links where user_id = ${userId}`
}

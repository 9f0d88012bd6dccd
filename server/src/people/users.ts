// People and their passwords, written by our own statements. better-auth reads the same rows.

import { Role, type RoleName } from '../accounts/roles.ts'
import { type Sql, sqlState, type Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { rememberPassword } from './password-rules.ts'

export type NewUser = { accountId: Uuid; role: RoleName; name: string; email: string; passwordHash: string; now: Date }

export async function createUser(tx: Tx, user: NewUser): Promise<Uuid> {
  const id = newUuid()
  await tx`
    insert into users (id, account_id, role, name, email, created_at, updated_at)
    values (${id}, ${user.accountId}, ${Role[user.role]}, ${user.name}, ${user.email.toLowerCase()}, ${user.now}, ${user.now})`.catch(
    (error) => {
      if (sqlState(error) !== '23505') throw error
      throw new ApiError('invalid_state', 'Somebody with this e-mail address has joined already.', { param: 'email' })
    },
  )
  await setPassword(tx, id, user.passwordHash, user.now)
  return id
}

export async function setPassword(tx: Tx, userId: Uuid, passwordHash: string, now: Date): Promise<void> {
  await rememberPassword(tx, userId, now)
  await tx`
    insert into user_credentials (id, user_id, provider_id, provider_user_id, password, created_at, updated_at)
    values (${newUuid()}, ${userId}, 'credential', ${userId}, ${passwordHash}, ${now}, ${now})
    on conflict (user_id, provider_id) do update set password = excluded.password, updated_at = excluded.updated_at`
}

/** Also ends sign-ins that wait for a code and the trust in devices, since both rest on the old password. */
export async function endSessions(tx: Tx, userId: Uuid): Promise<void> {
  await tx`delete from user_sessions where user_id = ${userId}`
  await tx`delete from user_verifications where value = ${userId}`
}

/** A trusted device needs no code. better-auth stores the trust as a row with the user's id. */
export function endTrustedDevices(tx: Tx, userId: Uuid) {
  return tx`delete from user_verifications where value = ${userId} and starts_with(identifier, 'trust-device-')`
}

/** Removes the authenticator codes. Passkeys stay, since they do not depend on them. */
export async function removeSecondFactor(tx: Tx, userId: Uuid): Promise<void> {
  await tx`delete from user_second_factors where user_id = ${userId}`
  await endTrustedDevices(tx, userId)
  await tx`update users set two_factor_enabled = false where id = ${userId}`
}

export async function countUsers(sql: Sql, accountId: Uuid): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from users where account_id = ${accountId}`
  return row!.count
}

export type SignInUser = { id: Uuid; account_id: Uuid; email: string }

export async function findUserByEmail(sql: Sql, email: string): Promise<SignInUser | undefined> {
  const [row] = await sql<SignInUser[]>`select id, account_id, email from users where email = ${email.toLowerCase()}`
  return row
}

export async function findUserById(sql: Sql, id: Uuid): Promise<SignInUser | undefined> {
  const [row] = await sql<SignInUser[]>`select id, account_id, email from users where id = ${id}`
  return row
}

export function noteSignIn(tx: Tx, userId: Uuid, now: Date) {
  return tx`update users set last_sign_in_at = ${now} where id = ${userId}`
}

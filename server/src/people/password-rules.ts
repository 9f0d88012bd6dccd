// Which passwords may be set (PCI DSS 8.3.6 and 8.3.7): long ones, or shorter ones with letters and digits, and none of the last
// four. People keep signing in with the passwords that they have; the rules hold for new ones.

import { verifyPassword } from 'better-auth/crypto'
import type { Sql, Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import type { Uuid } from '../ids.ts'

export const MIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 128
/** From this length on, a password needs neither letters nor digits. */
const LONG_PASSWORD_LENGTH = 15
/** With the current one. */
const REMEMBERED_PASSWORDS = 4

/** `param` is the name of the field. */
export function checkNewPassword(password: string, param: string): void {
  const { length } = [...password]
  const isLong = length >= LONG_PASSWORD_LENGTH
  if (length >= MIN_PASSWORD_LENGTH && (isLong || (/\p{L}/u.test(password) && /\p{Nd}/u.test(password)))) return
  throw new ApiError(
    'invalid_request',
    `"${param}" must have at least ${LONG_PASSWORD_LENGTH} characters, or at least ${MIN_PASSWORD_LENGTH} with a letter and a digit.`,
    { param },
  )
}

/** Each comparison takes a tenth of a second, so nothing may be locked meanwhile. */
export async function refuseUsedPassword(sql: Sql, userId: Uuid, password: string, param: string): Promise<void> {
  for (const hash of await selectPasswords(sql, userId)) {
    if (!(await verifyPassword({ hash, password }))) continue
    throw new ApiError(
      'invalid_request',
      `"${param}" must differ from the last ${REMEMBERED_PASSWORDS} passwords of this person.`,
      { param },
    )
  }
}

/** The current password first, then the ones before it. */
async function selectPasswords(sql: Sql, userId: Uuid): Promise<string[]> {
  const rows = await sql<{ password: string }[]>`
    select password from (
      select c.password, null::timestamptz as replaced_at from user_credentials c
      where c.user_id = ${userId} and c.provider_id = 'credential' and c.password is not null
      union all
      select p.password, p.replaced_at from user_past_passwords p
      where p.user_id = ${userId} and not exists (
        select from user_credentials c where c.user_id = p.user_id and c.password = p.password)) as used
    order by replaced_at desc nulls first limit ${REMEMBERED_PASSWORDS}`
  return rows.map(({ password }) => password)
}

/**
 * Called before the current password is replaced. If the replacement then fails, the password is the current one and a past one,
 * and counts once.
 */
export async function rememberPassword(tx: Tx, userId: Uuid, now: Date): Promise<void> {
  await tx`
    insert into user_past_passwords (user_id, password, replaced_at)
    select user_id, password, ${now} from user_credentials
    where user_id = ${userId} and provider_id = 'credential' and password is not null
    on conflict (user_id, password) do update set replaced_at = excluded.replaced_at`
  await tx`
    delete from user_past_passwords where user_id = ${userId} and password not in (
      select password from user_past_passwords where user_id = ${userId}
      order by replaced_at desc limit ${REMEMBERED_PASSWORDS})`
}

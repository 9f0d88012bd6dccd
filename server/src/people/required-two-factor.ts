// An owner can require a second factor for everyone. A person without one must set it up before anything else.

import type { Sql, Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'

export async function isTwoFactorRequired(sql: Sql, accountId: Uuid): Promise<boolean> {
  const [row] = await sql<{ require_two_factor: boolean }[]>`
    select require_two_factor from accounts where id = ${accountId}`
  return row?.require_two_factor === true
}

export function requireTwoFactor(tx: Tx, accountId: Uuid, isRequired: boolean) {
  return tx`update accounts set require_two_factor = ${isRequired} where id = ${accountId}`
}

export async function hasTwoFactor(sql: Sql, userId: Uuid): Promise<boolean> {
  const rows = await sql`select 1 from users where id = ${userId} and two_factor_enabled`
  return rows.length > 0
}

// Whether a password or a code is the person's own, judged as better-auth judges them at sign-in.

import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt, verifyPassword } from 'better-auth/crypto'
import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'

export async function isRightPassword(sql: Sql, userId: Uuid, password: string): Promise<boolean> {
  const [row] = await sql<{ password: string | null }[]>`
    select password from user_credentials where user_id = ${userId} and provider_id = 'credential'`
  return row?.password ? verifyPassword({ hash: row.password, password }) : false
}

export async function isRightCode(sql: Sql, { credentials }: Services, userId: Uuid, code: string): Promise<boolean> {
  const [row] = await sql<{ secret: string }[]>`
    select secret from user_second_factors where user_id = ${userId} and verified`
  if (!row) return false
  const secret = await symmetricDecrypt({ key: credentials.secret, data: row.secret })
  return createOTP(secret, { digits: 6, period: 30 }).verify(code)
}

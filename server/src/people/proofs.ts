// Checks whether a password or a code is right, in the same way as better-auth does at sign-in.

import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt, verifyPassword } from 'better-auth/crypto'
import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'

const STEP_MS = 30_000

export async function isRightPassword(sql: Sql, userId: Uuid, password: string): Promise<boolean> {
  const [row] = await sql<{ password: string | null }[]>`
    select password from user_credentials where user_id = ${userId} and provider_id = 'credential'`
  return row?.password ? verifyPassword({ hash: row.password, password }) : false
}

/** True for the first use of a right code of an enabled second factor. */
export async function isRightCode(sql: Sql, services: Services, userId: Uuid, code: string): Promise<boolean> {
  const factor = await findSecondFactor(sql, userId)
  return factor?.verified === true && (await useCode(sql, services, userId, code)) === 'right'
}

/**
 * A right code works once, in whichever process it is used. The row stores the newest step that was used, and when two
 * requests use one code at once, only one of them can raise it.
 */
export async function useCode(
  sql: Sql,
  { credentials, clock }: Services,
  userId: Uuid,
  code: string,
): Promise<'right' | 'used' | 'wrong'> {
  const factor = await findSecondFactor(sql, userId)
  if (!factor) return 'wrong'
  const secret = await symmetricDecrypt({ key: credentials.secret, data: factor.secret })
  const step = await stepOf(secret, code, clock())
  if (step === undefined) return 'wrong'
  const raised = await sql`
    update user_second_factors set last_used_step = ${step}
    where user_id = ${userId} and (last_used_step is null or last_used_step < ${step}) returning 1`
  return raised.length > 0 ? 'right' : 'used'
}

async function findSecondFactor(sql: Sql, userId: Uuid): Promise<{ secret: string; verified: boolean } | undefined> {
  const [row] = await sql<{ secret: string; verified: boolean }[]>`
    select secret, verified from user_second_factors where user_id = ${userId}`
  return row
}

/** The time step of a code, at most one step from now, as in the library; undefined when the code is wrong. */
async function stepOf(secret: string, code: string, now: Date): Promise<bigint | undefined> {
  const current = Math.floor(now.getTime() / STEP_MS)
  const { hotp } = createOTP(secret, { digits: 6, period: STEP_MS / 1_000 })
  for (const step of [current - 1, current, current + 1]) if ((await hotp(step)) === code) return BigInt(step)
  return undefined
}

// Whether a password or a code is the person's own, judged as better-auth judges them at sign-in.

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

/** True for the first who gives a right code of a second factor that is switched on. */
export async function isRightCode(sql: Sql, services: Services, userId: Uuid, code: string): Promise<boolean> {
  const factor = await findSecondFactor(sql, userId)
  return factor?.verified === true && (await useCode(sql, services, userId, code)) === 'right'
}

/**
 * A right code works once, whichever process it is given to: the row remembers the newest step that was used, and of
 * two who give one code at once only one can raise it.
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

/** The step that a code belongs to, at most one away from now as the library allows; undefined when it is wrong. */
async function stepOf(secret: string, code: string, now: Date): Promise<bigint | undefined> {
  const current = Math.floor(now.getTime() / STEP_MS)
  const { hotp } = createOTP(secret, { digits: 6, period: STEP_MS / 1_000 })
  for (const step of [current - 1, current, current + 1]) if ((await hotp(step)) === code) return BigInt(step)
  return undefined
}

// 3-D Secure challenges: a passcode of six digits that lives for five minutes of workspace time.

import { randomInt } from 'node:crypto'
import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { Timestamp } from '../http/schemas.ts'
import { publicId, type Uuid } from '../ids.ts'
import { type ChallengeRow, ChallengeStatus } from '../ledger/rows.ts'
import { challenges } from '../ledger/tables.ts'
import { dollars } from '../money.ts'
import type { Vault } from '../vault/vault.ts'

export const OTP_LIFETIME_MS = 5 * 60_000
export const MAX_ATTEMPTS = 3

export const challengeStatusNames = ['pending', 'completed', 'expired'] as const
export type ChallengeStatusName = (typeof challengeStatusNames)[number]

export const Challenge = Type.Object(
  {
    id: Type.String({ examples: ['3ds_3p01m7fvfr85e5mtekznx29q5n67'] }),
    card_id: Type.String(),
    merchant: Type.String(),
    amount: Type.Number(),
    otp: Type.String({ description: 'Six digits.', examples: ['042318'] }),
    status: Type.String({ enum: [...challengeStatusNames] }),
    expires_at: Timestamp('Five minutes after it was made.'),
    created_at: Timestamp('When the merchant asked for it.'),
  },
  { $id: 'ThreeDsChallenge' },
)

export const ChallengeParams = Type.Object({ challenge_id: Type.String() })

export function newOtp(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

export function otpContext(challenge: { workspace_id: Uuid; id: Uuid }): string {
  return `otp:${challenge.workspace_id}:${challenge.id}`
}

/** The status is judged at the moment of reading: a pending one whose time is over has expired. */
export function statusAt(challenge: Pick<ChallengeRow, 'status' | 'expires_at'>, now: Date): ChallengeStatus {
  const isOver = challenge.status === ChallengeStatus.pending && challenge.expires_at.getTime() <= now.getTime()
  return isOver ? ChallengeStatus.expired : challenge.status
}

/** Null where the processor sends it itself. */
export async function openOtp(vault: Vault, challenge: ChallengeRow): Promise<string | null> {
  if (challenge.otp_sealed === null) return null
  return (await vault.open(challenge.otp_sealed, otpContext(challenge))).toString()
}

export async function presentChallenge(vault: Vault, challenge: ChallengeRow, now: Date) {
  return withOtp(challenge, await openOtp(vault, challenge), now)
}

/** For whoever has the passcode at hand. */
export function withOtp(challenge: ChallengeRow, otp: string | null, now: Date) {
  return {
    id: publicId('challenge', challenge.bucket, challenge.id),
    card_id: publicId('card', challenge.bucket, challenge.card_id),
    merchant: challenge.merchant,
    amount: dollars(challenge.amount_cents),
    otp,
    status: challengeStatusNames[statusAt(challenge, now) - 1]!,
    expires_at: challenge.expires_at.toISOString(),
    created_at: challenge.created_at.toISOString(),
  }
}

/** For `sql.readBy(challenges.read)`. */
export const challengeColumns = challenges.columns('h')

export function selectChallenge(sql: Sql, workspace: Pick<Workspace, 'bucket' | 'id'>, id: Uuid) {
  return sql.readBy(challenges.read)`
    select ${challengeColumns} from three_ds_challenges h
    where h.bucket = ${workspace.bucket} and h.id = ${id} and h.workspace_id = ${workspace.id}`
}

// 3-D Secure challenges: a six-digit passcode that is valid for five minutes of workspace time, or a question that is answered
// with yes or no.

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
/** Shown instead of a passcode to a key without the scope 3ds:read. */
export const MASKED_OTP = '******'

export const challengeStatusNames = ['pending', 'completed', 'expired'] as const
export type ChallengeStatusName = (typeof challengeStatusNames)[number]

/** How a person confirms the payment: by a passcode on the merchant's page, or by a yes or a no to us. */
export const challengeMethodNames = ['passcode', 'out_of_band'] as const
export type ChallengeMethodName = (typeof challengeMethodNames)[number]
/** By the numbers of `ChallengeOutcome`. */
export const challengeOutcomeNames = ['approved', 'declined'] as const

export const Challenge = Type.Object(
  {
    id: Type.String({ examples: ['3ds_3p01m7fvfr85e5mtekznx29q5n67'] }),
    card_id: Type.String(),
    merchant: Type.String(),
    amount: Type.Number({
      description: 'The amount of the payment. Zero when a merchant stores the card and nothing is paid yet.',
    }),
    method: Type.String({
      enum: [...challengeMethodNames],
      description:
        '`passcode`: type `otp` on the page of the bank. `out_of_band`: approve or decline the payment here.',
    }),
    otp: Type.Union([Type.String(), Type.Null()], {
      description: 'The passcode, usually six digits. Null if the method is `out_of_band`.',
      examples: ['042318'],
    }),
    status: Type.String({ enum: [...challengeStatusNames] }),
    outcome: Type.Union([Type.String({ enum: [...challengeOutcomeNames] }), Type.Null()], {
      description: 'The answer to an `out_of_band` challenge. Null before it is answered, and for a passcode.',
    }),
    expires_at: Timestamp('When the challenge expires: after five minutes, or when the processor stops waiting.'),
    created_at: Timestamp('When the merchant requested the challenge.'),
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

/** The status is computed when it is read: a pending challenge whose time is over has expired. */
export function statusAt(challenge: Pick<ChallengeRow, 'status' | 'expires_at'>, now: Date): ChallengeStatus {
  const isOver = challenge.status === ChallengeStatus.pending && challenge.expires_at.getTime() <= now.getTime()
  return isOver ? ChallengeStatus.expired : challenge.status
}

export function isOutOfBand({ otp_sealed }: Pick<ChallengeRow, 'otp_sealed'>): boolean {
  return otp_sealed === null
}

/** Null when there is no passcode and the challenge is answered with yes or no. */
export async function openOtp(vault: Vault, challenge: ChallengeRow): Promise<string | null> {
  if (challenge.otp_sealed === null) return null
  return (await vault.open(challenge.otp_sealed, otpContext(challenge))).toString()
}

export async function presentChallenge(vault: Vault, challenge: ChallengeRow, now: Date) {
  return withOtp(challenge, await openOtp(vault, challenge), now)
}

/** For callers that already have the passcode. */
export function withOtp(challenge: ChallengeRow, otp: string | null, now: Date) {
  return {
    id: publicId('challenge', challenge.bucket, challenge.id),
    card_id: publicId('card', challenge.bucket, challenge.card_id),
    merchant: challenge.merchant,
    amount: dollars(challenge.amount_cents),
    method: (isOutOfBand(challenge) ? 'out_of_band' : 'passcode') satisfies ChallengeMethodName,
    otp,
    status: challengeStatusNames[statusAt(challenge, now) - 1]!,
    outcome: challenge.answer === null ? null : challengeOutcomeNames[challenge.answer - 1]!,
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

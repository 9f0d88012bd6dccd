// 3-D Secure challenges: a passcode of six digits that lives for five minutes of workspace time.

import { randomInt } from 'node:crypto'
import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql, Tx } from '../database/database.ts'
import { rowShape } from '../database/row-shape.ts'
import { Timestamp } from '../http/schemas.ts'
import { publicId, type Uuid } from '../ids.ts'
import { type Cents, dollars } from '../money.ts'
import type { Vault } from '../vault/vault.ts'

export const OTP_LIFETIME_MS = 5 * 60_000
export const MOST_ATTEMPTS = 3

export const ChallengeStatus = { pending: 1, completed: 2, expired: 3 } as const
export type ChallengeStatus = (typeof ChallengeStatus)[keyof typeof ChallengeStatus]
export const challengeStatusNames = ['pending', 'completed', 'expired'] as const
export type ChallengeStatusName = (typeof challengeStatusNames)[number]

export type ChallengeRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  card_id: Uuid
  merchant: string
  amount_cents: Cents
  otp_sealed: Buffer
  attempts: number
  status: ChallengeStatus
  used_by: Uuid | null
  expires_at: Date
  created_at: Date
}

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

export async function presentChallenge(vault: Vault, challenge: ChallengeRow, now: Date) {
  const otp = await vault.open(challenge.otp_sealed, otpContext(challenge))
  return {
    id: publicId('challenge', challenge.bucket, challenge.id),
    card_id: publicId('card', challenge.bucket, challenge.card_id),
    merchant: challenge.merchant,
    amount: dollars(challenge.amount_cents),
    otp: otp.toString(),
    status: challengeStatusNames[statusAt(challenge, now) - 1]!,
    expires_at: challenge.expires_at.toISOString(),
    created_at: challenge.created_at.toISOString(),
  }
}

const shape = rowShape<ChallengeRow>({
  'h.bucket': 'int16',
  'h.id': 'uuid',
  'h.workspace_id': 'uuid',
  'h.card_id': 'uuid',
  'h.merchant': 'text',
  'h.amount_cents': 'int64',
  'h.otp_sealed': 'bytes',
  'h.attempts': 'int16',
  'h.status': 'int16',
  'h.used_by': 'uuid',
  'h.expires_at': 'time',
  'h.created_at': 'time',
})

export const readChallenge = shape.read

export function challengeColumns(sql: Sql) {
  return sql.unsafe(shape.columns)
}

export function selectChallenge(sql: Sql, workspace: Pick<Workspace, 'bucket' | 'id'>, id: Uuid) {
  return sql<ChallengeRow[]>`
    select ${challengeColumns(sql)} from three_ds_challenges h
    where h.bucket = ${workspace.bucket} and h.id = ${id} and h.workspace_id = ${workspace.id}`
}

export function lockChallenge(tx: Tx, workspace: Pick<Workspace, 'bucket' | 'id'>, id: Uuid) {
  return tx<ChallengeRow[]>`
    select ${challengeColumns(tx)} from three_ds_challenges h
    where h.bucket = ${workspace.bucket} and h.id = ${id} and h.workspace_id = ${workspace.id}
    for no key update`
}

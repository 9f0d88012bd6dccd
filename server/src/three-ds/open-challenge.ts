// Opens a challenge when a merchant asks for verification of a payment: a row, with a sealed passcode if any, and an event.

import type { Books } from '../engine/books.ts'
import type { WorkspaceKey } from '../ids.ts'
import { newUuid } from '../ids.ts'
import { type ChallengeRow, ChallengeStatus } from '../ledger/rows.ts'
import type { Cents } from '../money.ts'
import type { Vault } from '../vault/vault.ts'
import { newOtp, OTP_LIFETIME_MS, otpContext } from './challenge.ts'

export type NewChallenge = {
  merchant: string
  amount: Cents
  /** Generated when left out. Null when the payment is approved or declined without a passcode. */
  passcode?: string | null
  /** The processor that opened it, if any. */
  processor?: { name: string; ref: string }
  lifetimeMs?: number
}

export function openChallenge(
  vault: Vault,
  workspace: WorkspaceKey,
  { card, changes, now }: Books,
  { merchant, amount, passcode: otp = newOtp(), processor, lifetimeMs = OTP_LIFETIME_MS }: NewChallenge,
): { challenge: ChallengeRow; otp: string | null } {
  const id = newUuid()
  const challenge: ChallengeRow = {
    bucket: workspace.bucket,
    id,
    workspace_id: workspace.id,
    card_id: card.id,
    merchant,
    amount_cents: amount,
    otp_sealed: otp === null ? null : vault.seal(otp, otpContext({ workspace_id: workspace.id, id })),
    attempts: 0,
    status: ChallengeStatus.pending,
    used_by: null,
    expires_at: new Date(now.getTime() + lifetimeMs),
    created_at: now,
    processor: processor?.name ?? null,
    processor_ref: processor?.ref ?? null,
    answer: null,
    answering_until: null,
  }
  changes.newChallenges.push(challenge)
  // Rendered from the row when it is delivered, because a stored body would hold the passcode in the clear.
  changes.event(workspace, '3ds.challenge', now, { subjectId: id })
  return { challenge, otp }
}

// A merchant asks for verification of a payment: a row with a sealed passcode, and an event.

import type { Books } from '../engine/books.ts'
import type { WorkspaceKey } from '../engine/operation.ts'
import { newUuid } from '../ids.ts'
import { type ChallengeRow, ChallengeStatus } from '../ledger/rows.ts'
import { centsFromDollars } from '../money.ts'
import type { Vault } from '../vault/vault.ts'
import { newOtp, OTP_LIFETIME_MS, otpContext } from './challenge.ts'

export function openChallenge(
  vault: Vault,
  workspace: WorkspaceKey,
  { card, changes, now }: Books,
  asked: { merchant: string; amount: number },
): { challenge: ChallengeRow; otp: string } {
  const id = newUuid()
  const otp = newOtp()
  const challenge: ChallengeRow = {
    bucket: workspace.bucket,
    id,
    workspace_id: workspace.id,
    card_id: card.id,
    merchant: asked.merchant,
    amount_cents: centsFromDollars(asked.amount),
    otp_sealed: vault.seal(otp, otpContext({ workspace_id: workspace.id, id })),
    attempts: 0,
    status: ChallengeStatus.pending,
    used_by: null,
    expires_at: new Date(now.getTime() + OTP_LIFETIME_MS),
    created_at: now,
  }
  changes.newChallenges.push(challenge)
  // Rendered from the row when it is delivered: a stored body would hold the passcode in the clear.
  changes.event(workspace, '3ds.challenge', now, { subjectId: id })
  return { challenge, otp }
}

// A merchant asks for verification of a payment: a row with a sealed passcode, and an event.

import type { Tx } from '../database/database.ts'
import type { WriteContext } from '../http/route.ts'
import { newUuid } from '../ids.ts'
import type { CardRow } from '../ledger/rows.ts'
import { centsFromDollars } from '../money.ts'
import { type ChallengeRow, ChallengeStatus, newOtp, OTP_LIFETIME_MS, otpContext } from './challenge.ts'

type Context = Pick<WriteContext<unknown, unknown, unknown>, 'tx' | 'workspace' | 'now' | 'changes' | 'services'>

export async function openChallenge(
  { tx, workspace, now, changes, services }: Context,
  card: Pick<CardRow, 'id'>,
  asked: { merchant: string; amount: number },
): Promise<ChallengeRow> {
  const id = newUuid()
  const challenge: ChallengeRow = {
    bucket: workspace.bucket,
    id,
    workspace_id: workspace.id,
    card_id: card.id,
    merchant: asked.merchant,
    amount_cents: centsFromDollars(asked.amount),
    otp_sealed: services.vault.seal(newOtp(), otpContext({ workspace_id: workspace.id, id })),
    attempts: 0,
    status: ChallengeStatus.pending,
    used_by: null,
    expires_at: new Date(now.getTime() + OTP_LIFETIME_MS),
    created_at: now,
  }
  await insertChallenge(tx, challenge)
  // Rendered from the row when it is delivered: a stored body would hold the passcode in the clear.
  changes.event(workspace, '3ds.challenge', now, { subjectId: id })
  return challenge
}

function insertChallenge(tx: Tx, c: ChallengeRow) {
  return tx`
    insert into three_ds_challenges (bucket, id, workspace_id, card_id, merchant, amount_cents, otp_sealed, status, expires_at, created_at)
    values (${c.bucket}, ${c.id}, ${c.workspace_id}, ${c.card_id}, ${c.merchant}, ${c.amount_cents}, ${c.otp_sealed}, ${c.status}, ${c.expires_at}, ${c.created_at})`
}

// One authorization of a batch: judged on the state that the batch has read and that the items before it
// have changed in memory.

import type { Workspace } from '../accounts/workspace.ts'
import type { BinDirectory } from '../bins/bin-directory.ts'
import { ApiError } from '../http/errors.ts'
import { type AnswerRow, type IdempotentRequest, isTooOld } from '../http/idempotency.ts'
import type { Answer } from '../http/route.ts'
import type { Uuid } from '../ids.ts'
import type { Changes } from '../ledger/changes.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { type Cents, dollars } from '../money.ts'
import { type ChallengeRow, ChallengeStatus, statusAt } from '../three-ds/challenge.ts'
import { presentTransaction } from '../transactions/present-transaction.ts'
import { authorize } from './authorize.ts'
import { ThreeDsStatus } from './decide.ts'
import type { DeclineReason } from './decline-reasons.ts'
import type { BatchState } from './lane-state.ts'
import { type Merchant, merchantRow } from './merchant.ts'

export type Item = {
  workspace: Workspace
  /** Undefined for a card number that nobody issued. */
  cardId: Uuid | undefined
  amount: Cents
  merchant: Merchant
  partial: boolean
  expiryMatches?: boolean | undefined
  cvvMatches?: boolean | undefined
  challengeId?: Uuid | undefined
  idempotent: IdempotentRequest | undefined
}

/** Throws what fails this item alone; nothing of it is then in `changes`. */
export function decideItem({ bins }: { bins: BinDirectory }, item: Item, state: BatchState, changes: Changes): Answer {
  const workspace = state.workspaces.get(item.workspace.id)
  if (!workspace?.live) throw new WorkspaceReplaced()
  const card = item.cardId && state.cards.get(item.cardId)
  if (item.cardId && card?.workspace_id !== workspace.id) throw new ApiError('card_not_found')
  const replay = replayOf(item, state)
  if (replay) return replay
  if (!card) return answer(item, false, 'invalid_card', null)
  const { now } = workspace
  const challenge = item.challengeId && state.challenges.get(item.challengeId)
  if (item.challengeId && challenge?.workspace_id !== workspace.id) throw new ApiError('challenge_not_found')
  const merchant = merchantRow(changes, item.workspace, item.merchant)
  const outcome = authorize(
    changes,
    item.workspace,
    card,
    merchant,
    {
      amount: item.amount,
      mcc: item.merchant.mcc,
      maxTransaction: bins.get(card.bin_id)!.maxTransactionCents,
      alreadyHeld: 0n,
      expiryMatches: item.expiryMatches,
      cvvMatches: item.cvvMatches,
      authentication: challenge ? authenticationOf(challenge, card.id, item.amount, now) : undefined,
      partial: item.partial,
    },
    now,
  )
  const { transaction } = outcome
  if (challenge && transaction.three_ds_status === ThreeDsStatus.authenticated) {
    challenge.used_by = transaction.id
    state.usedChallenges.set(challenge.id, { bucket: challenge.bucket, usedBy: transaction.id })
  }
  return answer(item, outcome.approved, outcome.declineReason, presentTransaction(transaction, item.merchant))
}

function answer(item: Item, approved: boolean, reason: DeclineReason | null, transaction: object | null): Answer {
  const body = {
    approved,
    decline_reason: reason,
    transaction,
    ...(item.partial && { requested_amount: dollars(item.amount) }),
  }
  return { status: 201, text: JSON.stringify(body), replayed: false }
}

function replayOf(item: Item, state: BatchState): Answer | undefined {
  const stored: AnswerRow | undefined =
    item.idempotent && state.answers.get(`${item.workspace.id} ${item.idempotent.keyHash}`)
  if (!stored) return undefined
  if (isTooOld(stored, state.wall)) {
    state.outdatedAnswers.push({ workspace: item.workspace, request: item.idempotent! })
    return undefined
  }
  if (stored.fingerprint !== item.idempotent!.fingerprint) throw new ApiError('idempotency_key_reused')
  return { status: stored.status, text: stored.answer.toString('utf8'), replayed: true }
}

/** Expired, used, of another card or below the amount: it does not authenticate this payment. */
function authenticationOf(
  challenge: ChallengeRow,
  cardId: Uuid,
  amount: Cents,
  now: Date,
): 'pending' | 'authenticated' | 'failed' {
  if (challenge.card_id !== cardId || challenge.used_by !== null || challenge.amount_cents < amount) return 'failed'
  const status = statusAt(challenge, now)
  if (status === ChallengeStatus.pending) return 'pending'
  return status === ChallengeStatus.completed ? 'authenticated' : 'failed'
}

// A question to the hook, as it is sent. It contains no card number, CVV or passcode.

import { createHash } from 'node:crypto'
import type { EnvironmentName } from '../accounts/environments.ts'
import { presentCard } from '../cards/card-schemas.ts'
import { categoryOfMcc } from '../categories/categories.ts'
import type { RequestKey } from '../engine/operation.ts'
import type { WorkspaceKey } from '../ids.ts'
import { newUuid, publicId, type Uuid, uuidFromBytes } from '../ids.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import type { CardRow } from '../ledger/rows.ts'
import { type ThreeDsStatus, threeDsStatusNames } from '../ledger/three-ds-status.ts'
import { type Cents, dollars } from '../money.ts'

export const QUESTION_TYPE = 'authorization.request'

export type HookQuestion = {
  decisionId: Uuid
  /** Null for a test, whose card does not exist. */
  cardId: Uuid | null
  /** The card as the API showed it at the moment of the question. */
  card: object
  amount: Cents
  merchant: Pick<MerchantRow, 'name' | 'mcc' | 'country' | 'network_id' | 'city'>
  partial: boolean
  threeDs: ThreeDsStatus
  /** The authorization to increase. */
  authorizationId: Uuid | null
  /** Workspace time. */
  askedAt: Date
}

export type Asking = Pick<HookQuestion, 'amount' | 'merchant' | 'partial' | 'threeDs' | 'authorizationId'>

/** Copies the card as it was under its lock, so that later changes of the row do not show. */
export function newQuestion(card: CardRow, asking: Asking, key: RequestKey | undefined, now: Date): HookQuestion {
  return {
    ...asking,
    decisionId: decisionIdOf({ id: card.workspace_id }, key),
    cardId: card.id,
    card: presentCard(card),
    askedAt: now,
  }
}

/**
 * A request that is repeated under its idempotency key asks under the same id. When a process died between the question and the
 * decision, the receiver can tell that it has answered this question before.
 */
export function decisionIdOf({ id }: Pick<WorkspaceKey, 'id'>, key: RequestKey | undefined): Uuid {
  if (!key) return newUuid()
  const { keyHash, fingerprint } = key
  return uuidFromBytes(createHash('sha256').update(`decision ${id} ${keyHash} ${fingerprint}`).digest())
}

type Envelope = { bucket: number; environment: EnvironmentName; at: Date; expiresAt: Date }

/** Both times are wall time, even in a sandbox whose clock was moved, because the receiver compares them with its own clock. */
export function questionText(question: HookQuestion, { bucket, environment, at, expiresAt }: Envelope): string {
  const { name, mcc, country, network_id, city } = question.merchant
  return JSON.stringify({
    id: publicId('decision', bucket, question.decisionId),
    type: QUESTION_TYPE,
    created_at: at.toISOString(),
    environment,
    ...(question.cardId === null && { test: true }),
    data: {
      card: question.card,
      amount: dollars(question.amount),
      currency: 'USD',
      merchant: { id: network_id, name, category: categoryOfMcc(mcc), mcc, country, city },
      partial: question.partial,
      three_ds_status: threeDsStatusNames[question.threeDs - 1],
      authorization_id:
        question.authorizationId === null ? null : publicId('transaction', bucket, question.authorizationId),
      expires_at: expiresAt.toISOString(),
    },
  })
}

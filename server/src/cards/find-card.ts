// Finds a card to read it, or declares it as a row that an operation needs. Also has the checks that every operation
// makes first.

import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { idOf } from '../http/schemas.ts'
import { type CardRow, CardStatus, type WorkspaceRow } from '../ledger/rows.ts'
import { cards } from '../ledger/tables.ts'
import type { Cents } from '../money.ts'

/** Ids are unique across workspaces, but another workspace's card is not found. */
export async function findCard(sql: Sql, workspace: Workspace, cardId: string): Promise<CardRow> {
  const [card] = await cards.find(sql, [{ bucket: workspace.bucket, id: idOf('card', workspace, cardId) }])
  if (card?.workspace_id !== workspace.id) throw new ApiError('card_not_found')
  return card
}

/** The needs of an operation on the card that its path names. */
export function theCard({ workspace, params }: { workspace: Workspace; params: { card_id: string } }) {
  return { cards: [idOf('card', workspace, params.card_id)] }
}

export function refuseHeld(wallet: WorkspaceRow): Refusal | undefined {
  if (!wallet.on_hold) return undefined
  return refuse(
    'invalid_state',
    'The wallet is on hold: a deposit that was credited to it has left its chain. The operator of this service has been told.',
  )
}

export function refuseUnfunded(wallet: WorkspaceRow, amount: Cents): Refusal | undefined {
  if (wallet.wallet_cents >= amount) return undefined
  return refuse('insufficient_funds', 'The wallet balance is too low for this amount.')
}

export function refuseTerminated(card: CardRow): Refusal | undefined {
  return card.status === CardStatus.terminated ? refuse('card_terminated') : undefined
}

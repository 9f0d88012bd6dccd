// The ways a request gets hold of a card: to read it, or to change it under a lock.

import type { Workspace } from '../accounts/workspace.ts'
import type { Sql, Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { idOf } from '../http/schemas.ts'
import {
  type CardRow,
  CardStatus,
  cardColumns,
  lockCardById,
  lockWorkspaceById,
  type WorkspaceRow,
} from '../ledger/rows.ts'

export async function findCard(sql: Sql, workspace: Workspace, cardId: string): Promise<CardRow> {
  const id = idOf('card', workspace, cardId)
  const [card] = await sql<CardRow[]>`
    select ${cardColumns} from cards c
    where c.bucket = ${workspace.bucket} and c.id = ${id} and c.workspace_id = ${workspace.id}`
  if (!card) throw new ApiError('card_not_found')
  return card
}

export async function lockCard(tx: Tx, workspace: Workspace, cardId: string): Promise<CardRow> {
  const [card] = await lockCardById(tx, workspace.bucket, workspace.id, idOf('card', workspace, cardId))
  if (!card) throw new ApiError('card_not_found')
  return card
}

/** For what moves money between the two. In the order of locks: the card, then the workspace. */
export async function lockCardAndWallet(
  tx: Tx,
  workspace: Workspace,
  cardId: string,
): Promise<{ card: CardRow; wallet: WorkspaceRow }> {
  const id = idOf('card', workspace, cardId)
  const [[card], [wallet]] = await Promise.all([
    lockCardById(tx, workspace.bucket, workspace.id, id),
    lockWorkspaceById(tx, workspace.bucket, workspace.id),
  ])
  if (!card || !wallet) throw new ApiError('card_not_found')
  return { card, wallet }
}

export function refuseHeld(wallet: WorkspaceRow): void {
  if (wallet.on_hold)
    throw new ApiError(
      'invalid_state',
      'The wallet is on hold: a deposit that was credited to it has left its chain. The operator of this service has been told.',
    )
}

export function refuseTerminated(card: CardRow): void {
  if (card.status === CardStatus.terminated) throw new ApiError('card_terminated')
}

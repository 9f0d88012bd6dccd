// What an operation on an existing authorization works with, locked in order: the card, the hold, the workspace.

import type { Workspace } from '../accounts/workspace.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { TransactionType } from '../ledger/changes.ts'
import {
  type CardRow,
  type HoldRow,
  lockCardById,
  lockHoldById,
  lockWorkspaceById,
  type WorkspaceRow,
} from '../ledger/rows.ts'
import { findTransaction, selectTransaction, type TransactionWithMerchant } from '../transactions/find-transaction.ts'

export type LockedAuthorization = {
  authorization: TransactionWithMerchant
  card: CardRow
  hold: HoldRow
  wallet: WorkspaceRow
}

/** An increment stands for the authorization it belongs to. What is no authorization has no hold: `invalid_state`. */
export async function lockAuthorization(
  tx: Tx,
  workspace: Workspace,
  transactionId: string,
): Promise<LockedAuthorization> {
  const named = await findTransaction(tx, workspace, transactionId)
  if (named.type !== TransactionType.authorization)
    throw new ApiError('invalid_state', 'This transaction is not an authorization that was approved.')
  const [authorization] = named.authorization_id
    ? await selectTransaction(tx, workspace, named.authorization_id)
    : [named]
  const { bucket, id, card_id } = authorization!
  const [[card], [hold], [wallet]] = await Promise.all([
    lockCardById(tx, bucket, workspace.id, card_id),
    lockHoldById(tx, bucket, workspace.id, id),
    lockWorkspaceById(tx, bucket, workspace.id),
  ])
  return { authorization: authorization!, card: card!, hold: hold!, wallet: wallet! }
}

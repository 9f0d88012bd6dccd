// The rows of deposits, read and locked.

import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { DepositRow } from '../ledger/rows.ts'
import { deposits } from '../ledger/tables.ts'

export const depositColumns = deposits.columns('deposits')

export async function lockDeposit(
  tx: Tx,
  bucket: number,
  workspaceId: Uuid,
  id: Uuid,
): Promise<DepositRow | undefined> {
  const [deposit] = await deposits.lock(tx, [{ bucket, id }])
  return deposit?.workspace_id === workspaceId ? deposit : undefined
}

// The rows of deposits, read and locked.

import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { DepositRow } from '../ledger/rows.ts'
import { deposits } from '../ledger/tables.ts'

export async function lockDeposit(
  tx: Tx,
  bucket: number,
  workspaceId: Uuid,
  id: Uuid,
): Promise<DepositRow | undefined> {
  const [deposit] = await deposits.lock(tx, [{ bucket, id }])
  return deposit?.workspace_id === workspaceId ? deposit : undefined
}

/** For statements whose rows travel as text: base units are integers. */
export const depositColumns = deposits.textList('deposits')

export function withBaseUnits(rows: readonly DepositRow[]): DepositRow[] {
  return rows.map((row) => ({ ...row, amount_base: BigInt(row.amount_base) }))
}

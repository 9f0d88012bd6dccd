// Transactions with their merchants, as one row.

import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { rowShape } from '../database/row-shape.ts'
import { ApiError } from '../http/errors.ts'
import { idOf } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import type { TransactionRow } from '../ledger/changes.ts'

export type TransactionWithMerchant = TransactionRow & { name: string; mcc: string; country: string }

const shape = rowShape<TransactionWithMerchant>({
  't.bucket': 'int16',
  't.id': 'uuid',
  't.workspace_id': 'uuid',
  't.card_id': 'uuid',
  't.merchant_id': 'uuid',
  't.authorization_id': 'uuid',
  't.refund_of': 'uuid',
  't.amount_cents': 'int64',
  't.balance_after_cents': 'int64',
  't.created_at': 'time',
  't.type': 'int16',
  't.decline_reason': 'int16',
  't.three_ds_status': 'int16',
  'm.name': 'text',
  'm.mcc': 'text',
  'm.country': 'text',
})

export const readTransaction = shape.read

export function transactionColumns(sql: Sql) {
  return sql.unsafe(shape.columns)
}

export function selectTransaction(sql: Sql, workspace: Pick<Workspace, 'bucket' | 'id'>, id: Uuid) {
  return sql<TransactionWithMerchant[]>`
    select ${transactionColumns(sql)} from transactions t join merchants m on m.bucket = t.bucket and m.id = t.merchant_id
    where t.bucket = ${workspace.bucket} and t.id = ${id} and t.workspace_id = ${workspace.id}`
}

export async function findTransaction(
  sql: Sql,
  workspace: Workspace,
  transactionId: string,
): Promise<TransactionWithMerchant> {
  const [transaction] = await selectTransaction(sql, workspace, idOf('transaction', workspace, transactionId))
  if (!transaction) throw new ApiError('transaction_not_found')
  return transaction
}

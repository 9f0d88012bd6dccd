// Transactions with their merchants, as one row.

import type { Workspace } from '../accounts/workspace.ts'
import { Fragment, type Sql } from '../database/database.ts'
import type { RowReader } from '../database/wire/row-reader.ts'
import { ApiError } from '../http/errors.ts'
import { idOf } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import type { TransactionRow } from '../ledger/changes.ts'
import { transactions } from '../ledger/entries.ts'

export type TransactionWithMerchant = TransactionRow & { name: string; mcc: string; country: string }

/** The transaction's columns, then the merchant's. */
export const transactionList = `${transactions.list('t')}, m.name, m.mcc, m.country`

/** For `sql.readBy(readTransaction)`. */
export const transactionColumns = new Fragment(() => transactionList)

export function readTransaction(row: RowReader): TransactionWithMerchant {
  return Object.assign(transactions.read(row), { name: row.text()!, mcc: row.text()!, country: row.text()! })
}

export function selectTransaction(sql: Sql, workspace: Pick<Workspace, 'bucket' | 'id'>, id: Uuid) {
  return sql.readBy(readTransaction)`
    select ${transactionColumns} from transactions t join merchants m on m.bucket = t.bucket and m.id = t.merchant_id
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

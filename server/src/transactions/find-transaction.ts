// Transactions with their merchants and details, as one row.

import type { Workspace } from '../accounts/workspace.ts'
import { Fragment, fragment, type Sql } from '../database/database.ts'
import type { RowReader } from '../database/wire/row-reader.ts'
import { ApiError } from '../errors.ts'
import { idOf } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import type { TransactionRow } from '../ledger/changes.ts'
import { transactions } from '../ledger/entries.ts'
import { detailsList, readDetails } from '../ledger/transaction-details.ts'
import type { TransactionDetails } from '../ledger/transaction-details-row.ts'

export type TransactionWithMerchant = TransactionRow &
  TransactionDetails & { name: string; mcc: string; country: string; network_id: string | null; city: string | null }

/** The transaction's columns, then the merchant's, then those of the details. */
export const transactionList = `${transactions.list('t')}, m.name, m.mcc, m.country, m.network_id, m.city, ${detailsList('d')}`

/** For `sql.readBy(readTransaction)`. */
export const transactionColumns = new Fragment(() => transactionList)
/** Joins a transaction `t` with its details by their primary key. Most have none. */
export const joinDetails = (bucket: number) =>
  fragment`left join transaction_details d on d.bucket = ${bucket} and d.transaction_id = t.id`

export function readTransaction(row: RowReader): TransactionWithMerchant {
  const transaction = transactions.read(row)
  const merchant = {
    name: row.text()!,
    mcc: row.text()!,
    country: row.text()!,
    network_id: row.text(),
    city: row.text(),
  }
  return Object.assign(transaction, merchant, readDetails(row))
}

export function selectTransaction(sql: Sql, workspace: Pick<Workspace, 'bucket' | 'id'>, id: Uuid) {
  return sql.readBy(readTransaction)`
    select ${transactionColumns} from transactions t
    join merchants m on m.bucket = t.bucket and m.id = t.merchant_id ${joinDetails(workspace.bucket)}
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

// The list as one CSV file of any length. Each batch continues by key after the last row of the batch before, so that no
// snapshot stays open and a late batch costs as much as the first.

import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { csvLine } from '../http/csv.ts'
import type { TransactionWithMerchant } from './find-transaction.ts'
import { presentTransaction } from './present-transaction.ts'
import { selectTransactions, type TransactionFilters, type TransactionPosition } from './transaction-queries.ts'

const FIELDS = [
  'id',
  'card_id',
  'type',
  'amount',
  'currency',
  'merchant_name',
  'merchant_category',
  'merchant_mcc',
  'merchant_country',
  'balance_after',
  'created_at',
  'merchant_amount',
  'merchant_currency',
  'conversion_rate',
  'processor',
  'network_transaction_id',
  'auth_code',
  'arn',
  'source',
  'merchant_id',
  'merchant_city',
]
const BATCH = 1_000

export const transactionsCsv =
  'A header line with the names of the fields, then a line for each transaction, newest first. A merchant name that a spreadsheet would take for a formula begins with an apostrophe.'

/** Columns after the usual ones, read once for each batch. */
export type MoreColumns = {
  names: string[]
  valuesOf(rows: readonly TransactionWithMerchant[]): Promise<(row: TransactionWithMerchant) => string[]>
}

/** `filters` is undefined when nothing can match; the file then has only its header. */
export async function* csvOfTransactions(
  sql: Sql,
  workspace: Workspace,
  filters: TransactionFilters | undefined,
  more?: MoreColumns,
): AsyncGenerator<string> {
  yield csvLine([...FIELDS, ...(more?.names ?? [])])
  let after: TransactionPosition | undefined
  while (filters) {
    const rows = await selectTransactions(sql, workspace, filters, { limit: BATCH, offset: 0, after })
    const added = await more?.valuesOf(rows)
    yield rows.map((row) => csvLine([...valuesOf(row), ...(added?.(row) ?? [])])).join('')
    after = rows.at(-1)
    if (rows.length < BATCH) return
  }
}

function valuesOf(row: TransactionWithMerchant) {
  const { merchant, ...own } = presentTransaction(row, row)
  return [
    own.id,
    own.card_id,
    own.type,
    own.amount,
    own.currency,
    merchant.name,
    merchant.category,
    merchant.mcc,
    merchant.country,
    own.balance_after,
    own.created_at,
    own.merchant_amount,
    own.merchant_currency,
    own.conversion_rate,
    own.processor,
    own.network_transaction_id,
    own.auth_code,
    own.arn,
    own.source,
    own.merchant_id,
    own.merchant_city,
  ]
}

// What is known about a transaction besides its amount in USD. Most transactions have no such row: it is written only when
// something is known, and read with a left join.

import { insertOf } from '../database/bulk.ts'
import { column } from '../database/table.ts'
import type { RowReader } from '../database/wire/row-reader.ts'
import { type ForeignAmount, isRate } from '../foreign-money.ts'
import type { Changes, TransactionRow } from './changes.ts'
import type { TransactionDetails, TransactionDetailsRow } from './transaction-details-row.ts'

/** Who approved a transaction when it was not our decision. Rows store the number, which never changes. */
export const TransactionSource = { stand_in: 1 } as const
export const transactionSourceNames = ['stand_in'] as const

/** A transaction with its details. One that was just made has the fields only if it was given details. */
export type DetailedTransaction = TransactionRow & Partial<TransactionDetails>

export const noDetails: TransactionDetails = {
  merchant_amount: null,
  merchant_currency: null,
  conversion_rate: null,
  processor: null,
  network_transaction_id: null,
  auth_code: null,
  arn: null,
  source: null,
  processor_word: null,
  decline_detail: null,
  decision: null,
}

const { smallint, bigint, uuid, text, jsonb } = column

export const insertTransactionDetails = insertOf<TransactionDetailsRow>('transaction_details', {
  transaction_id: uuid((row) => row.transaction_id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  merchant_amount: bigint((row) => row.merchant_amount),
  merchant_currency: text((row) => row.merchant_currency),
  conversion_rate: text((row) => row.conversion_rate),
  processor: text((row) => row.processor),
  network_transaction_id: text((row) => row.network_transaction_id),
  auth_code: text((row) => row.auth_code),
  arn: text((row) => row.arn),
  source: smallint((row) => row.source),
  processor_word: text((row) => row.processor_word),
  decline_detail: jsonb((row) => row.decline_detail),
  decision: jsonb((row) => row.decision),
})

/** The columns of a select, in the order in which `readDetails` reads them. */
export function detailsList(alias: string): string {
  return Object.keys(noDetails)
    .map((name) => `${alias}.${name}`)
    .join(', ')
}

export function readDetails(row: RowReader): TransactionDetails {
  return {
    merchant_amount: row.int64(),
    merchant_currency: row.text(),
    conversion_rate: row.text(),
    processor: row.text(),
    network_transaction_id: row.text(),
    auth_code: row.text(),
    arn: row.text(),
    source: row.int16(),
    processor_word: row.text(),
    decline_detail: row.json() as TransactionDetails['decline_detail'],
    decision: row.json() as TransactionDetails['decision'],
  }
}

/** The same limits as in the table's check constraints. */
const MAX_LENGTHS = {
  processor: 100,
  network_transaction_id: 100,
  auth_code: 20,
  arn: 50,
  processor_word: 200,
} as const

/** Texts come from outside. One that is too long or cannot be stored must not stop its posting. */
function storable(details: TransactionDetails): TransactionDetails {
  const texts = Object.entries(MAX_LENGTHS).map(([name, length]) => {
    const value = details[name as keyof typeof MAX_LENGTHS]
    return [name, value?.replaceAll('\u0000', '').slice(0, length).toWellFormed() ?? null]
  })
  return { ...details, ...Object.fromEntries(texts) }
}

/** Adds details to the changes that insert the transaction, and keeps those added before. Returns it with its details. */
export function addDetails(
  changes: Changes,
  transaction: TransactionRow,
  known: Partial<TransactionDetails>,
): DetailedTransaction {
  const { bucket, id, workspace_id } = transaction
  const details = storable({ ...noDetails, ...changes.transactionDetails.get(id), ...known })
  if (Object.values(details).every((value) => value === null)) return transaction
  changes.transactionDetails.set(id, { ...details, bucket, transaction_id: id, workspace_id })
  return { ...transaction, ...details }
}

/** The details of an amount in another currency; none when the amount makes no sense. */
export function foreignDetails({ amount, currency, rate }: ForeignAmount): Partial<TransactionDetails> {
  const isExact = amount > 0n && amount <= Number.MAX_SAFE_INTEGER
  if (!isExact || !isRate(rate) || !/^[A-Z]{3}$/.test(currency) || currency === 'USD') return {}
  return { merchant_amount: amount, merchant_currency: currency, conversion_rate: rate }
}

// What an operation on an existing authorization works with: rows that never change and are read before anything is locked,
// and the rows that it must lock.

import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import type { Needs } from '../engine/needs.ts'
import { TransactionType } from '../ledger/changes.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { findTransaction, selectTransaction, type TransactionWithMerchant } from '../transactions/find-transaction.ts'

/** `authorization` is undefined when the transaction is not an authorization or was declined, so nothing can be done to it. */
export type NamedTransaction = {
  named: TransactionWithMerchant
  authorization: TransactionWithMerchant | undefined
}

/** The id of an increment finds the authorization that it belongs to. */
export async function findAuthorization(
  sql: Sql,
  workspace: Workspace,
  transactionId: string,
): Promise<NamedTransaction> {
  const named = await findTransaction(sql, workspace, transactionId)
  if (named.type !== TransactionType.authorization) return { named, authorization: undefined }
  const [authorization] = named.authorization_id
    ? await selectTransaction(sql, workspace, named.authorization_id)
    : [named]
  return { named, authorization }
}

/** Includes the wallet, which a release or settlement on a terminated card moves. */
export function needsOf({ authorization }: NamedTransaction): Needs {
  return authorization ? { cards: [authorization.card_id], holds: [authorization.id], wallet: true } : {}
}

/** The merchant of an authorization, as its row. */
export function merchantOf(transaction: TransactionWithMerchant): MerchantRow {
  const { bucket, merchant_id: id, workspace_id, name, mcc, country, network_id, city } = transaction
  return { bucket, id, workspace_id, name, mcc, country, network_id, city }
}

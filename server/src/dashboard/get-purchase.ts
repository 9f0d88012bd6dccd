import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { read } from '../http/route.ts'
import type { Uuid } from '../ids.ts'
import { presentPurchase } from '../purchases/present-purchase.ts'
import { selectPurchaseById } from '../purchases/purchase-queries.ts'
import { findTransaction } from '../transactions/find-transaction.ts'
import { TransactionParams } from '../transactions/present-transaction.ts'
import { Purchase } from './shapes/purchases.ts'

export const getPurchase = read({
  method: 'GET',
  url: '/purchases/:txn_id',
  operationId: 'getPurchase',
  tag: 'Dashboard',
  summary: 'Get the purchase that an entry belongs to',
  params: TransactionParams,
  reply: { 200: Purchase },
  errors: ['transaction_not_found'],
  async read({ sql, workspace, params }): Promise<Purchase> {
    const entry = await findTransaction(sql, workspace, params.txn_id)
    return find(sql, workspace, entry.authorization_id ?? entry.refund_of ?? entry.id)
  },
})

async function find(sql: Sql, workspace: Workspace, id: Uuid): Promise<Purchase> {
  const [row] = await selectPurchaseById(sql, workspace, id)
  if (!row) throw new ApiError('transaction_not_found')
  return presentPurchase(row)
}

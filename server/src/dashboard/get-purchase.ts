import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { read } from '../http/route.ts'
import { publicId, type Uuid } from '../ids.ts'
import { dollars } from '../money.ts'
import { selectSettlements } from '../purchases/find-settlements.ts'
import { presentPurchase } from '../purchases/present-purchase.ts'
import { selectPurchaseById } from '../purchases/purchase-queries.ts'
import { PurchaseDetail } from '../purchases/purchase-shapes.ts'
import { findTransaction } from '../transactions/find-transaction.ts'
import { TransactionParams } from '../transactions/present-transaction.ts'

export const getPurchase = read({
  method: 'GET',
  url: '/purchases/:txn_id',
  operationId: 'getPurchase',
  tag: 'Dashboard',
  summary: 'Get the purchase that an entry belongs to',
  params: TransactionParams,
  reply: { 200: PurchaseDetail },
  errors: ['transaction_not_found'],
  async read({ sql, workspace, params }): Promise<PurchaseDetail> {
    const entry = await findTransaction(sql, workspace, params.txn_id)
    return find(sql, workspace, entry.authorization_id ?? entry.refund_of ?? entry.id)
  },
})

async function find(sql: Sql, workspace: Workspace, id: Uuid): Promise<PurchaseDetail> {
  const [[row], settlements] = await Promise.all([
    selectPurchaseById(sql, workspace, id),
    selectSettlements(sql, workspace, id),
  ])
  if (!row) throw new ApiError('transaction_not_found')
  return {
    ...presentPurchase(row),
    settlements: settlements.map((settlement) => ({
      id: publicId('transaction', row.bucket, settlement.id),
      amount: dollars(settlement.amount_cents),
      refunded_amount: dollars(settlement.refunded_cents),
      created_at: settlement.created_at.toISOString(),
    })),
  }
}

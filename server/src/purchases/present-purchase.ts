import { categoryOfMcc } from '../categories/categories.ts'
import { wholeUnits } from '../foreign-money.ts'
import { publicId } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import { declineReasonOf } from '../ledger/decline-reasons.ts'
import { type Cents, dollars } from '../money.ts'
import type { PurchaseRow } from './purchase-queries.ts'
import type { Purchase } from './purchase-shapes.ts'
import { purchaseStatusOf } from './purchase-status.ts'

export function presentPurchase(row: PurchaseRow): Purchase {
  const id = publicId('transaction', row.bucket, row.id)
  const { amount, held, settled, refunded } = sumsOf(row)
  return {
    id,
    status: purchaseStatusOf(row.status),
    reason: declineReasonOf(row.decline_reason),
    decline_detail: row.decline_detail,
    authorization_id: row.type === TransactionType.authorization ? id : null,
    card: {
      id: publicId('card', row.bucket, row.card_id),
      label: row.card_label,
      last4: row.card_last4,
      network: row.card_network,
    },
    merchant: {
      name: row.merchant_name,
      category: categoryOfMcc(row.mcc),
      mcc: row.mcc,
      country: row.country,
    },
    currency: 'USD',
    amount: dollars(amount),
    held_amount: dollars(held),
    settled_amount: dollars(settled),
    refunded_amount: dollars(refunded),
    merchant_amount: row.merchant_amount === null ? null : wholeUnits(row.merchant_amount, row.merchant_currency!),
    merchant_currency: row.merchant_currency,
    created_at: row.created_at.toISOString(),
  }
}

type Sums = { amount: Cents; held: Cents; settled: Cents; refunded: Cents }

function sumsOf(row: PurchaseRow): Sums {
  const amount = row.amount_cents < 0n ? -row.amount_cents : row.amount_cents
  const { settlement, refund, decline } = TransactionType
  if (row.type === decline) return { amount, held: 0n, settled: 0n, refunded: 0n }
  if (row.type === refund) return { amount, held: 0n, settled: 0n, refunded: amount }
  if (row.type === settlement) return { amount, held: 0n, settled: amount, refunded: row.forced_refunded_cents ?? 0n }
  return {
    amount: row.authorized_cents ?? amount,
    held: row.held_cents ?? 0n,
    settled: row.settled_cents ?? 0n,
    refunded: row.refunded_cents ?? 0n,
  }
}
